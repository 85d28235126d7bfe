import { isObject } from '../host/values.js';
import type { ControlProps } from './drawing.js';
import { Vector } from './vector.js';

/** A swatch that opens the color picker of the browser, and the four numbers. */
export function ColorControl({ binding, label, readOnly }: ControlProps) {
  const value = binding.value.value;
  const part = (name: string) => (isObject(value) ? Number(value[name] ?? 0) || 0 : 0);
  const color = [part('r'), part('g'), part('b')];
  // Pickers do not support colors that are brighter than a screen, so the additional brightness is kept.
  const intensity = Math.max(1, ...color);
  const bytes = color.map((each) => Math.round(Math.max(0, each / intensity) * 255));
  const pick = (code: string) => {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const picked = (Number.parseInt(code.slice(at, at + 2), 16) / 255) * intensity;
      return Math.round(picked * 1e4) / 1e4;
    });
    binding.set({ ...(isObject(value) ? value : {}), r: r!, g: g!, b: b! });
  };
  return (
    <div class="color">
      <input
        class="swatch"
        type="color"
        aria-label={label}
        disabled={readOnly}
        value={`#${bytes.map((each) => each.toString(16).padStart(2, '0')).join('')}`}
        onInput={(event) => pick(event.currentTarget.value)}
      />
      <Vector binding={binding} type="Color" label={label} readOnly={readOnly} />
    </div>
  );
}
