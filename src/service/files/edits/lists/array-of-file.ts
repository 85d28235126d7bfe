import { isJsonObject, type Json } from '../../../common/json.js';
import type { PathSegments as Path } from '../../../objects/property-ref.js';
import { endOfMentioned, operationOf } from '../../../types/graph/file-reader.js';
import { inlineElement } from '../../../types/graph/list-diff.js';
import type { Type } from '../../../types/type.js';

/**
 * An element of an array: its present and old index, its entry in the file, and the index of the default it
 * modifies.
 */
export interface Slot {
  readonly item: number | undefined;
  readonly old: number | undefined;
  readonly entry: number | undefined;
  readonly defaultIndex: number | undefined;
}

/** The entry and the default of an element that existed when the file was last in sync. */
export interface KnownElement {
  /** Its index in the array of the file; undefined if the file does not mention it. */
  readonly entry: number | undefined;
  /** The index of the default it modifies; undefined for a new element. */
  readonly defaultIndex: number | undefined;
}

export interface ArrayOfFile {
  readonly path: Path;
  readonly held: readonly Json[];
  readonly element: Type;
  readonly now: readonly unknown[];
  readonly before: readonly unknown[];
  /**
   * The captured default of an array that is written element by element; undefined for one that is written as a
   * whole.
   */
  readonly defaults: readonly unknown[] | undefined;
  /** True if an entry has all members of an element, so that the entry may move with the element. */
  isComplete(entry: number, item: number): boolean;
  /** True if the array lacks the element of an entry. */
  isLeftOut(entry: number): boolean;
  /** Returns the present index of an entry's element if the element's value is pending, else undefined. */
  pendingIndexOf(entry: number): string | number | undefined;
  write(value: unknown, isNew: boolean): Json;
  /** Returns the JSON of an element that moves to a new entry, with the other members of its old entry. */
  carryOver(entry: number, json: Json): Json;
}

/** Returns the entry and the default of each array element, as a load of the file determines them. */
export function knownElements({
  held,
  element,
  defaults,
  isLeftOut,
}: Pick<ArrayOfFile, 'held' | 'element' | 'defaults' | 'isLeftOut'>): KnownElement[] {
  const isInline = inlineElement(element) !== undefined;
  const known: KnownElement[] = [];
  const count = defaults?.length ?? 0;
  const restAt = endOfMentioned(held);
  let old = 0;
  const addRest = () => {
    while (old < count) known.push({ entry: undefined, defaultIndex: old++ });
  };
  for (const [entry, json] of held.entries()) {
    if (entry === restAt) addRest();
    const operation = isInline ? operationOf(json) : undefined;
    const isNew = operation === 'new' || old >= count;
    const defaultIndex = isNew && operation !== 'removed' ? undefined : old++;
    if (operation !== 'removed' && !isLeftOut(entry)) known.push({ entry, defaultIndex });
  }
  addRest();
  return known;
}

/** True if an entry is a reference that is not null. */
export function isReference(json: Json): boolean {
  return isJsonObject(json) && (json['@ref'] ?? null) !== null;
}
