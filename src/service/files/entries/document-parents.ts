import type { ApplicationCode } from '../../common/application-code.js';
import type { ExposedModel } from '../../model/model.js';
import type { ExposedObjectHandle } from '../../objects/handle.js';
import type { BoundDocument } from './bound-document.js';
import type { Entry } from './entry.js';
import { entryOwner, isParent } from './entry-parents.js';
import { type Move, moveAll, type Structure } from './structure.js';

/** Applies the parents that a live scene sets. Used by `LiveDocument`. */
export class DocumentParents {
  readonly #model: ExposedModel;
  readonly #document: BoundDocument;
  readonly #structure: Structure;
  readonly #code: ApplicationCode;

  constructor(model: ExposedModel, document: BoundDocument, structure: Structure, code: ApplicationCode) {
    this.#model = model;
    this.#document = document;
    this.#structure = structure;
    this.#code = code;
  }

  /** Moves objects whose parent exists. @returns the objects whose parent the document sets */
  apply(entries: Iterable<Entry>): Set<object> {
    const owners = new Set<object>();
    const moves: Move[] = [];
    for (const entry of entries) {
      const { parent: key } = entry;
      if (!entry.isRoot || entry.object === undefined || key === undefined) continue;
      const { handle } = entry.object;
      owners.add(entryOwner(this.#model, handle).target);
      for (const each of entry.pending.all.filter(isParent)) entry.pending.remove(each);
      if (this.#parentEntry(handle) !== entry) continue;
      const move = this.#structure.moveOf(entry, key);
      if (move !== undefined) moves.push(move);
      else
        entry.pending.add({
          entryPath: ['@parent'],
          objectPath: ['@parent'],
          savedPath: ['@parent'],
          isLeftOut: false,
        });
    }
    moveAll(this.#model, moves, 'load', this.#code);
    return owners;
  }

  /**
   * Called after a user moved or reset an object. If its new parent was initially below it, `moveAll` moved that parent
   * to the root first, and the document must contain this move.
   */
  noteMoved(handle: ExposedObjectHandle): void {
    const key = this.#parentEntry(handle)?.parent;
    const parent = typeof key === 'string' ? this.#model.objects.bySourceKey(key) : undefined;
    if (parent === undefined || !this.#wasBelow(parent.target, handle.target)) return;
    const hasEntry = this.#parentEntry(parent) !== undefined;
    if (!hasEntry) this.#model.saved.noteParent(entryOwner(this.#model, parent));
  }

  #wasBelow(target: object, above: object): boolean {
    const { defaults, objects } = this.#model;
    const original = defaults.parentOf(target);
    const handle = original && objects.ofGameObject(original);
    if (handle === undefined) return false;
    return handle.target === above || this.#wasBelow(handle.target, above);
  }

  /** Returns the effective entry that sets the parent of an object, of possibly several. */
  #parentEntry(handle: ExposedObjectHandle): Entry | undefined {
    return this.#document.parentEntriesOf(handle)[0];
  }
}
