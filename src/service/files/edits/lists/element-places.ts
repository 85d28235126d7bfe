import { isJsonObject, type Json } from '../../../json.js';
import { noBaseline, type Steps as Path } from '../../../objects/property-ref.js';
import type { Mark } from '../../../state/marks.js';
import type { Differences } from '../../../types/graph/differences.js';
import { hasOperations } from '../../../types/graph/file-reader.js';
import { itemsOf } from '../../../types/graph/kinds.js';
import { inlineElement } from '../../../types/graph/list-diff.js';
import type { Type } from '../../../types/type.js';
import { hasAll } from '../../document/is-same-json.js';
import { belowEach, type Kept, type Place, type Under } from '../edit-place.js';
import { carried, type FileValueWriter } from '../value-writer.js';
import { type ArrayOfFile, isReference, type Slot } from './array-of-file.js';
import { heldInElements, nestedLists, saysAny, type UnderElement } from './nested-lists.js';

/** The elements of an array that an entry holds: what the file has of each of them, and what there may be to say. */
export class ElementPlaces {
  readonly #place: Place;
  readonly #said: FileValueWriter;
  readonly #isInline: boolean;
  readonly #marksOf: (item: number) => readonly Mark[];
  readonly #keptOf: (entry: number) => readonly Kept[];
  readonly #elsewhereOf: (item: number) => readonly { readonly path: Path }[];
  readonly #awaitedOf: (item: number) => Place['awaitedUnder'];
  /** What earlier entries have in an element of an array that is merged into theirs. */
  readonly #underOf: (old: number) => UnderElement;
  readonly array: ArrayOfFile;
  /** What is there now, and was before, can be told by its elements. */
  readonly isList: boolean;

