import type { Steps } from '../objects/property-ref.js';
import { isAnyAtOrAbove, placeKey } from '../state/marks.js';

/** What there is for places of an entry, one for each place, the latest last. */
export class ByPlace<T extends { readonly file: Steps }> {
  // Most entries have none.
  #byFile: Map<string, T> | undefined;
  #all: readonly T[] | undefined = none;

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

  put(each: T): void {
    this.delete(each.file);
    this.#byFile ??= new Map();
    this.#byFile.set(placeKey(each.file), each);
    this.#all = undefined;
  }

  delete(file: Steps): void {
    if (this.size > 0 && this.#byFile!.delete(placeKey(file))) this.#all = undefined;
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
    this.#all = none;
  }
}

const none: readonly never[] = [];
