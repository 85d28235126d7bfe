import { type ChangeOrigin, isEdit } from '../../members/origin.js';
import type { Written } from '../../members/transactions/transaction.js';
import type { ExposedModel } from '../../model/model.js';
import type { ExposedObjectHandle } from '../../objects/handle.js';
import {
  type MemberOwner,
  notCaptured,
  type PathSegments,
  type PropertyRef,
} from '../../objects/property-ref.js';
import { itemsOf } from '../../types/graph/kinds.js';
import { type BoundObject, memberAt } from '../entries/bound-object.js';
import { type DocumentEntries, entriesWithParent } from '../entries/entry-parents.js';
import type { PendingReference } from './pending-references.js';

/** Cancels pending references when a user or the application writes to their path. Used by `BoundDocument`. */
export class PendingCanceller {
  readonly #model: ExposedModel;
  readonly #document: DocumentEntries;

  constructor(model: ExposedModel, document: DocumentEntries) {
    this.#model = model;
    this.#document = document;
  }

  /** Cancels pending references at a path that a user has written, or moves them with the elements of their list. */
  written(written: Written): void {
    const { ref, moved, origin } = written;
    if (moved !== undefined) {
      const path = ref.ownerPath;
      const pending = this.#document
        .entriesOf(ref.owner)
        .flatMap((entry) => (entry.pending.size > 0 ? [entry.pending] : []));
      for (const references of pending) references.move(path, moved);
      const isRearranged = pending.some((each) => each.isRearranged(path));
      if (isEdit(origin)) this.#model.saved.noteRearranged(ref.owner, path, isRearranged);
      return;
    }
    this.#cancel(written);
  }

  /**
   * Cancels pending references at a path that application code has changed on behalf of a user. References whose value
   * is unchanged stay, since a list is also replaced when an object it refers to is destroyed. Left-out elements of a
   * list stay as well.
   */
  changed(ref: PropertyRef, origin: ChangeOrigin): void {
    this.#cancel({ ref, origin }, (object, { objectPath: path, isLeftOut }) =>
      isLeftOut ? this.#isList(object, path.slice(0, -1)) : this.#isAsSaved(object, path),
    );
  }

  #isList(object: BoundObject, path: PathSegments): boolean {
    try {
      return itemsOf(memberAt(this.#model, object, path.join('/')).get()) !== undefined;
    } catch {
      return false;
    }
  }

  #isAsSaved(object: BoundObject, path: PathSegments): boolean {
    try {
      const ref = memberAt(this.#model, object, path.join('/'));
      const before = ref.valueIn(this.#model.saved.membersOf(ref.owner));
      return before !== notCaptured && ref.type.same(ref.get(), before);
    } catch {
      return false;
    }
  }

  /** Cancels pending references at a path that was reset to its default. */
  reset(owner: Pick<MemberOwner, 'target'>, path: PathSegments): void {
    for (const entry of this.#document.entriesOf(owner)) {
      const cancelled = entry.pending.cancelAt(path, undefined);
      if (cancelled.length > 0) this.#model.saved.noteCancelled(owner, path, false);
    }
  }

  /** Cancels a pending parent that a user has set or reset; the next save writes it, even if it is unchanged. */
  moved(handle: ExposedObjectHandle, isReset: boolean): void {
    for (const entry of entriesWithParent(this.#model, this.#document, handle)) {
      const cancelled = entry.pending.cancelAt(['@parent'], undefined);
      if (cancelled.length === 0) continue;
      if (isReset) this.#model.saved.noteReset(handle, ['@parent']);
      else this.#model.saved.noteDecided(handle, [['@parent']]);
    }
  }

  #cancel(
    { ref, origin, json, isOfFile, isReset }: Omit<Written, 'moved'>,
    isKept: (object: BoundObject, pending: PendingReference) => boolean = () => false,
  ): void {
    if (!isEdit(origin) && !isReset) return;
    for (const entry of this.#document.entriesOf(ref.owner)) {
      if (entry.pending.size === 0) continue;
      const isStillPending = (each: PendingReference) =>
        entry.object !== undefined && isKept(entry.object, each);
      const cancelled = entry.pending.cancelAt(ref.ownerPath, json, isOfFile, isStillPending);
      if (!isReset) this.#model.saved.noteDecided(ref.owner, cancelled);
      else if (cancelled.length > 0)
        this.#model.saved.noteCancelled(ref.owner, ref.ownerPath, isEdit(origin));
    }
  }
}
