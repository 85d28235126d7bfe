import { useRef } from 'preact/hooks';
import { useDrag } from '../ui/drag.js';

interface RangeProps {
  readonly value: number;
  readonly minimum: number;
  readonly maximum: number;
  /** 0 for any value. */
  readonly step: number;
  readonly label: string;
  readonly readOnly?: boolean | undefined;
  readonly id?: string | undefined;
  readonly onChange: (value: number) => void;
  readonly hold: { begin(): void; end(): void };
}

/** Width of the browser's thumb in pixels; for touch it is 1.5 times as wide, which `reach` allows for. */
const thumbSize = 16;
/** Pixels to each side of a thumb's center within which a touch grabs it. */
const reach = 22;

/**
 * A slider. The browser draws it and handles keys, but pointers are handled here, because browsers set a range as soon
 * as a finger touches it, even to scroll.
 */
export function Range({ value, minimum, maximum, step, label, readOnly, id, onChange, hold }: RangeProps) {
  const input = useRef<HTMLInputElement>(null);
  const held = useRef({ base: 0, width: 1 });
  const inside = (number: number) => Math.min(maximum, Math.max(minimum, number));
  const share = maximum > minimum ? (inside(value) - minimum) / (maximum - minimum) : 0;
  const drag = useDrag({
    disabled: readOnly,
    value,
    hold,
    set: onChange,
    begin({ x }, element) {
      const box = element.getBoundingClientRect();
      const [left, width] = [box.left + thumbSize / 2, Math.max(1, box.width - thumbSize)];
      // A thumb that is held at its side does not jump.
      const isThumb = Math.abs(left + share * width - x) <= reach;
      const there = inside(minimum + ((x - left) / width) * (maximum - minimum));
      held.current = { base: isThumb ? value : there, width };
      input.current?.focus({ preventScroll: true });
    },
    valueAt({ x }, { from, before }) {
      const { base, width } = held.current;
      if (x === from.x && base === before) return before;
      const exact = inside(base + ((x - from.x) / width) * (maximum - minimum));
      return tidy(inside(step > 0 ? minimum + Math.round((exact - minimum) / step) * step : exact));
    },
  });
  return (
    <span class="range" {...drag}>
      <input
        ref={input}
        id={id}
        type="range"
        min={minimum}
        max={maximum}
        step={step || 'any'}
        value={value}
        disabled={readOnly}
        aria-label={label}
        onInput={(event) => onChange(tidy(Number(event.currentTarget.value)))}
      />
    </span>
  );
}

/** Rounds away binary noise. */
export const tidy = (value: number) => Number(value.toPrecision(9));
