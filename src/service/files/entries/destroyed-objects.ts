/** The destruction of an object by a user. */
interface Destruction {
  /** True if a scene or the engine creates it again unless the file removes it. */
  readonly isRecreated: boolean;
  readonly isUnsaved: boolean;
}

/** Objects that a user has destroyed since the last save, by source key. Used by `OpenScene`. */
export class DestroyedObjects extends Map<string, Destruction> {
  /** Adds an object, as unsaved. */
  add(key: string, isRecreated: boolean): void {
    this.set(key, { isRecreated, isUnsaved: true });
  }

  get isAnyUnsaved(): boolean {
    return [...this.values()].some(({ isUnsaved }) => isUnsaved);
  }

  /** Stops counting them as unsaved changes after a file was loaded; the next save still removes the objects. */
  settle(): void {
    for (const [key, each] of this) this.set(key, { ...each, isUnsaved: false });
  }

  /** The keys, and whether the object is created again unless the file removes it. */
  get recreatedByKey(): ReadonlyMap<string, boolean> {
    return new Map([...this].map(([key, { isRecreated }]) => [key, isRecreated]));
  }

  /**
   * Forgets all objects, which are being saved. @returns a function that restores them, except those that exist
   * again
   */
  beginSave(): (exists: (key: string) => boolean) => void {
    const all = [...this];
    this.clear();
    return (exists) => {
      for (const [key, each] of all) if (!exists(key)) this.set(key, each);
    };
  }
}
