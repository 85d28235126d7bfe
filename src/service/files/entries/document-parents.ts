import type { ApplicationCode } from '../../application-code.js';
import type { ExposedModel } from '../../model.js';
import type { ExposedObjectHandle } from '../../objects/handle.js';
import type { BoundDocument } from './bound-document.js';
import type { Entry } from './entry.js';
import { entryOwner, isParent } from './entry-parents.js';
import { type Move, moveAll, type Structure } from './structure.js';

/** The parents that a live scene says its objects have. */
export class DocumentParents {
  readonly #model: ExposedModel;
  readonly #bound: BoundDocument;
  readonly #structure: Structure;
  readonly #code: ApplicationCode;

  constructor(model: ExposedModel, bound: BoundDocument, structure: Structure, code: ApplicationCode) {
    this.#model = model;
    this.#bound = bound;
    this.#structure = structure;
    this.#code = code;
  }

  /** Moves objects, as far as their parents are there. @returns the objects of which the document says the parent */
  apply(entries: Iterable<Entry>): Set<object> {
    const said = new Set<object>();
    const moves: Move[] = [];
    for (const entry of entries) {
      const { parent: key } = entry;
      if (!entry.isRoot || entry.place === undefined || key === undefined) continue;
      const { handle } = entry.place;
      said.add(entryOwner(this.#model, handle).target);
      for (const each of entry.waiting.all.filter(isParent)) entry.waiting.remove(each);
      if (this.#parentEntry(handle) !== entry) {
        this.#bound.noteWaiting(entry);
        continue;
      }
      const move = this.#structure.moveOf(entry, key);
      if (move !== undefined) moves.push(move);
      else
        entry.waiting.add({
          file: ['@parent'],
          place: ['@parent'],
          placeInFile: ['@parent'],
          isLeftOut: false,
        });
      this.#bound.noteWaiting(entry);
    }
    moveAll(this.#model, moves, 'load', this.#code);
    return said;
  }

  /**
   * A user has moved an object, or it was set back. Its parent by the document may have stood below it first, and was taken to
   * the root for that (see `moveAll`): from now on the document is to say so itself.
   */
  moved(handle: ExposedObjectHandle): void {
    const key = this.#parentEntry(handle)?.parent;
    const parent = typeof key === 'string' ? this.#model.objects.bySourceKey(key) : undefined;
    if (parent === undefined || !this.#beganBelow(parent.target, handle.target)) return;
    const isSaid = this.#parentEntry(parent) !== undefined;
    if (!isSaid) this.#model.saved.noteParent(entryOwner(this.#model, parent));
  }

  #beganBelow(target: object, above: object): boolean {
    const { defaults, objects } = this.#model;
    const began = defaults.parentOf(target);
    const handle = began && objects.ofGameObject(began);
    if (handle === undefined) return false;
    return handle.target === above || this.#beganBelow(handle.target, above);
  }

  /** Of several entries of an object the last that says it counts. */
  #parentEntry(handle: ExposedObjectHandle): Entry | undefined {
    return this.#bound.parentsSaid(handle)[0];
  }
}
