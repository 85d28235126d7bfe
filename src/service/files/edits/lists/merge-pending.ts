import { isJsonObject, type Json, type JsonObject } from '../../../common/json.js';
import type { PathSegments } from '../../../objects/property-ref.js';
import { isAtOrAbove } from '../../../state/marks.js';
import { endOfMentioned, operationOf } from '../../../types/graph/file-reader.js';
import { compositeOf, isArray, itemsOf } from '../../../types/graph/kinds.js';
import { isObjectList } from '../../../types/graph/list-diff.js';
import { plainType } from '../../../types/nullable.js';
import type { Type } from '../../../types/type.js';
import { valueAt } from '../../pending/pending-references.js';
import { type EarlierJson, type EntryValue, type PendingValue, pendingValuesOf } from '../entry-value.js';

/** A list of an entry that is rewritten as a whole, in this entry or in a later one. */
export interface RewrittenList {
  /** The JSON of an earlier entry; undefined for a list of this entry. */
  readonly earlier: EarlierJson | undefined;
  /** The path of the list in the entry that had it. */
  readonly entryPath: PathSegments;
  /** The paths of its pending values in that entry, and in the list that is written. */
  readonly movedPaths: readonly PathPair[];
}

type PathPair = readonly [from: PathSegments, to: PathSegments];

/** The pending values of one entry in a list, with paths relative to the list. */
interface PendingInEntry extends RewrittenSource {
  readonly values: readonly PendingJson[];
  /** Indexes of elements that are missing, such as one of an unknown type. */
  readonly leftOut: readonly number[];
}

type RewrittenSource = Pick<RewrittenList, 'earlier' | 'entryPath'> & { readonly json: Json };

interface PendingJson {
  readonly path: PathSegments;
  readonly objectPath: PathSegments;
  readonly json: Json;
}

/** Adds the pending values of this and earlier entries to a list that is written as a whole. */
export function mergePending(
  { type, now, held, entryPath, pending, earlier }: EntryValue,
  json: Json,
): { readonly lines: Json; readonly rewritten: readonly RewrittenList[] } {
  const items = itemsOf(now);
  if (!isObjectList(type) || !Array.isArray(json) || items === undefined)
    return { lines: json, rewritten: [] };
  const own = pendingIn({ earlier: undefined, entryPath, json: held ?? null }, pending);
  const all = [...earlier.map(pendingInEarlier), ...(isEmpty(own) ? [] : [own])];
  const indexes = all.flatMap(({ values }) => values.map(({ objectPath }) => Number(objectPath[0])));
  const elements = indexes.reduce((most, index) => Math.max(most, index + 1), items.length);
  // The lines are scanned only once for all pending values.
  const { lines, at } = all.every(isEmpty) ? { lines: json, at: [] } : fillLines(json, elements);
  const rewritten = all.map(
    ({ earlier: from, entryPath: list, json: before, values, leftOut }): RewrittenList => {
      const inserted = values.map(
        ({ path, objectPath, json: value }): PathPair => [
          path,
          insertAt(lines, at[Number(objectPath[0])]!, objectPath, value, { type, value: now }),
        ],
      );
      const pairs = [...inserted, ...putLeftOut(lines, leftOut, before as readonly Json[])];
      const files = pairs.map(
        ([path, to]): PathPair => [
          [...list, ...path],
          [...entryPath, ...to],
        ],
      );
      return { earlier: from, entryPath: list, movedPaths: files };
    },
  );
  // Paths of this entry are replaced before those of earlier entries are added.
  return { lines, rewritten: rewritten.toReversed() };
}

function isEmpty({ values, leftOut }: PendingInEntry): boolean {
  return values.length + leftOut.length === 0;
}

