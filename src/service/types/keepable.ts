import { anyComponent } from '../classes/any-component.js';
import type { ExposedClass } from './exposed-class.js';

/** Of which classes all bytes of inline instances change through the write path alone. */
export class KeepableClasses {
  readonly #all: () => readonly ExposedClass[];
  readonly #known = new Map<string, boolean>();
  readonly #assumed = new Set<string>();

  /** @param all the classes of the table */
  constructor(all: () => readonly ExposedClass[]) {
    this.#all = all;
  }

  /** The table was changed. */
  forget(): void {
    this.#known.clear();
  }

  /** `cls`: undefined for any engine class. */
  has(cls: ExposedClass | undefined): boolean {
    const name = cls?.name ?? anyComponent;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    // Assumed while its members are looked at: a class that holds itself is keepable when the rest is.
    if (this.#assumed.has(name)) return true;
    const isOutermost = this.#assumed.size === 0;
    this.#assumed.add(name);
    const kinds = this.#all().filter((other) => (cls === undefined ? other.isEngineClass : other.isA(cls)));
    const result = kinds.every((kind) => kind.members.every((member) => member.isOwned));
    if (!result) this.#known.set(name, false);
    if (isOutermost) {
      // Nothing speaks against any of them. Where something does, each is looked at again when it is asked for.
      if (result) for (const each of this.#assumed) this.#known.set(each, true);
      this.#assumed.clear();
    }
    return result;
  }
}
