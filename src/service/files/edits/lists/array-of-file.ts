import { isJsonObject, type Json } from '../../../json.js';
import type { Steps as Path } from '../../../objects/property-ref.js';
import { endOfMentioned, operationOf } from '../../../types/graph/file-reader.js';
import { inlineElement } from '../../../types/graph/list-diff.js';
import type { Type } from '../../../types/type.js';
import type { Under } from '../edit-place.js';

/** An element of an array: its index now and before, its entry in the file, the default that the entry is about. */
export interface Slot {
  readonly item: number | undefined;
  readonly old: number | undefined;
  readonly entry: number | undefined;
  readonly defaultIndex: number | undefined;
}

/** What stands in the file for an element that was there when it was in step. */
export interface Known {
  /** Its index in the array of the file; undefined where that does not mention it. */
  readonly entry: number | undefined;
  /** The default that it is about; undefined for a new element. */
  readonly defaultIndex: number | undefined;
}

export interface ArrayOfFile {
  readonly path: Path;
  readonly held: readonly Json[];
  readonly element: Type;
  readonly now: readonly unknown[];
  readonly before: readonly unknown[];
  /** The captured default of an array that is written element by element; undefined for one that is written whole. */
  readonly defaults: readonly unknown[] | undefined;
  /** What earlier entries have of the array, as far as it counts: lists, and what is in elements. */
  readonly under: readonly Under[];
  /** Earlier entries have the array too: with an operation it tells of the default, without one of what they made of it. */
  readonly isOverOthers: boolean;
  /** It holds none, and is merged into what earlier entries made of the array: its new elements stand behind all others. */
  readonly isMerged: boolean;
  /** Whether an entry says all of an element, so that it may stand for it wherever it is. */
  saysAll(entry: number, item: number): boolean;
  /** An entry stands for an element that is not there. */
  isLeftOut(entry: number): boolean;
  /** The index now of the element that an entry stands for and that waits for its value; undefined for others. */
  waitsFor(entry: number): string | number | undefined;
  /** Whether anything in it waits, or is left out. */
  readonly isAnyKept: boolean;
  isSame(value: unknown, old: unknown): boolean;
  write(value: unknown, isNew: boolean): Json;
  /** An element that goes to a new entry, with what its entry holds besides. */
  carry(entry: number, json: Json): Json;
}

/** As a load reads them: what stands in an array of a file for each of its elements. */
export function knownElements({
  held,
  element,
  defaults,
  isLeftOut,
}: Pick<ArrayOfFile, 'held' | 'element' | 'defaults' | 'isLeftOut'>): Known[] {
  const isInline = inlineElement(element) !== undefined;
  const known: Known[] = [];
  const count = defaults?.length ?? 0;
  const restAt = endOfMentioned(held);
  let old = 0;
  const rest = () => {
    while (old < count) known.push({ entry: undefined, defaultIndex: old++ });
  };
  for (const [entry, json] of held.entries()) {
    if (entry === restAt) rest();
    const operation = isInline ? operationOf(json) : undefined;
    const isNew = operation === 'new' || old >= count;
    const defaultIndex = isNew && operation !== 'removed' ? undefined : old++;
    if (operation !== 'removed' && !isLeftOut(entry)) known.push({ entry, defaultIndex });
  }
  rest();
  return known;
}

/** Whether an entry refers to something. */
export function isReference(json: Json): boolean {
  return isJsonObject(json) && (json['@ref'] ?? null) !== null;
}
