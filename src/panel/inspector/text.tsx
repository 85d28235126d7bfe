import { useState } from 'preact/hooks';
import type { Json } from '../../client/index.js';
import { textOf } from '../host/values.js';
import { Button } from '../ui/button.js';
import { truncate } from '../ui/truncate.js';
import { isInterrupted, useDraft } from './draft.js';
import type { ValueProps } from './drawing.js';

/** Maximum number of characters of a text; longer ones are shown in part and cannot be edited. */
const maxLength = 50_000;
/** Maximum number of characters shown in one line. */
const maxLineLength = 80;

interface TextProps extends ValueProps {
  readonly hint?: string | undefined;
}

/** A text field. Enter (with Ctrl in several lines) or leaving commits, Escape discards what was typed. */
export function Text({ value, onChange, label, readOnly, id, hint }: TextProps) {
  const draft = useDraft();
  const full = value === null || value === undefined ? '' : String(value);
  const present = truncate(full, maxLength);
  const isTruncated = full.length > maxLength;
  const shown = draft.text.current ?? present;
  const commit = () => {
    if (readOnly) return;
    const typed = draft.text.current;
    draft.end();
    // Browsers normalize line ends.
    const next = full.includes('\r\n') ? typed?.replaceAll('\n', '\r\n') : typed;
    if (next !== undefined && next !== present) onChange(next);
  };
  const lines = shown.split('\n').length;
  const isShort = lines === 1 && shown.length <= maxLineLength;
  const shared = {
    id,
    class: `input text ${isShort ? 'one-line' : ''}`,
    'aria-label': label,
    readOnly: readOnly || isTruncated,
    title: isTruncated ? `The first ${maxLength} of ${full.length} characters` : undefined,
    value: shown,
    placeholder: value === null ? 'null' : hint,
    onBlur: (event: { currentTarget: Element }) => isInterrupted(event.currentTarget) || commit(),
    onInput: (event: { currentTarget: { value: string } }) => draft.type(event.currentTarget.value),
    onKeyDown: (event: KeyboardEvent) => {
      // Enter may also end the composition of a word, for example in Japanese.
      if (event.isComposing) return;
      if (event.key === 'Enter' && !event.shiftKey && (lines === 1 || event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        commit();
        (event.currentTarget as HTMLTextAreaElement).form?.requestSubmit();
      }
      if (event.key === 'Escape' && draft.text.current !== undefined) {
        event.stopPropagation();
        draft.end();
      }
    },
  };
  // A field of one line also accepts pasted lines, or new ones by Shift and Enter.
  const rows = isShort ? 1 : lines === 1 ? 3 : Math.min(8, lines + 1);
  return <textarea rows={rows} enterkeyhint={lines === 1 ? 'done' : 'enter'} {...shared} />;
}

/** A value without a control, edited as JSON. */
export function RawJson({ value, onChange, label, readOnly, id }: ValueProps) {
  const draft = useDraft();
  const [error, setError] = useState('');
  const full = textOf(value ?? null, 2) ?? '';
  const present = truncate(full, maxLength);
  const apply = () => {
    try {
      onChange(JSON.parse(draft.text.current ?? 'null') as Json);
      draft.end();
      setError('');
    } catch (error) {
      setError((error as Error).message);
    }
  };
  return (
    <div class="stack loose">
      <textarea
        id={id}
        class="input code"
        rows={Math.min(10, present.split('\n').length)}
        aria-label={`${label}, as JSON`}
        readOnly={readOnly || full.length > maxLength}
        spellcheck={false}
        value={draft.text.current ?? present}
        onInput={(event) => draft.type(event.currentTarget.value)}
      />
      {error && <p class="error-text">{error}</p>}
      {draft.text.current !== undefined && (
        <div class="row">
          <Button kind="primary" onClick={apply}>
            Apply
          </Button>
          <Button kind="quiet" onClick={draft.end}>
            Take back
          </Button>
        </div>
      )}
    </div>
  );
}
