import { useRef, useState } from 'preact/hooks';
import type { Json } from '../../client/index.js';
import { isObject } from '../host/values.js';
import { type Point, useDrag } from '../ui/drag.js';
import { truncate } from '../ui/truncate.js';
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

/**
 * A swatch and a color code; when open, also a field of saturation and brightness, sliders for hue and opacity, and
 * numbers.
 */
export function ColorControl({ binding, label, readOnly }: ColorProps) {
  const hold = useHold(rgbaOf(binding.value.value));
  const [isOpen, setOpen] = useState(false);
  const color = hold.shown;
  const set = (next: Rgba) => {
    hold.move(next);
    binding.set({ ...next });
  };
  return (
    <div class="color stack loose">
      <div class="row">
        <button
          type="button"
          class="swatch"
          aria-label={`${label}: ${codeOf(color)}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <span style={{ backgroundColor: cssOf(color) }} />
        </button>
        <CodeInput color={color} set={set} label={`${label}, code`} readOnly={readOnly} />
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
  // Grey has no hue and black no saturation, so the last chosen ones are kept.
  const lastChosen = useRef({ h: 0, s: 0 });
  const hsv = toHsv(color);
  if (hsv.s > 0.001 && hsv.v > 0.001) lastChosen.current.h = hsv.h;
  if (hsv.v > 0.001) lastChosen.current.s = hsv.s;
  const { h, s } = lastChosen.current;
  const area = useRef<HTMLDivElement>(null);
  const before = useRef<Rgba | undefined>(undefined);
  // The intensity of a color brighter than the screen stays, even on the way through black.
  const intensity = intensityOf(before.current ?? color);
  const colorAt = ({ x, y }: Point) => {
    const { left, top, width, height } = area.current!.getBoundingClientRect();
    const inside = (part: number) => Math.min(1, Math.max(0, part));
    lastChosen.current.s = inside((x - left) / width);
    const v = intensity * (1 - inside((y - top) / height));
    return { ...fromHsv(h, lastChosen.current.s, v), a: color.a };
  };
  // A finger that starts sideways takes the field and may then move in any direction.
  const drag = useDrag<Rgba>({
    disabled: readOnly,
    value: color,
    hold,
    set,
    valueAt: colorAt,
    begin: () => {
      before.current = color;
    },
    end: () => {
      before.current = undefined;
    },
    taps: true,
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
        <span class="picker-dot" style={{ left: `${s * 100}%`, top: `${(1 - hsv.v / intensity) * 100}%` }} />
      </div>
      {range(
        'hue',
        h,
        (hue) => {
          lastChosen.current.h = hue;
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

interface CodeProps {
  readonly color: Rgba;
  readonly set: (color: Rgba) => void;
  readonly label: string;
  readonly readOnly: boolean;
}

function CodeInput({ color, set, label, readOnly }: CodeProps) {
  const draft = useDraft();
  const [error, setError] = useState('');
  const leave = () => {
    draft.end();
    setError('');
  };
  const commit = () => {
    if (readOnly) return;
    const typed = draft.text.current;
    const next = typed === undefined ? undefined : fromCode(typed, color);
    if (typed !== undefined && next === undefined)
      return setError(
        `“${truncate(typed)}” is not a colour; write #RRGGBB, or #RRGGBB ×2 for twice as bright`,
      );
    leave();
    if (next !== undefined) set(next);
  };
  return (
    <span class="with-error">
      <input
        class="input hex"
        type="text"
        aria-label={label}
        aria-invalid={error !== '' || undefined}
        spellcheck={false}
        autoComplete="off"
        readOnly={readOnly}
        value={draft.text.current ?? codeOf(color)}
        onInput={(event) => draft.type(event.currentTarget.value)}
        onBlur={(event) => isInterrupted(event.currentTarget) || commit()}
        onKeyDown={(event) => {
          if (event.isComposing) return;
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape' && draft.text.current !== undefined) {
            event.stopPropagation();
            leave();
          }
        }}
      />
      {error && (
        <small class="error-text" role="alert">
          {error}
        </small>
      )}
    </span>
  );
}

const round = (value: number) => Math.round(value * 1e4) / 1e4;

function rgbaOf(value: Json | undefined): Rgba {
  const part = (name: string, otherwise: number) =>
    isObject(value) ? Number(value[name] ?? otherwise) : otherwise;
  return { r: part('r', 0), g: part('g', 0), b: part('b', 0), a: part('a', 1) };
}

/** Returns how much brighter than the screen's maximum a color is; 1 if it is not. */
const intensityOf = ({ r, g, b }: Rgba) => Math.max(1, r, g, b);
const byte = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 255);

/** Returns the nearest color that a screen shows, in bytes. */
function onScreen(color: Rgba): readonly [r: number, g: number, b: number] {
  const intensity = intensityOf(color);
  return [byte(color.r / intensity), byte(color.g / intensity), byte(color.b / intensity)];
}

const cssOf = (color: Rgba) => `rgb(${onScreen(color).join(' ')} / ${Math.min(1, Math.max(0, color.a))})`;

/**
 * Returns `#FF8000`, followed by the opacity in hexadecimal if it is not opaque, and by ` ×4` if it is brighter than a
 * screen.
 */
function codeOf(color: Rgba): string {
  const bytes = [...onScreen(color), ...(color.a >= 1 ? [] : [byte(color.a)])];
  const code = `#${bytes.map((each) => each.toString(16).padStart(2, '0')).join('')}`.toUpperCase();
  const intensity = round(intensityOf(color));
  return intensity > 1 ? `${code} ×${intensity}` : code;
}

/** Parses a color code; missing opacity and intensity stay as before. */
function fromCode(text: string, before: Rgba): Rgba | undefined {
  const [, digits, times] =
    /^#?([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?:\s*[×*x]\s*(\d+(?:[.,]\d+)?))?$/i.exec(
      text.normalize('NFKC').trim(),
    ) ?? [];
  if (digits === undefined) return undefined;
  const intensity = times === undefined ? intensityOf(before) : Number(times.replace(',', '.'));
  const long = digits.length <= 4 ? [...digits].map((each) => each + each).join('') : digits;
  const part = (at: number) => Number.parseInt(long.slice(at, at + 2), 16) / 255;
  const [r, g, b] = [0, 2, 4].map((at) => round(part(at) * intensity)) as [number, number, number];
  return { r, g, b, a: long.length === 8 ? round(part(6)) : before.a };
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
