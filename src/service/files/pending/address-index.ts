import type { PathSegments } from '../../objects/property-ref.js';
import { isAnyAtOrAbove, pathKey } from '../../state/marks.js';
import { PathTree } from '../../state/path-tree.js';

/** Items by their path in an entry, at most one per path, the latest last. Used by `PendingReferences`. */
export class AddressIndex<T extends { readonly entryPath: PathSegments; readonly objectPath: PathSegments }> {
  // Created on demand, since most entries have none.
  #byFile: Map<string, T> | undefined;
  #all: readonly T[] | undefined = none;
  /** The items by their path in the object; created on first use. */
  #tree: PathTree<T[]> | undefined;

  get all(): readonly T[] {
    this.#all ??= [...this.#byFile!.values()];
    return this.#all;
  }

  get size(): number {
    return this.#byFile?.size ?? 0;
  }

  get(file: PathSegments): T | undefined {
    return this.size === 0 ? undefined : this.#byFile!.get(pathKey(file));
  }

  /** True if there is an item at a path, or at a path that contains it. */
  hasAtOrAbove(file: PathSegments): boolean {
    return this.size > 0 && isAnyAtOrAbove(this.#byFile!, file);
  }

  /** Returns the items at, above or inside a path of the object. */
  about(path: PathSegments): T[] {
    if (this.size === 0) return [];
    if (this.#tree === undefined) {
      this.#tree = new PathTree();
      for (const each of this.#byFile!.values()) this.#addToTree(each);
    }
    return [...this.#tree.related(path)].flat();
  }

  put(each: T): void {
    this.delete(each.entryPath);
    this.#byFile ??= new Map();
    this.#byFile.set(pathKey(each.entryPath), each);
    this.#addToTree(each);
    this.#all = undefined;
  }

  #addToTree(each: T): void {
    this.#tree?.update(each.objectPath, (others = []) => {
      others.push(each);
      return others;
    });
  }

  delete(file: PathSegments): void {
    const each = this.get(file);
    if (each === undefined) return;
    this.#byFile!.delete(pathKey(file));
    this.#tree?.update(each.objectPath, (others = []) => {
      const rest = others.filter((other) => other !== each);
      return rest.length > 0 ? rest : undefined;
    });
    this.#all = undefined;
  }

  /** Replaces each item by the result of `after`; undefined removes it. */
  map(after: (each: T) => T | undefined): void {
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
