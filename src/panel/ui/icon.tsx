import { symbols } from './symbols.js';
import { urlSegment } from './truncate.js';

/** A Material Symbol, hidden from screen readers. */
export function Icon({ name, class: extra = '' }: { name: string; class?: string }) {
  const outline = Object.hasOwn(symbols, name) ? symbols[name] : undefined;
  if (outline !== undefined)
    return (
      <svg class={`icon ${extra}`} viewBox="0 -960 960 960" aria-hidden="true">
        <path d={outline} />
      </svg>
    );
  return (
    <span
      class={`icon glyph ${extra}`}
      aria-hidden="true"
      style={{ maskImage: `url("panel/glyph?name=${urlSegment(name)}")` }}
    />
  );
}
