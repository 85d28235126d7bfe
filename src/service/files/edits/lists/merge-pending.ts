import { isJsonObject, type Json, type JsonObject } from '../../../json.js';
import type { Steps } from '../../../objects/property-ref.js';
import { endOfMentioned, operationOf } from '../../../types/graph/file-reader.js';
import { isArray, itemsOf } from '../../../types/graph/kinds.js';
import { inlineElement } from '../../../types/graph/list-diff.js';
import { valueAt } from '../../pending/pending-references.js';
import type { Place } from '../edit-place.js';

/** What waits in a list that is said as a whole goes on waiting. @returns where in it entries are then that something waits in */
export function mergePending(
  { type, now, held, kept, awaitedUnder }: Place,
  json: Json,
): { readonly lines: Json; readonly moved?: ReadonlyMap<number, number> } {
  const items = itemsOf(now);
  if (!isArray(type) || inlineElement(type.element) === undefined || !Array.isArray(json))
    return { lines: json };
  const own = kept.flatMap(({ path, place, isLeftOut }) => {
    const value = isLeftOut ? undefined : valueAt(held ?? null, path);
    return value === undefined ? [] : [{ entry: Number(path[0]), path: place, json: value }];
  });
  const leftOut = kept.flatMap(({ path, isLeftOut }) =>
    isLeftOut && path.length === 1 && Array.isArray(held) ? Number(path[0]) : [],
  );
  if (items === undefined || own.length + awaitedUnder.length + leftOut.length === 0) return { lines: json };
  const awaited = [...awaitedUnder, ...own].filter(({ path }) => path.length > 0);
  const elements = awaited.reduce((most, { path }) => Math.max(most, Number(path[0]) + 1), items.length);
  const { lines, at } = withAllLines(json, elements);
  // The lines are looked through once for all that waits in them.
  for (const { path, json: each } of awaited) putAt(lines, at[Number(path[0])]!, path.slice(1), each);
  const left = putLeftOut(lines, leftOut, held as readonly Json[]);
  const moved = own.map(({ entry, path }) => [entry, at[Number(path[0])]!] as const);
  return { lines, moved: new Map([...moved, ...left]) };
}

/** The entries of an array, with one for each of its elements, and where those of the elements are. */
function withAllLines(entries: readonly Json[], elements: number): { lines: Json[]; at: number[] } {
  const isOfElement = (entry: Json) => operationOf(entry) !== 'removed';
  const missing = Math.max(elements - entries.filter(isOfElement).length, 0);
  const unchanged = Array.from({ length: missing }, () => ({}));
  const lines = entries.toSpliced(endOfMentioned(entries), 0, ...unchanged);
  return { lines, at: lines.flatMap((line, i) => (isOfElement(line) ? [i] : [])) };
}

/** Puts what waits into what is written of a value, at its place. */
function putAwaited(into: Json, [step, ...rest]: Steps, json: Json): void {
  if (Array.isArray(into)) {
    const { lines, at } = withAllLines(into, Number(step) + 1);
    for (const [i, line] of lines.entries()) into[i] = line;
    putAt(into, at[Number(step)]!, rest, json);
  } else if (isJsonObject(into)) putAt(into, String(step), rest, json);
}

/**
 * Puts what stands for no element, such as one of an unknown type, into the entries of an array: at its place where an element
 * is removed there, as it is for having another in its place, and behind them where it is new. @returns where they are now
 */
function putLeftOut(lines: Json[], leftOut: readonly number[], held: readonly Json[]): Map<number, number> {
  const moved = new Map<number, number>();
  for (const entry of leftOut) {
    const json = held[entry]!;
    const line = lines[entry];
    if (operationOf(json) === 'new') moved.set(entry, lines.push(json) - 1);
    else if (line !== undefined && operationOf(line) === 'removed') {
      lines[entry] = json;
      moved.set(entry, entry);
    }
  }
  return moved;
}

function putAt<K extends string | number>(into: Record<K, Json>, at: K, rest: Steps, json: Json): void {
  if (rest.length === 0) into[at] = json;
  else {
    into[at] ??= (typeof rest[0] === 'number' ? [] : {}) satisfies Json[] | JsonObject;
    putAwaited(into[at], rest, json);
  }
}
