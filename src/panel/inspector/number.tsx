import { useId, useState } from 'preact/hooks';
import type { Json } from '../../client/index.js';
import { rangeOf as rangeOfInteger, valueType } from '../../wire/value-types.js';
import type { Property } from '../host/types.js';
import { useDrag } from '../ui/drag.js';
import { isInterrupted, useDraft, useHold } from './draft.js';
import type { ValueProps } from './drawing.js';
import { readNumber, separatorsOf, written } from './number-text.js';
import { Range, tidy } from './range.js';

/** The separators of the browser's language. */
const separators = separatorsOf(navigator.language);

/** True for a type of integers, or of vectors of integers. */
export function isInteger(type: string): boolean {
  const info = valueType(type);
  return info?.form === 'parts' ? Object.values(info.parts).every(isInteger) : info?.form === 'integer';
}

/** Returns the smallest and largest number of an integer type. */
export function rangeOf(type: string): Pick<NumberProps, 'minimum' | 'maximum'> {
  const info = valueType(type);
  if (info?.form !== 'integer') return {};
  const [minimum, maximum] = rangeOfInteger(info);
  return { minimum: Number(minimum), maximum: Number(maximum) };
}

interface NumberProps extends ValueProps {
  readonly integer?: boolean | undefined;
  readonly step?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  /** A letter in front of the number, which can be dragged. */
  readonly letter?: string | undefined;
}

/** Pixels of a drag per step. */
const pixelsPerStep = 3;

/** A number field: Enter or leaving commits, arrow keys step, and its letter can be dragged. */
export function NumberInput(props: NumberProps) {
  const { value, onChange, label, integer, readOnly, letter, id } = props;
  const draft = useDraft();
  const hold = useHold(value);
  const step = props.step ?? (integer ? 1 : stepOf(value));
  const clamp = (next: number) =>
    Math.min(
      props.maximum ?? Number.POSITIVE_INFINITY,
      Math.max(props.minimum ?? Number.NEGATIVE_INFINITY, next),
    );
  const set = (next: number) => {
    const rounded = tidy(clamp(integer ? Math.round(next) : next));
    hold.move(rounded);
    onChange(rounded);
  };
  const drag = useDrag({
    disabled: readOnly || typeof hold.shown !== 'number',
    value: Number(hold.shown),
    hold,
    set,
    valueAt: ({ x }, { from, before }, { shiftKey }) =>
      before + Math.round((x - from.x) / pixelsPerStep) * (shiftKey ? 10 : 1) * step,
  });
  const [error, setError] = useState('');
  const errorId = useId();
  const leave = () => {
    draft.end();
    setError('');
  };
  /** Returns the typed number; undefined if nothing was typed, since the host may have changed the value. */
  const read = () => (draft.isTyped() ? readNumber(draft.text.current!, separators, props) : undefined);
  /** @returns false for an invalid text, which stays in the field */
  const commit = (): boolean => {
    if (readOnly) return true;
    const typed = read();
    if (typed !== undefined && 'error' in typed) {
      setError(typed.error);
      return false;
    }
    leave();
    if (typed !== undefined && typed.value !== value) onChange(typed.value);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (readOnly || event.isComposing) return;
    if (event.key === 'Enter') {
      // Enter would submit the form of a function.
      if (!commit()) event.preventDefault();
      (event.target as HTMLInputElement).select();
    }
    if (event.key === 'Escape' && draft.text.current !== undefined) {
      event.stopPropagation();
      leave();
    }
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined) return;
    const typed = read() ?? { value };
    if ('error' in typed) return setError(typed.error);
    const from = typed.value;
    if (typeof from !== 'number' && from !== undefined && from !== null) return;
    event.preventDefault();
    leave();
    set(Number(from ?? 0) + direction * step * (event.shiftKey ? 10 : 1));
  };
  return (
    <span class="with-error">
      <span class={`number ${readOnly ? 'read-only' : ''} ${error ? 'invalid' : ''}`}>
        {letter !== undefined && (
          <span class={`middle scrub letter-${letter.toLowerCase()}`} aria-hidden="true" {...drag}>
            {letter}
          </span>
        )}
        <input
          id={id}
          class="input"
          type="text"
          inputMode={integer ? 'numeric' : 'decimal'}
          autoComplete="off"
          spellcheck={false}
          aria-label={label}
          aria-invalid={error !== '' || undefined}
          aria-describedby={error === '' ? undefined : errorId}
          readOnly={readOnly}
          value={draft.text.current ?? shortened(hold.shown)}
          onFocus={(event) => {
            const input = event.currentTarget;
            if (draft.isTyped()) return;
            if (!readOnly) {
              draft.begin(full(value));
              // Set before it is drawn, since the next key replaces all of it.
              input.value = full(value);
            }
            input.select();
            // Pointers set the caret after this event; a text that was typed in the meantime must not be selected.
            requestAnimationFrame(() => {
              if (document.activeElement === input && !draft.isTyped()) input.select();
            });
          }}
          onInput={(event) => {
            draft.type(event.currentTarget.value);
            setError('');
          }}
          onKeyDown={onKeyDown}
          onBlur={(event) => isInterrupted(event.currentTarget) || commit()}
        />
      </span>
      {error && (
        <small class="error-text" id={errorId} role="alert">
          {error}
        </small>
      )}
    </span>
  );
}

interface SliderProps extends ValueProps {
  readonly property: Property;
}

export function Slider({ value, onChange, property, label, readOnly, id }: SliderProps) {
  const { minValue, maxValue, step } = property.controller as unknown as Record<string, number | undefined>;
  const minimum = minValue ?? 0;
  const maximum = maxValue ?? 1;
  const hold = useHold(value);
  const shown = typeof hold.shown === 'number' ? hold.shown : minimum;
  const integer = isInteger(property.type);
  const set = (next: number) => {
    hold.move(next);
    onChange(next);
  };
  return (
    <span class="slider">
      <Range
        id={id}
        minimum={minimum}
        maximum={maximum}
        step={step || (integer ? 1 : 0)}
        value={shown}
        readOnly={readOnly}
        label={label}
        hold={hold}
        onChange={set}
      />
      <NumberInput
        value={hold.shown}
        onChange={onChange}
        label={`${label}, value`}
        readOnly={readOnly}
        step={step || undefined}
        integer={integer}
        {...rangeOf(property.type)}
      />
      {(shown < minimum || shown > maximum) && (
        <small class="beyond">{`Beyond ${shortened(minimum)} to ${shortened(maximum)}`}</small>
      )}
    </span>
  );
}

function stepOf(value: Json | undefined): number {
  const size = typeof value === 'number' ? Math.abs(value) : 0;
  return size >= 100 ? 1 : size >= 1 ? 0.1 : 0.01;
}

const full = (value: Json | undefined) => written(value, separators);

/** Shortens a number for display; the field shows all digits while it is edited. */
export function shortened(value: Json | undefined): string {
  if (typeof value !== 'number' || Number.isInteger(value)) return full(value);
  const size = Math.abs(value);
  const isExtreme = size !== 0 && (size < 0.0001 || size >= 1e7);
  return full(isExtreme ? value.toExponential(3) : Number(value.toFixed(size >= 1000 ? 2 : 4)));
}
