import { useState } from 'preact/hooks';
import type { Json } from '../../client/index.js';
import { Button } from '../ui/button.js';

interface TextProps {
  readonly value: Json | undefined;
  readonly onChange: (value: Json) => void;
  readonly label: string;
  readonly readOnly: boolean;
  readonly id?: string | undefined;
  readonly hint?: string | undefined;
}

/** A text, committed by Enter or on leaving; Escape takes back what was typed. */
export function Text({ value, onChange, label, readOnly, id, hint }: TextProps) {
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const present = value === null || value === undefined ? '' : String(value);
  const commit = () => {
    if (draft !== undefined && draft !== present) onChange(draft);
    setDraft(undefined);
  };
  const isLong = (draft ?? present).includes('\n') || present.length > 80;
  const shared = {
    id,
    class: 'input text',
    'aria-label': label,
    readOnly,
    value: draft ?? present,
    placeholder: value === null ? 'null' : hint,
    onBlur: commit,
    onInput: (event: { currentTarget: { value: string } }) => setDraft(event.currentTarget.value),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (!isLong || event.ctrlKey || event.metaKey)) commit();
      if (event.key === 'Escape' && draft !== undefined) {
        event.stopPropagation();
        setDraft(undefined);
      }
    },
  };
  return isLong ? (
    <textarea rows={Math.min(8, (draft ?? present).split('\n').length + 1)} {...shared} />
  ) : (
    <input type="text" {...shared} />
  );
}

/** What the page knows no control for: the value as the host writes it, to be edited as a whole. */
export function RawJson({ value, onChange, label, readOnly, id }: TextProps) {
  const [draft, setDraft] = useState<string | undefined>(undefined);
  const [mistake, setMistake] = useState('');
  const present = JSON.stringify(
    value ?? null,
    (_name, each) => (typeof each === 'bigint' ? String(each) : each),
    2,
  );
  const apply = () => {
    try {
      onChange(JSON.parse(draft ?? 'null') as Json);
      setDraft(undefined);
      setMistake('');
    } catch (error) {
      setMistake((error as Error).message);
    }
  };
  return (
    <div class="raw">
      <textarea
        id={id}
        class="input code"
        rows={Math.min(10, present.split('\n').length)}
        aria-label={`${label}, as JSON`}
        readOnly={readOnly}
        spellcheck={false}
        value={draft ?? present}
        onInput={(event) => setDraft(event.currentTarget.value)}
      />
      {mistake && <p class="mistake">{mistake}</p>}
      {draft !== undefined && (
        <div class="row">
          <Button kind="primary" onClick={apply}>
            Apply
          </Button>
          <Button kind="quiet" onClick={() => setDraft(undefined)}>
            Take back
          </Button>
        </div>
      )}
    </div>
  );
}
