import { anyComponent } from '../classes/any-component.js';
import type { ExposedClass } from './exposed-class.js';

/** Finds the classes whose inline instances only change through the write path, so that their JSON may be cached. */
export class KeepableClasses {
  readonly #all: () => readonly ExposedClass[];
  readonly #known = new Map<string, boolean>();
  readonly #assumed = new Set<string>();

  /** @param all the classes of the table */
  constructor(all: () => readonly ExposedClass[]) {
    this.#all = all;
  }

  /** Clears the cache after a change of the table. */
  forget(): void {
    this.#known.clear();
  }

  /** True if the class is keepable; undefined means any engine class. */
  has(cls: ExposedClass | undefined): boolean {
    const name = cls?.name ?? anyComponent;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    // A class is assumed keepable while its members are examined, since it may contain itself.
    if (this.#assumed.has(name)) return true;
    const isOutermost = this.#assumed.size === 0;
    this.#assumed.add(name);
    const kinds = this.#all().filter((other) => (cls === undefined ? other.isEngineClass : other.isA(cls)));
    const result = kinds.every((kind) => kind.members.every((member) => member.isOwned));
    if (!result) this.#known.set(name, false);
    if (isOutermost) {
      // All assumptions are confirmed; otherwise each class is examined again when needed.
      if (result) for (const each of this.#assumed) this.#known.set(each, true);
      this.#assumed.clear();
    }
    return result;
  }
}
