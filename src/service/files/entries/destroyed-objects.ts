/** Of an object that a user has destroyed. */
interface Destruction {
  /** A scene or the engine makes it again, unless the file says that it is gone. */
  readonly comesAgain: boolean;
  readonly isUnsaved: boolean;
}

/** Objects that a user has destroyed since the last save, by source key. */
export class DestroyedObjects {
  readonly #all = new Map<string, Destruction>();

  /** What is destroyed is unsaved until it is saved, or there again. */
  add(key: string, comesAgain: boolean): void {
    this.#all.set(key, { comesAgain, isUnsaved: true });
  }

  has(key: string): boolean {
    return this.#all.has(key);
  }

  delete(key: string): void {
    this.#all.delete(key);
  }

  clear(): void {
    this.#all.clear();
  }

  get size(): number {
    return this.#all.size;
  }

  get isAnyUnsaved(): boolean {
    for (const { isUnsaved } of this.#all.values()) if (isUnsaved) return true;
    return false;
  }

  /** A file was loaded over it: what stays gone is in the next save, and no unsaved change. */
  settle(): void {
    for (const [key, each] of this.#all) this.#all.set(key, { ...each, isUnsaved: false });
  }

  /** The keys, and whether the object comes again unless the file says that it is gone. */
  get comesAgain(): ReadonlyMap<string, boolean> {
    return new Map([...this.#all].map(([key, { comesAgain }]) => [key, comesAgain]));
  }

  /** Forgets all of it, which is being saved. @returns takes that back, but for what `isThere` again */
  beginSave(): (isThere: (key: string) => boolean) => void {
    const all = [...this.#all];
    this.#all.clear();
    return (isThere) => {
      for (const [key, each] of all) if (!isThere(key)) this.#all.set(key, each);
    };
  }
}