  constructor(
    place: Place,
    held: readonly Json[],
    element: Type,
    said: FileValueWriter,
    differences: Differences,
  ) {
    const { within, kept } = place;
    const items = itemsOf(place.now);
    const now = items ?? [];
    const before = itemsOf(place.before === noBaseline ? undefined : place.before);
    this.isList = items !== undefined && before !== undefined;
    this.#place = place;
    this.#said = said;
    this.#isInline = inlineElement(element) !== undefined;
    this.#marksOf = belowEach(place.marks);
    this.#keptOf = belowEach(kept);
    this.#elsewhereOf = belowEach(place.elsewhere.map((path) => ({ path })));
    this.#awaitedOf = belowEach(place.awaitedUnder);
    const defaults = this.#isInline ? defaultsOf(place.default) : undefined;
    const under = this.#isInline ? nestedLists(place.under, element, defaults) : [];
    const isOverOthers = under.length > 0;
    this.array = {
      path: place.file,
      held,
      element,
      now,
      before: before ?? [],
      defaults,
      under,
      isOverOthers,
      isMerged: isOverOthers && !place.isOfDefault && !hasOperations(held),
      saysAll: (entry, item) => hasAll(held[entry]!, said.added(element, now[item], false, within)),
      isLeftOut: (entry) => this.#keptOf(entry).some(({ path, isLeftOut }) => isLeftOut && path.length === 0),
      isSame: (value, old) => !differences.differs(element, value, old),
      write: (value, isNew) => said.added(element, value, isNew, within),
      carry: (entry, json) => carried(held[entry]!, json, this.#keptIn(entry)),
      waitsFor: (entry) =>
        this.#keptOf(entry).find(({ path, isLeftOut }) => !isLeftOut && path.length === 0)?.place[0],
      isAnyKept: kept.length > 0,
    };
    this.#underOf = this.array.isMerged ? heldInElements(this.array) : () => ({ held: [] });
  }

  /** Whether there is something to say of an element whatever it is. */
  isMarked(item: number): boolean {
    return this.#marksOf(item).length > 0;
  }

  /** The place of an element that has an entry. */
  at(slot: Slot): Place {
    const { item, old, entry, defaultIndex } = slot;
    const { within, isEdited, file } = this.#place;
    const { element, held, now, before, isMerged } = this.array;
    const defaults = defaultsOf(this.#place.default);
    const { held: under, defaultIndex: madeFrom = defaultIndex } = this.#underOf(old!);
    const kept = this.#keptIn(entry!);
    return {
      type: element,
      held: held[entry!],
      file: [...file, entry!],
      before: before[old!] ?? null,
      now: now[item!],
      default: defaultIndex === undefined ? noBaseline : (defaults?.[defaultIndex] ?? null),
      marks: this.#marksAt(slot, madeFrom, under, kept),
      kept,
      under,
      awaitedUnder: isMerged ? this.#awaitedOf(item!) : [],
      elsewhere: this.#elsewhereOf(item!).map(({ path }) => path),
      isEdited,
      isNewElement: this.#isInline && defaults !== undefined && defaultIndex === undefined,
      within,
    };
  }

  /** @param defaultIndex the default that it was made from */
  #marksAt(
    { item, old, entry }: Slot,
    defaultIndex: number | null | undefined,
    under: readonly Under[],
    kept: readonly Kept[],
  ): Mark[] {
    const { held, now, before } = this.array;
    const defaults = defaultsOf(this.#place.default);
    // What an earlier entry has in an element stays there, and counts unless this one says otherwise.
    const marks = this.#marksOf(item!).map((mark) => (saysAny(under, mark.path) ? decidedBy(mark) : mark));
    const wasNull = (before[old!] ?? null) === null && (now[item!] ?? null) === null;
    // It has waited, which a user has ended with another element than this: it must not come here either.
    if (wasNull && isReference(held[entry!]!) && !kept.some(({ path }) => path.length === 0))
      marks.push({ path: [], kind: 'decided' });
    // A reset has given it what the default at its index is, which its entry is not about.
    const isOfOther =
      this.#isInline && defaults !== undefined && defaultIndex !== item && item! < defaults.length;
    return isOfOther ? marks.flatMap(withoutReset) : marks;
  }

  /** What is to be said of an element that has no entry; undefined where that cannot be said alone. */
  added({ item, old, defaultIndex }: Slot): Json | undefined {
    const { element, now, before, isMerged } = this.array;
    if (this.#elsewhereOf(item!).some(({ path }) => path.length === 0)) return {};
    // What was decided without a difference from what earlier entries made.
    if (isMerged && this.isMarked(item!)) return undefined;
    const under = isMerged ? this.#underOf(old!) : undefined;
    const madeFrom = under === undefined ? defaultIndex : under.held.length === 0 ? under.defaultIndex : null;
    if (madeFrom !== null)
      return this.#said.delta(element, now[item!], defaultsOf(this.#place.default)?.[madeFrom!]);
    const delta = this.#said.delta(element, now[item!], before[old!]);
    return tellsOfDefaults(delta) ? undefined : delta;
  }

  #keptIn(entry: number): Kept[] {
    return this.#keptOf(entry).map((each) => ({ ...each, place: each.place.slice(1) }));
  }
}

/** Whether a list in it may be read over its captured default, and not over what earlier entries made of it. */
function tellsOfDefaults(json: Json): boolean {
  if (Array.isArray(json)) return json.some((each) => isJsonObject(each) && !Object.hasOwn(each, '@ref'));
  return isJsonObject(json) && Object.values(json).some(tellsOfDefaults);
}

/** Of a reset that taking something out does not say: the value is to be said. */
function decidedBy(mark: Mark): Mark {
  return mark.kind === 'reset' ? { path: mark.path, kind: 'decided' } : mark;
}

/** A reset that says nothing of the default; of what had waited it says that it does so no more. */
export function withoutReset(mark: Mark): Mark[] {
  if (mark.kind !== 'reset') return [mark];
  return mark.endedWaiting || mark.waited ? [{ path: mark.path, kind: 'decided' }] : [];
}

function defaultsOf(snapshot: unknown): readonly unknown[] | undefined {
  return Array.isArray(snapshot) ? snapshot : undefined;
}
