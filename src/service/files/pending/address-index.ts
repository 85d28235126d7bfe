import type { Steps } from '../../objects/property-ref.js';
import { isAnyAtOrAbove, placeKey } from '../../state/marks.js';
import { AddressTree } from './address-tree.js';

/** What there is for places of an entry, one for each place, the latest last. */
export class AddressIndex<T extends { readonly file: Steps; readonly place: Steps }> {
  // Most entries have none.
  #byFile: Map<string, T> | undefined;
  #all: readonly T[] | undefined = none;
  /** The same by its places in the object; undefined until somebody asks for one. */
  #tree: AddressTree<T> | undefined;

  get all(): readonly T[] {
    this.#all ??= [...this.#byFile!.values()];
    return this.#all;
  }

  get size(): number {
    return this.#byFile?.size ?? 0;
  }

  get(file: Steps): T | undefined {
    return this.size === 0 ? undefined : this.#byFile!.get(placeKey(file));
  }

  /** Whether there is anything for a place, or for what that is in. */
  hasAtOrAbove(file: Steps): boolean {
    return this.size > 0 && isAnyAtOrAbove(this.#byFile!, file);
  }

  /** What there is about a place of the object: for it, for what it is in, and for what is in it. */
  about(place: Steps): T[] {
    if (this.size === 0) return [];
    if (this.#tree === undefined) {
      this.#tree = new AddressTree();
      for (const each of this.#byFile!.values()) this.#tree.add(each);
    }
    return [...this.#tree.about(place)];
  }

  put(each: T): void {
    this.delete(each.file);
    this.#byFile ??= new Map();
    this.#byFile.set(placeKey(each.file), each);
    this.#tree?.add(each);
    this.#all = undefined;
  }

  delete(file: Steps): void {
    const each = this.get(file);
    if (each === undefined) return;
    this.#byFile!.delete(placeKey(file));
    this.#tree?.delete(each);
    this.#all = undefined;
  }

  /** What each becomes; undefined for what is taken out. */
  change(after: (each: T) => T | undefined): void {
    if (this.size === 0) return;
    const before = this.all;
    this.clear();
    for (const each of before) {
      const changed = after(each);
      if (changed !== undefined) this.put(changed);
    }
  }

  clear(): void {
    this.#byFile = undefined;
    this.#tree = undefined;
    this.#all = none;
  }
}

const none: readonly never[] = [];
