import type { Json } from '../../service/index.js';

/** The numbers of the repeats around an object, the innermost first, each counted from 0. */
export type RepeatIndices = readonly number[];

/** Matches the number of the nearest repeat, `{i}`, of the one around it, `{i1}`, and so on. */
const placeholder = /\{i(\d?)\}/g;

/** Replaces the numbers in a string; unknown ones stay. */
export function numbered(text: string, indices: RepeatIndices): string {
  if (indices.length === 0 || !text.includes('{')) return text;
  return text.replace(placeholder, (whole, outer: string) => String(indices[Number(outer)] ?? whole));
}

/** Replaces the numbers in all strings and names of a value. */
export function filled<T>(value: T, indices: RepeatIndices): T {
  if (indices.length === 0) return value;
  if (typeof value === 'string') return numbered(value, indices) as T;
  if (Array.isArray(value)) return value.map((item: Json) => filled(item, indices)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [numbered(name, indices), filled(item, indices)]),
  ) as T;
}

/** Yields the numbers of each copy under repeats of these counts, outermost first; one empty list without a repeat. */
export function* allIndices(repeats: readonly number[]): Generator<RepeatIndices> {
  const [count, ...inner] = repeats;
  if (count === undefined) return yield [];
  for (let i = 0; i < count; i++) for (const indices of allIndices(inner)) yield [...indices, i];
}
