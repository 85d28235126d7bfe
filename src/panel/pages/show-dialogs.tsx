import { useState } from 'preact/hooks';
import { ask } from '../host/session.js';
import { live } from '../host/show.js';
import { Button } from '../ui/button.js';
import { ConfirmDialog, Dialog } from '../ui/dialog.js';
import { Icon } from '../ui/icon.js';
import { ChangedObjects } from './changed-objects.js';
import { attempt, openDialog, perform, quit } from './show-actions.js';

const close = () => {
  openDialog.value = undefined;
};

export function ShowDialogs() {
  const what = openDialog.value;
  if (what === undefined) return null;
  if (what === 'keys') return <Keys />;
  if (what in files) return <FileDialog key={what} what={what as keyof typeof files} />;
  return <Decision what={what as keyof typeof decisions} />;
}

const files = {
  'save-as': { title: 'Save as', icon: 'save', path: '/api/live/save', verb: 'Save', done: 'Saved' },
  load: {
    title: 'Load a live scene',
    icon: 'folder_open',
    path: '/api/live/load',
    verb: 'Load',
    done: 'Loaded',
  },
  export: {
    title: 'Export a copy',
    icon: 'upload',
    path: '/exposed/export',
    verb: 'Export',
    done: 'Exported',
  },
  import: {
    title: 'Import on top',
    icon: 'download',
    path: '/exposed/import',
    verb: 'Import',
    done: 'Imported',
  },
} as const;

/** Chooses a file of the project, or a new name to save to. */
function FileDialog({ what }: { what: keyof typeof files }) {
  const { title, icon, path, verb, done } = files[what];
  const isWriting = what === 'save-as' || what === 'export';
  const [name, setName] = useState(isWriting ? '' : (live.value?.path ?? ''));
  const known = live.value?.files ?? [];
  const submit = async () => {
    const file = name.trim();
    // Export and import also use files of other programs, so they need the whole name.
    const isExact = what === 'export' || what === 'import';
    const full = isExact && !/\.json$/i.test(file) ? `${file}.live.json` : file;
    const act = what === 'save-as' ? attempt : perform;
    if (file !== '' && (await act(`${done}: ${full}`, () => ask('POST', path, { path: full })))) close();
  };
  return (
    <Dialog title={title} icon={icon} onClose={close}>
      {what === 'load' && live.value?.unsaved && (
        <p class="line warning-line">
          <Icon name="warning" /> Unsaved changes will be lost.
        </p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div class="rows" role="group" aria-label="Files of the project">
          {known.map((each) => (
            <button
              key={each}
              type="button"
              class="line list-row"
              aria-pressed={each === name}
              onClick={() => setName(each)}
            >
              <span>{each}</span>
              {each === live.value?.path && <small class="dim">open</small>}
            </button>
          ))}
        </div>
        <input
          class="input"
          type="text"
          aria-label="File in the project's folder"
          placeholder="shows/evening"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <div class="dialog-actions">
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" type="submit" disabled={name.trim() === ''}>
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const decisions = {
  revert: {
    title: 'Revert edits?',
    text: 'Objects with unsaved edits are reset to their defaults.',
    verb: 'Revert',
    act: () => perform('Reverted', () => ask('POST', '/api/live/revert')),
  },
  reset: {
    title: 'Reset everything?',
    text: 'Every object is reset to its defaults. Files stay unchanged until you save.',
    verb: 'Reset',
    act: () => perform('Reset', () => ask('POST', '/api/live/reset')),
  },
  delete: {
    title: 'Delete all saved data and quit?',
    text: 'Live scenes, settings and presets of the project are deleted, and the host quits without asking. This cannot be undone.',
    verb: 'Delete and quit',
    act: () => perform('Saved data deleted', () => ask('POST', '/api/commands/reset')),
  },
  quit: {
    title: 'Quit the host?',
    text: 'The application ends for all connected clients. If there are unsaved edits, it asks first.',
    verb: 'Quit',
    act: quit,
  },
} as const;

function Decision({ what }: { what: keyof typeof decisions }) {
  const { title, text, verb, act } = decisions[what];
  const changed = what === 'revert' ? (live.value?.objects ?? []) : [];
  return (
    <ConfirmDialog title={title} verb={verb} onClose={close} onConfirm={() => void act()}>
      <p>{text}</p>
      {changed.length > 0 && <ChangedObjects objects={changed} />}
    </ConfirmDialog>
  );
}

const keys: readonly (readonly [string, string])[] = [
  ['Ctrl K  or  /', 'Search objects, members and functions'],
  ['Ctrl Z', 'Undo your last change'],
  ['Ctrl Shift Z', 'Redo it'],
  ['Ctrl S', 'Save'],
  ['1 2 3 4', 'Objects, deck, activity, show'],
  ['↑ ↓', 'Step a number; with Shift by ten'],
  ['Enter, Escape', 'Commit or discard what is typed'],
  ['?', 'These keys'],
];

function Keys() {
  return (
    <Dialog title="Keys" icon="keyboard" onClose={close} actions={<Button onClick={close}>Close</Button>}>
      <dl class="keys">
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
