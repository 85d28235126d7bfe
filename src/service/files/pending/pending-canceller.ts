import { type ChangeOrigin, isEdit } from '../../access/origin.js';
import type { Written } from '../../access/transactions/transaction.js';
import type { ExposedModel } from '../../model.js';
import type { ExposedObjectHandle } from '../../objects/handle.js';
import { noBaseline, type PropertyRef, type Steps } from '../../objects/property-ref.js';
import type { Captured } from '../../state/defaults.js';
import { itemsOf } from '../../types/graph/kinds.js';
import type { BoundEntries } from '../entries/bound-entries.js';
import { entriesWithParent } from '../entries/entry-parents.js';
import { memberAt, type Place } from '../entries/place.js';
import type { PendingReference } from './pending-references.js';

/** Hears of what is written to objects: what a document has for that place and waits does so no more. */
export class PendingCanceller {
  readonly #model: ExposedModel;
  readonly #entries: BoundEntries;

  constructor(model: ExposedModel, entries: BoundEntries) {
    this.#model = model;
    this.#entries = entries;
  }

  /** A user has written a place of an object: what waited there does so no more, and the file is to say what it is. */
  written(written: Written): void {
    const { ref, moved, origin } = written;
    if (moved !== undefined) {
      const path = ref.unitPath;
      const waiting = this.#entries
        .of(ref.unit)
        .flatMap((entry) => (entry.waiting.size > 0 ? [entry.waiting] : []));
      for (const each of waiting) each.move(path, moved);
      const isRearranged = waiting.some((each) => each.isRearranged(path));
      if (isEdit(origin)) this.#model.saved.noteRearranged(ref.unit, path, isRearranged);
      return;
    }
    this.#end(written);
  }

  /**
   * Application code has changed something at a place. What waits where it is as before goes on waiting: a list is another one
   * too where an object that it refers to has died. What stands in it and is no element is so in the other one as well.
   */
  changed(ref: PropertyRef, origin: ChangeOrigin): void {
    this.#end({ ref, origin, isReset: false }, (place, { place: path, isLeftOut }) =>
      isLeftOut ? this.#isList(place, path.slice(0, -1)) : this.#isAsSaved(place, path),
    );
  }

  #isList(place: Place, path: Steps): boolean {
    try {
      return itemsOf(memberAt(this.#model, place, path.join('/')).get()) !== undefined;
    } catch {
      return false;
    }
  }

  #isAsSaved(place: Place, path: Steps): boolean {
    try {
      const ref = memberAt(this.#model, place, path.join('/'));
      const before = ref.baseline(this.#model.saved.membersOf(ref.unit));
      return before !== noBaseline && ref.type.same(ref.get(), before);
    } catch {
      return false;
    }
  }

  /** A place of an object was set back to its default: what waited there does so no more. */
  reset(unit: Pick<Captured, 'target'>, path: Steps): void {
    for (const entry of this.#entries.of(unit)) {
      const ended = entry.waiting.endAt(path, undefined);
      if (ended.length > 0) this.#model.saved.noteEndedWaiting(unit, path, false);
      this.#entries.noteWaiting(entry);
    }
  }

  /** A user has said what the parent of an object is, or it was set back: the file is to say it, also where it was that. */
  moved(handle: ExposedObjectHandle, isReset: boolean): void {
    for (const entry of entriesWithParent(this.#model, this.#entries, handle)) {
      const ended = entry.waiting.endAt(['@parent'], undefined);
      this.#entries.noteWaiting(entry);
      if (ended.length === 0) continue;
      if (isReset) this.#model.saved.noteReset(handle, ['@parent']);
      else this.#model.saved.noteDecided(handle, [['@parent']]);
    }
  }

  #end(
    { ref, origin, json, isOfFile, isReset }: Omit<Written, 'moved'>,
    isLeft: (place: Place, waiting: PendingReference) => boolean = () => false,
  ): void {
    if (!isEdit(origin) && !isReset) return;
    for (const entry of this.#entries.of(ref.unit)) {
      if (entry.waiting.size === 0) continue;
      const staysWaiting = (each: PendingReference) => entry.place !== undefined && isLeft(entry.place, each);
      const ended = entry.waiting.endAt(ref.unitPath, json, isOfFile, staysWaiting);
      if (!isReset) this.#model.saved.noteDecided(ref.unit, ended);
      else if (ended.length > 0) this.#model.saved.noteEndedWaiting(ref.unit, ref.unitPath, isEdit(origin));
      this.#entries.noteWaiting(entry);
    }
  }
}