function pendingIn(source: RewrittenSource, pending: readonly PendingValue[]): PendingInEntry {
  const { json } = source;
  const values = pending.flatMap(({ path, objectPath, isLeftOut }) => {
    const value = isLeftOut || objectPath.length === 0 ? undefined : valueAt(json, path);
    return value === undefined ? [] : [{ path, objectPath, json: value }];
  });
  const leftOut = pending.flatMap(({ path, isLeftOut }) =>
    isLeftOut && path.length === 1 && Array.isArray(json) ? Number(path[0]) : [],
  );
  return { ...source, values, leftOut };
}

function pendingInEarlier(earlier: EarlierJson): PendingInEntry {
  const { entry, json, entryPath, inside } = earlier;
  const pending = pendingValuesOf(entry).flatMap((each): PendingValue | [] => {
    if (!isAtOrAbove(entryPath, each.path)) return [];
    const objectPath = [...inside, ...each.objectPath.slice(entryPath.length)];
    return { ...each, path: each.path.slice(entryPath.length), objectPath };
  });
  return pendingIn({ earlier, entryPath, json }, pending);
}

/** Adds missing entries, so that each element has one. Also returns the indexes of the elements' entries. */
function fillLines(entries: readonly Json[], elements: number): { lines: Json[]; at: number[] } {
  const isOfElement = (entry: Json) => operationOf(entry) !== 'removed';
  const missing = Math.max(elements - entries.filter(isOfElement).length, 0);
  const unchanged = Array.from({ length: missing }, () => ({}));
  const lines = entries.toSpliced(endOfMentioned(entries), 0, ...unchanged);
  return { lines, at: lines.flatMap((line, i) => (isOfElement(line) ? [i] : [])) };
}

/** A value that JSON describes, with its type. */
interface LiveValue {
  readonly type: Type;
  readonly value: unknown;
}

/** Inserts a pending value into the JSON of a live value, at its path. @returns its path in the JSON */
function insertPending(
  into: Json,
  path: PathSegments,
  json: Json,
  live: LiveValue | undefined,
): PathSegments {
  const [segment] = path;
  if (Array.isArray(into)) {
    const count = (live && isArray(plainType(live.type)) && itemsOf(live.value)?.length) || 0;
    const { lines, at } = fillLines(into, Math.max(Number(segment) + 1, count));
    for (const [i, line] of lines.entries()) into[i] = line;
    return insertAt(into, at[Number(segment)]!, path, json, live);
  }
  return isJsonObject(into) ? insertAt(into, String(segment), path, json, live) : [];
}

/** Returns a member or an element of a value; undefined if it is unknown. */
function partOf({ type, value }: LiveValue, segment: string | number): LiveValue | undefined {
  const plain = plainType(type);
  if (isArray(plain)) return { type: plain.element, value: itemsOf(value)?.[Number(segment)] };
  const composite = compositeOf(plain);
  const target = composite?.living(value);
  const member = target && composite?.classOfInline(target)?.member(String(segment));
  return member && { type: member.type, value: member.read(target) };
}

/**
 * Puts entries without an element, such as those of an unknown type, back into an array. New ones are appended, others
 * replace the removal at their index. @returns their new indexes by the old ones
 */
function putLeftOut(lines: Json[], leftOut: readonly number[], held: readonly Json[]): PathPair[] {
  const moved: PathPair[] = [];
  for (const entry of leftOut) {
    const json = held[entry]!;
    const line = lines[entry];
    if (operationOf(json) === 'new') moved.push([[entry], [lines.push(json) - 1]]);
    else if (line !== undefined && operationOf(line) === 'removed') {
      lines[entry] = json;
      moved.push([[entry], [entry]]);
    }
  }
  return moved;
}

/** @param at the key of the first path segment in the JSON */
function insertAt<K extends string | number>(
  into: Record<K, Json>,
  at: K,
  [segment, ...rest]: PathSegments,
  json: Json,
  live: LiveValue | undefined,
): PathSegments {
  if (rest.length === 0) {
    into[at] = json;
    return [at];
  }
  into[at] ??= (typeof rest[0] === 'number' ? [] : {}) satisfies Json[] | JsonObject;
  return [at, ...insertPending(into[at], rest, json, live && partOf(live, segment!))];
}
