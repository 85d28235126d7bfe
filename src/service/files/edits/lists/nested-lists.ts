import { isJsonObject, type Json } from '../../../common/json.js';
import type { PathSegments as Path } from '../../../objects/property-ref.js';
import { isAtOrAbove } from '../../../state/marks.js';
import { hasOperations } from '../../../types/graph/file-reader.js';
import type { Type } from '../../../types/type.js';
import type { EarlierValue } from '../edit-place.js';
import { type ArrayOfFile, knownElements } from './array-of-file.js';

/**
 * Returns what earlier entries have of a list into which one without operations is merged. A list with operations, or
 * of another length than the captured default, is not merged with those before it.
 */
export function nestedLists(
  earlier: readonly EarlierValue[],
  element: Type,
  defaults: readonly unknown[] | undefined,
): EarlierValue[] {
  let lists: EarlierValue[] = [];
  let isMerged = true;
  for (const each of earlier) {
    // JSON inside an element does not change the length of the list.
    if (each.path.length > 0) lists.push(each);
    if (each.path.length > 0 || !Array.isArray(each.json)) continue;
    const isOfDefault = hasOperations(each.json);
    if (!isMerged || isOfDefault) lists = [];
    lists.push(each);
    if (defaults === undefined) continue;
    isMerged = isOfDefault
      ? knownElements({ held: each.json, element, defaults, isLeftOut: () => false }).length ===
        defaults.length
      : each.json.length <= defaults.length;
  }
  return isMerged ? lists : [];
}

/** What earlier entries have of an element, and the default that it was made from; null for a new element. */
export interface EarlierElement {
  readonly held: readonly EarlierValue[];
  readonly defaultIndex?: number | null;
}

/** Returns what earlier entries have by element; grouped, since many entries may be about one element. */
export function groupByElement({
  element,
  defaults,
  earlier,
}: ArrayOfFile): (index: number) => EarlierElement {
  const elements = new Map<number, EarlierValue[]>();
  const add = (index: number, each: EarlierValue) => {
    const earlierValues = elements.get(index);
    if (earlierValues === undefined) elements.set(index, [each]);
    else earlierValues.push(each);
  };
  let baseIndexOf = (index: number): number | undefined =>
    index < (defaults?.length ?? 0) ? index : undefined;
  for (const { path, json } of earlier) {
    const [index, ...rest] = path;
    if (index !== undefined) {
      add(Number(index), { path: rest, json });
      continue;
    }
    const held = json as readonly Json[];
    if (!hasOperations(held)) {
      for (const [i, each] of held.entries()) add(i, { path: [], json: each });
      continue;
    }
    // The following lists are merged into this one.
    const known = knownElements({ held, element, defaults, isLeftOut: () => false });
    for (const [i, { entry }] of known.entries())
      if (entry !== undefined) add(i, { path: [], json: held[entry]! });
    baseIndexOf = (i) => known[i]?.defaultIndex;
  }
  return (index) => ({ held: elements.get(index) ?? [], defaultIndex: baseIndexOf(index) ?? null });
}

/** True if earlier entries have any JSON at a path in an element, or at one that contains it. */
export function hasJsonAt(earlier: readonly EarlierValue[], path: Path): boolean {
  return earlier.some(({ path: inside, json }) => {
    if (isAtOrAbove(path, inside)) return inside.length > path.length || isNotEmpty(json);
    if (!isAtOrAbove(inside, path)) return false;
    let at: Json | undefined = json;
    for (const step of path.slice(inside.length)) {
      if (!isJsonObject(at)) return at !== undefined;
      at = Object.hasOwn(at, String(step)) ? at[String(step)] : undefined;
    }
    return at !== undefined && isNotEmpty(at);
  });
}

function isNotEmpty(json: Json): boolean {
  return !(isJsonObject(json) && Object.keys(json).length === 0);
}
