import { canRedo, canUndo, redo, undo } from '../host/edits.js';
import { unread } from '../host/notices.js';
import { access, isSilent, mayWrite } from '../host/rights.js';
import { go, pages, panes, route } from '../host/route.js';
import { title } from '../host/scene.js';
import { connection } from '../host/session.js';
import { live, reportsLive, samples } from '../host/show.js';
import { Button, IconButton } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { openSearch } from './search.js';
import { saveShow, showMenu } from './show-actions.js';

const states = {
  live: 'Connected',
  connecting: 'Connecting',
  waiting: 'Connection lost',
  refused: 'Refused',
  paused: 'Paused',
  closed: 'Closed',
} as const;

export function TopBar() {
  const isPhone = panes.value === 1;
  const { page } = route.value;
  const isLooking = access.value === 'read';
  return (
    <header class="line top-bar">
      <button type="button" class="line host" onClick={() => go('show')} title="About this host">
        <span class={`dot ${isSilent.value ? 'waiting' : connection.value}`} />
        <span class="host-name">{title.value || 'sim-host'}</span>
        <span class="unseen">{isSilent.value ? 'Silent' : states[connection.value]}</span>
      </button>
      {isLooking && <span class="tag">Read only</span>}
      <Rate />
      <span class="gap" />
      {!isPhone && (
        <button type="button" class="line search-button" onClick={openSearch}>
          <Icon name="search" />
          <span>Search objects and members</span>
          <kbd>Ctrl K</kbd>
        </button>
      )}
      {!isPhone && <span class="gap" />}
      {isPhone && <IconButton icon="search" label="Search" onClick={openSearch} />}
      {!isLooking && (
        <IconButton
          icon="undo"
          label="Undo (Ctrl Z)"
          disabled={!canUndo.value || !mayWrite.value}
          onClick={undo}
        />
      )}
      {!isLooking && !isPhone && (
        <IconButton
          icon="redo"
          label="Redo (Ctrl Shift Z)"
          disabled={!canRedo.value || !mayWrite.value}
          onClick={redo}
        />
      )}
      {!isPhone && (
        <nav class="top-nav" aria-label="Pages">
          {pages.slice(1).map((each) => (
            <IconButton
              key={each.page}
              icon={each.icon}
              label={each.label}
              badge={each.page === 'activity' ? unread.value : undefined}
              pressed={page === each.page}
              onClick={() => go(page === each.page ? 'objects' : each.page)}
            />
          ))}
        </nav>
      )}
      {!isLooking && <Save />}
      <IconButton
        icon="more_vert"
        label="More"
        onClick={(event) => showMenu(event.currentTarget as HTMLElement)}
      />
    </header>
  );
}

/** Always has the same size, so that nothing moves when something becomes unsaved. */
function Save() {
  const state = live.value;
  if (!reportsLive.value || (state?.path === null && !state.unsaved)) return null;
  const isUnsaved = state?.unsaved === true;
  const maySave = isUnsaved && mayWrite.value;
  if (panes.value < 3)
    return (
      <IconButton
        icon="save"
        label={isUnsaved ? 'Save: there are unsaved changes' : 'Everything is saved'}
        badge={isUnsaved}
        disabled={!maySave}
        onClick={saveShow}
      />
    );
  return (
    <Button
      icon="save"
      kind={isUnsaved ? 'primary' : 'quiet'}
      disabled={!maySave}
      onClick={saveShow}
      title={state?.path ?? undefined}
    >
      {isUnsaved ? 'Save' : 'Saved'}
    </Button>
  );
}

function Rate() {
  const last = samples.value.at(-1);
  if (panes.value === 1) return null;
  return (
    <span class="rate" title="Frames a second, and memory of the host">
      <b>{last?.fps.toFixed(0) ?? '–'}</b> fps <b>{last ? (last.memory / 1048576).toFixed(0) : '–'}</b> MB
    </span>
  );
}
