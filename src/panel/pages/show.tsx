import type { ComponentChildren } from 'preact';
import { level, levels } from '../host/access-level.js';
import { access, mayWrite } from '../host/rights.js';
import { application, languages, title } from '../host/scene.js';
import { ask, hostUrl, ownName } from '../host/session.js';
import { clientCount, live, orphans, others, reportsLive, samples } from '../host/show.js';
import { Button, IconButton } from '../ui/button.js';
import { Select, type SelectProps } from '../ui/choices.js';
import { Icon } from '../ui/icon.js';
import { Plot } from '../ui/plot.js';
import { ChangedObjects } from './changed-objects.js';
import { open, perform, saveShow, setLanguage } from './show-actions.js';

/** Shows the live scene, the performance and the clients of the host. */
export function ShowPage() {
  return (
    <section class="page show" aria-label="Show">
      <header class="line page-head">
        <h2>Show</h2>
      </header>
      <div class="cards">
        <LiveScene />
        <Health />
        <Orphans />
        <ConnectedClients />
        <About />
      </div>
    </section>
  );
}

interface CardProps {
  readonly label: string;
  readonly title?: string;
  readonly icon: string;
  readonly tag?: string | number | undefined;
  readonly tagKind?: 'good' | 'warn';
  readonly children: ComponentChildren;
}

function Card({ label, title = label, icon, tag, tagKind, children }: CardProps) {
  return (
    <section class="card" aria-label={label}>
      <h3 class="line">
        <Icon name={icon} />
        {title}
        <span class="gap" />
        {tag !== undefined && <span class={`tag ${tagKind ?? ''}`}>{tag}</span>}
      </h3>
      {children}
    </section>
  );
}

function LiveScene() {
  const state = live.value;
  const tag = state && (state.unsaved ? 'Unsaved' : 'Saved');
  return (
    <Card label="Live scene" icon="save" tag={tag} tagKind={state?.unsaved ? 'warn' : 'good'}>
      {state === undefined ? (
        reportsLive.value ? (
          <p class="dim">Asking the host…</p>
        ) : (
          <p class="dim">This host does not report its live scene. Export and import still work.</p>
        )
      ) : (
        <>
          <p class="path">{state.path ?? 'Nothing is open'}</p>
          {state.objects.length > 0 && <ChangedObjects objects={state.objects} limit={12} />}
        </>
      )}
      <fieldset class="button-grid" disabled={!mayWrite.value}>
        {reportsLive.value && (
          <>
            <Button
              icon="save"
              kind="primary"
              disabled={!state || (!state.unsaved && state.path !== null)}
              onClick={saveShow}
            >
              Save
            </Button>
            <Button icon="edit" onClick={open('save-as')}>
              Save as
            </Button>
            <Button icon="folder_open" onClick={open('load')}>
              Load
            </Button>
            <Button icon="history" disabled={!state?.unsaved} onClick={open('revert')}>
              Revert
            </Button>
          </>
        )}
        <Button icon="upload" onClick={open('export')}>
          Export
        </Button>
        <Button icon="download" onClick={open('import')}>
          Import
        </Button>
        {reportsLive.value && (
          <Button icon="restart_alt" onClick={open('reset')}>
            Reset all
          </Button>
        )}
      </fieldset>
    </Card>
  );
}

function Health() {
  const all = samples.value;
  const last = all.at(-1);
  return (
    <Card label="Performance" icon="monitoring">
      <Plot
        label="Frames a second"
        value={last ? last.fps.toFixed(1) : '—'}
        unit="fps"
        samples={all}
        of={({ fps }) => fps}
      />
      <Plot
        label="Memory"
        value={last ? (last.memory / 1048576).toFixed(0) : '—'}
        unit="MB"
        samples={all}
        of={({ memory }) => memory / 1048576}
      />
    </Card>
  );
}

function Orphans() {
  const all = orphans.value;
  return (
    <Card label="Orphans" icon="link_off" tag={all.length}>
      {all.length === 0 ? (
        <p class="dim">No missing objects.</p>
      ) : (
        <ul class="rows">
          {all.map(({ sourceKey, type }) => (
            <li key={sourceKey} class="line list-row">
              <span>{sourceKey}</span>
              <small class="dim">{type}</small>
              <IconButton
                icon="delete"
                label={`Remove ${sourceKey}`}
                disabled={!mayWrite.value}
                onClick={() =>
                  void perform(`Removed: ${sourceKey}`, () =>
                    ask('POST', '/exposed/orphans/remove', { sourceKey }),
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function ConnectedClients() {
  const count = Math.max(clientCount.value, others.value.size + 1);
  return (
    <Card label="Who is connected" title="Connected" icon="group" tag={count}>
      <ul class="rows">
        <li class="line list-row">
          <span>{ownName()}</span>
          <small class="dim">this panel</small>
        </li>
        {[...others.value].map((each) => (
          <li key={each} class="line list-row">
            <span>{each}</span>
          </li>
        ))}
        {count > others.value.size + 1 && (
          <li class="line list-row dim">
            and {count - others.value.size - 1} more, connected before this panel
          </li>
        )}
      </ul>
    </Card>
  );
}

const allowed = { full: 'change everything', read: 'only read', some: 'change some things' } as const;

function About() {
  return (
    <Card label="Host" icon="info">
      <dl class="facts">
        <dt class="dim">Application</dt>
        <dd>
          {application.value?.applicationName ?? title.value} {application.value?.version}
        </dd>
        <dt class="dim">Address</dt>
        <dd>{hostUrl}</dd>
        <dt class="dim">This panel may</dt>
        <dd>{allowed[access.value]}</dd>
      </dl>
      {levels.value.length > 1 && (
        <Labelled
          label="Show sections and menus up to access level"
          value={String(level.value ?? '')}
          options={[
            { value: '', label: 'all' },
            ...levels.value.map((each) => ({ value: String(each), label: String(each) })),
          ]}
          readOnly={false}
          onChange={(value) => (level.value = value === '' ? null : Number(value))}
        />
      )}
      {languages.value.available.length > 1 && (
        <Labelled
          label="Language"
          value={languages.value.current}
          options={languages.value.available.map((each) => ({ value: each, label: nameOf(each) }))}
          readOnly={!mayWrite.value}
          onChange={(value) => void setLanguage(value)}
        />
      )}
      <fieldset class="button-grid" disabled={!mayWrite.value}>
        <Button icon="power_settings_new" onClick={open('quit')}>
          Quit
        </Button>
        <Button icon="delete" kind="danger" onClick={open('delete')}>
          Delete data
        </Button>
      </fieldset>
    </Card>
  );
}

/** Returns the name of a language in that language. */
function nameOf(language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  } catch {
    return language;
  }
}

function Labelled(props: SelectProps) {
  return (
    <div class="stack">
      <span class="dim">{props.label}</span>
      <Select {...props} />
    </div>
  );
}
