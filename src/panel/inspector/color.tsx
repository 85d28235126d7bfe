import { useRef, useState } from 'preact/hooks';
import type { Json } from '../../client/index.js';
import { isObject } from '../host/values.js';
import { type Point, useDrag } from '../ui/drag.js';
import type { Binding } from './binding.js';
import { isInterrupted, useDraft, useHold } from './draft.js';
import { NumberInput } from './number.js';
import { Range } from './range.js';

type Rgba = { readonly r: number; readonly g: number; readonly b: number; readonly a: number };

interface ColorProps {
  readonly binding: Binding;
  readonly label: string;
  readonly readOnly: boolean;
}

/** A swatch and its code, and below them what picks: a field of saturation and brightness, hue, opacity, numbers. */
export function ColorControl({ binding, label, readOnly }: ColorProps) {
  const hold = useHold(rgbaOf(binding.value.value));
  const [isOpen, setOpen] = useState(false);
  const color = hold.shown;
  const set = (next: Rgba) => {
    hold.move(next);
    binding.set({ ...next });
  };
  return (
    <div class="color">
      <div class="row">
        <button
          type="button"
          class="swatch"
          aria-label={`${label}: ${hexOf(color)}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <span style={{ backgroundColor: cssOf(color) }} />
        </button>
        <HexInput color={color} set={set} label={`${label}, code`} readOnly={readOnly} />
      </div>
      {isOpen && <Picker color={color} set={set} hold={hold} label={label} readOnly={readOnly} />}
    </div>
  );
}

interface PickerProps {
  readonly color: Rgba;
  readonly set: (color: Rgba) => void;
  readonly hold: { begin(): void; end(): void };
  readonly label: string;
  readonly readOnly: boolean;
}

function Picker({ color, set, hold, label, readOnly }: PickerProps) {
  // Grey has no hue and black no saturation: what was chosen last stays.
  const kept = useRef({ h: 0, s: 0 });
  const hsv = toHsv(color);
  if (hsv.s > 0.001 && hsv.v > 0.001) kept.current.h = hsv.h;
  if (hsv.v > 0.001) kept.current.s = hsv.s;
  const { h, s } = kept.current;
  const area = useRef<HTMLDivElement>(null);
  const before = useRef<Rgba | undefined>(undefined);
  const pick = ({ x, y }: Point) => {
    const { left, top, width, height } = area.current!.getBoundingClientRect();
    const inside = (part: number) => Math.min(1, Math.max(0, part));
    kept.current.s = inside((x - left) / width);
    set({ ...fromHsv(h, kept.current.s, 1 - inside((y - top) / height)), a: color.a });
  };
  // A finger that goes to the side over it takes it, and leads it anywhere then.
  const drag = useDrag({
    disabled: readOnly,
    begin() {
      before.current = color;
      hold.begin();
    },
    move: pick,
    end: hold.end,
    cancel() {
      set(before.current!);
      hold.end();
    },
    tap: pick,
  });
  const range = (name: string, value: number, change: (value: number) => Rgba, extra: string) => (
    <Range
      class={extra}
      minimum={0}
      maximum={1}
      step={0.002}
      value={value}
      readOnly={readOnly}
      label={`${label}, ${name}`}
      hold={hold}
      onChange={(next) => set(change(next))}
    />
  );
  return (
    <div
      class="picker"
      style={{ '--hue': `hsl(${h * 360} 100% 50%)`, '--opaque': cssOf({ ...color, a: 1 }) }}
    >
      <div ref={area} class="picker-area" aria-hidden="true" {...drag}>
        <span class="picker-dot" style={{ left: `${s * 100}%`, top: `${(1 - Math.min(1, hsv.v)) * 100}%` }} />
      </div>
      {range(
        'hue',
        h,
        (hue) => {
          kept.current.h = hue;
          return { ...fromHsv(hue, s, hsv.v), a: color.a };
        },
        'hue',
      )}
      {range('opacity', color.a, (a) => ({ ...color, a: round(a) }), 'opacity')}
      <div role="group" class="numbers of-4" aria-label={label}>
        {(['r', 'g', 'b', 'a'] as const).map((each) => (
          <NumberInput
            key={each}
            letter={each.toUpperCase()}
            label={`${label} ${each}`}
            value={color[each]}
            step={0.01}
            readOnly={readOnly}
            onChange={(next) => set({ ...color, [each]: Number(next) })}
          />
        ))}
      </div>
    </div>
  );
}

interface HexProps {
  readonly color: Rgba;
  readonly set: (color: Rgba) => void;
  readonly label: string;
  readonly readOnly: boolean;
}

function HexInput({ color, set, label, readOnly }: HexProps) {
  const draft = useDraft();
  const commit = () => {
    const typed = draft.text.current;
    const next = typed === undefined ? undefined : fromHex(typed, color.a);
    draft.end();
    if (next !== undefined) set(next);
  };
  return (
    <input
      class="input hex"
      type="text"
      aria-label={label}
      spellcheck={false}
      readOnly={readOnly}
      value={draft.text.current ?? hexOf(color)}
      onInput={(event) => draft.type(event.currentTarget.value)}
      onBlur={(event) => isInterrupted(event.currentTarget) || commit()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
    />
  );
}

const round = (value: number) => Math.round(value * 1e4) / 1e4;

function rgbaOf(value: Json | undefined): Rgba {
  const part = (name: string, otherwise: number) =>
    isObject(value) ? Number(value[name] ?? otherwise) : otherwise;
  return { r: part('r', 0), g: part('g', 0), b: part('b', 0), a: part('a', 1) };
}

const byte = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 255);
const cssOf = ({ r, g, b, a }: Rgba) =>
  `rgb(${byte(r)} ${byte(g)} ${byte(b)} / ${Math.min(1, Math.max(0, a))})`;

export function hexOf({ r, g, b, a }: Rgba): string {
  const digits = (value: number) => byte(value).toString(16).padStart(2, '0');
  return `#${digits(r)}${digits(g)}${digits(b)}${a >= 1 ? '' : digits(a)}`.toUpperCase();
}

function fromHex(text: string, alpha: number): Rgba | undefined {
  const digits = text.trim().replace(/^#/, '');
  if (!/^([\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i.test(digits)) return undefined;
  const long = digits.length === 3 ? [...digits].map((each) => each + each).join('') : digits;
  const part = (at: number) => round(Number.parseInt(long.slice(at, at + 2), 16) / 255);
  return { r: part(0), g: part(2), b: part(4), a: long.length === 8 ? part(6) : alpha };
}

function toHsv({ r, g, b }: Rgba): { h: number; s: number; v: number } {
  const v = Math.max(r, g, b);
  const c = v - Math.min(r, g, b);
  const h = c === 0 ? 0 : v === r ? ((g - b) / c + 6) % 6 : v === g ? (b - r) / c + 2 : (r - g) / c + 4;
  return { h: h / 6, s: v === 0 ? 0 : c / v, v };
}

function fromHsv(h: number, s: number, v: number): Omit<Rgba, 'a'> {
  const part = (n: number) => {
    const k = (n + h * 6) % 6;
    return round(v - v * s * Math.max(0, Math.min(k, 4 - k, 1)));
  };
  return { r: part(5), g: part(3), b: part(1) };
}
