import { useState } from 'preact/hooks';
import { truncate } from './truncate.js';

export interface Option {
  readonly value: string;
  readonly label: string;
}

export interface SelectProps {
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
  readonly label: string;
  readonly readOnly: boolean;
  readonly id?: string | undefined;
}

/** Maximum number of options that are rendered before the list is opened. */
const maxUnopenedOptions = 100;

/** A native list, which works best on phones. It also shows a value that is not among the options. */
export function Select({ value, options, onChange, label, readOnly, id }: SelectProps) {
  const [isUsed, setUsed] = useState(false);
  const use = () => setUsed(true);
  const isKnown = options.some((each) => each.value === value);
  const there =
    isUsed || options.length <= maxUnopenedOptions ? options : options.filter((each) => each.value === value);
  return (
    <select
      id={id}
      class="input select"
      aria-label={label}
      disabled={readOnly}
      value={value}
      onPointerDown={use}
      onFocus={use}
      onBlur={() => setUsed(false)}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {!isKnown && <option value={value}>{value === '' ? '—' : `${truncate(value)} (not available)`}</option>}
      {there.map((each) => (
        <option key={each.value} value={each.value}>
          {truncate(each.label)}
        </option>
      ))}
    </select>
  );
}

interface SegmentsProps<T extends string> {
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
  readonly label: string;
  readonly readOnly?: boolean | undefined;
  readonly id?: string | undefined;
}

/** A choice of a few short options, drawn as buttons side by side. */
export function Segments<T extends string>(props: SegmentsProps<T>) {
  const { value, options, onChange, label, readOnly, id } = props;
  return (
    <div role="group" class="segments" aria-label={label} id={id}>
      {options.map((each) => (
        <button
          key={each.value}
          type="button"
          aria-pressed={each.value === value}
          disabled={readOnly}
          onClick={() => onChange(each.value)}
        >
          {each.label}
        </button>
      ))}
    </div>
  );
}
