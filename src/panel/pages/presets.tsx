import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { PresetList } from '../../client/index.js';
import { toast } from '../host/notices.js';
import { reasonOf } from '../host/outcomes.js';
import { mayWrite } from '../host/rights.js';
import { entryOf } from '../host/scene.js';
import { ask } from '../host/session.js';
import { noteEdit } from '../host/show.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { urlSegment } from '../ui/truncate.js';

const open = signal<{ readonly key: string; readonly type: string } | undefined>(undefined);

export function openPresets(key: string, type: string): void {
  open.value = { key, type };
}

export function PresetsHost() {
  return open.value === undefined ? null : <Presets type={open.value.type} />;
}

/** Lists the presets of a type, and saves an object as a new one. */
function Presets({ type }: { type: string }) {
  const key = open.value!.key;
  const [names, setNames] = useState<readonly string[] | undefined>(undefined);
  const [name, setName] = useState('');
  const [error, setError] = useState('');
  const close = () => {
    open.value = undefined;
  };
  useEffect(() => {
    ask<PresetList>('GET', `/api/presets?type=${urlSegment(type)}`).then(
      ({ presets }) => setNames(presets.map((each) => each.name)),
      () => setError('This host keeps no presets.'),
    );
  }, []);
  const act = async (what: 'save' | 'load', preset: string) => {
    try {
      await ask('POST', `/api/presets/${what}`, { id: entryOf(key)?.id ?? key, name: preset });
      toast({
        kind: 'success',
        title: what === 'save' ? `Saved as “${preset}”` : `“${preset}” loaded`,
        isBrief: true,
      });
      noteEdit();
      close();
    } catch (error) {
      setError(reasonOf(error));
    }
  };
  return (
    <Dialog
      title="Presets"
      icon="inventory_2"
      onClose={close}
      actions={<Button onClick={close}>Close</Button>}
    >
      <p class="dim">
        Of {entryOf(key)?.name ?? key} ({type})
      </p>
      <div class="rows">
        {names?.map((each) => (
          <button
            key={each}
            type="button"
            class="line list-row"
            disabled={!mayWrite.value}
            onClick={() => act('load', each)}
          >
            <span>{each}</span>
            <small class="dim">Load</small>
          </button>
        ))}
        {names?.length === 0 && <p class="dim">No presets yet.</p>}
      </div>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') void act('save', name.trim());
        }}
      >
        <input
          class="input"
          type="text"
          aria-label="Name of the new preset"
          placeholder="New preset"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <Button kind="primary" type="submit" icon="save" disabled={name.trim() === '' || !mayWrite.value}>
          Save
        </Button>
      </form>
      {error && (
        <p class="error-text" role="alert">
          {error}
        </p>
      )}
    </Dialog>
  );
}
