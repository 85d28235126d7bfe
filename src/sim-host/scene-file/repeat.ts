import type { Json } from '../../service/index.js';

/** The numbers of the repeats that something stands under, the innermost first; each counts from 0. */
export type RepeatIndices = readonly number[];

/** `{i}` is the number of the nearest repeat, `{i1}` that of the one around it, `{i2}` of the next, and so on. */
const placeholder = /\{i(\d?)\}/g;

/** A text with the numbers filled in; what no repeat gives stays as it is. */
export function numbered(text: string, indices: RepeatIndices): string {
  if (indices.length === 0 || !text.includes('{')) return text;
  return text.replace(placeholder, (whole, outer: string) => String(indices[Number(outer)] ?? whole));
}

/** The same at any depth of a value, in names too. */
export function filled<T>(value: T, indices: RepeatIndices): T {
  if (indices.length === 0) return value;
  if (typeof value === 'string') return numbered(value, indices) as T;
  if (Array.isArray(value)) return value.map((item: Json) => filled(item, indices)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [numbered(name, indices), filled(item, indices)]),
  ) as T;
}

/** True when a text anywhere in the value has a number to be filled in. */
export function hasPlaceholder(value: unknown): boolean {
  if (typeof value === 'string') return deepestPlaceholder(value) > 0;
  if (Array.isArray(value)) return value.some(hasPlaceholder);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, item]) => hasPlaceholder(name) || hasPlaceholder(item));
}

/** How many repeats a text needs around it: 0 without `{i}`, 1 with it, 2 with `{i1}`. */
export function deepestPlaceholder(text: string): number {
  return Math.max(0, ...[...text.matchAll(placeholder)].map(([, outer]) => Number(outer) + 1));
}

/** All numbers under repeats of those counts, the outermost first; one empty list without a repeat. */
export function* allIndices(repeats: readonly number[]): Generator<RepeatIndices> {
  const [count, ...inner] = repeats;
  if (count === undefined) return yield [];
  for (let i = 0; i < count; i++) for (const indices of allIndices(inner)) yield [...indices, i];
}
