import { isJsonObject, type Json, type JsonObject } from '../../../common/json.js';
import type { PathSegments } from '../../../objects/property-ref.js';
import { endOfMentioned, operationOf } from '../../../types/graph/file-reader.js';
import { isArray, itemsOf } from '../../../types/graph/kinds.js';
import { inlineElement } from '../../../types/graph/list-diff.js';
import { valueAt } from '../../pending/pending-references.js';
import type { EntryValue } from '../edit-place.js';

/**
 * Adds pending values to a list that is written as a whole. @returns the lines, and the new indexes of entries
 * that have any
 */
export function mergePending(
  { type, now, held, kept, pendingEarlier }: EntryValue,
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
  if (items === undefined || own.length + pendingEarlier.length + leftOut.length === 0)
    return { lines: json };
  const pending = [...pendingEarlier, ...own].filter(({ path }) => path.length > 0);
  const elements = pending.reduce((most, { path }) => Math.max(most, Number(path[0]) + 1), items.length);
  const { lines, at } = fillLines(json, elements);
  // The lines are scanned only once for all pending values.
  for (const { path, json: each } of pending) insertAt(lines, at[Number(path[0])]!, path.slice(1), each);
  const movedLeftOut = putLeftOut(lines, leftOut, held as readonly Json[]);
  const moved = own.map(({ entry, path }) => [entry, at[Number(path[0])]!] as const);
  return { lines, moved: new Map([...moved, ...movedLeftOut]) };
}

/** Returns the entries with one for each element, and the indexes of the elements' entries. */
function fillLines(entries: readonly Json[], elements: number): { lines: Json[]; at: number[] } {
  const isOfElement = (entry: Json) => operationOf(entry) !== 'removed';
  const missing = Math.max(elements - entries.filter(isOfElement).length, 0);
  const unchanged = Array.from({ length: missing }, () => ({}));
  const lines = entries.toSpliced(endOfMentioned(entries), 0, ...unchanged);
  return { lines, at: lines.flatMap((line, i) => (isOfElement(line) ? [i] : [])) };
}

/** Inserts a pending value into the JSON of a value, at its path. */
function insertPending(into: Json, [segment, ...rest]: PathSegments, json: Json): void {
  if (Array.isArray(into)) {
    const { lines, at } = fillLines(into, Number(segment) + 1);
    for (const [i, line] of lines.entries()) into[i] = line;
    insertAt(into, at[Number(segment)]!, rest, json);
  } else if (isJsonObject(into)) insertAt(into, String(segment), rest, json);
}

/**
 * Puts entries without an element, such as one of an unknown type, back into an array: in the place of a removed
 * element, or at the end if they are new. @returns their new indexes by the old ones
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

function insertAt<K extends string | number>(
  into: Record<K, Json>,
  at: K,
  rest: PathSegments,
  json: Json,
): void {
  if (rest.length === 0) into[at] = json;
  else {
    into[at] ??= (typeof rest[0] === 'number' ? [] : {}) satisfies Json[] | JsonObject;
    insertPending(into[at], rest, json);
  }
}
