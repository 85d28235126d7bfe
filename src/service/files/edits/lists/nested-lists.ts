import { isJsonObject, type Json } from '../../../json.js';
import type { Steps as Path } from '../../../objects/property-ref.js';
import { isAtOrAbove } from '../../../state/marks.js';
import { hasOperations } from '../../../types/graph/file-reader.js';
import type { Type } from '../../../types/type.js';
import type { Under } from '../edit-place.js';
import { type ArrayOfFile, knownElements } from './array-of-file.js';

/**
 * What earlier entries have of a list that one without operations is merged into. Each list is merged into those before it,
 * unless it has operations: what is longer or shorter than the captured default then is merged with no other.
 */
export function nestedLists(
  under: readonly Under[],
  element: Type,
  defaults: readonly unknown[] | undefined,
): Under[] {
  let lists: Under[] = [];
  let isMerged = true;
  for (const each of under) {
    // What is in an element leaves the list as long as it is.
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

/** What earlier entries have in an element, and the default that they made it from; null for a new one. */
export interface UnderElement {
  readonly held: readonly Under[];
  readonly defaultIndex?: number | null;
}

/** Of each element, where very many entries may be about one alone. */
export function heldInElements({ element, defaults, under }: ArrayOfFile): (index: number) => UnderElement {
  const elements = new Map<number, Under[]>();
  const add = (index: number, each: Under) => {
    const present = elements.get(index);
    if (present === undefined) elements.set(index, [each]);
    else present.push(each);
  };
  let madeFrom = (index: number): number | undefined => (index < (defaults?.length ?? 0) ? index : undefined);
  for (const { path, json } of under) {
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
    // Those behind it are merged into it.
    const known = knownElements({ held, element, defaults, isLeftOut: () => false });
    for (const [i, { entry }] of known.entries())
      if (entry !== undefined) add(i, { path: [], json: held[entry]! });
    madeFrom = (i) => known[i]?.defaultIndex;
  }
  return (index) => ({ held: elements.get(index) ?? [], defaultIndex: madeFrom(index) ?? null });
}

/** Whether earlier entries have anything at a place in an element, or in what it is in. */
export function saysAny(under: readonly Under[], path: Path): boolean {
  return under.some(({ path: inside, json }) => {
    if (isAtOrAbove(path, inside)) return inside.length > path.length || says(json);
    if (!isAtOrAbove(inside, path)) return false;
    let at: Json | undefined = json;
    for (const step of path.slice(inside.length)) {
      if (!isJsonObject(at)) return at !== undefined;
      at = Object.hasOwn(at, String(step)) ? at[String(step)] : undefined;
    }
    return at !== undefined && says(at);
  });
}

function says(json: Json): boolean {
  return !(isJsonObject(json) && Object.keys(json).length === 0);
}
