import type { Baselines } from '../access/texts/object-text.js';
import { failed } from '../application-code.js';
import { noBaseline, type PropertyRef } from '../objects/property-ref.js';
import type { ExposedClass } from '../types/exposed-class.js';
import type { ExposedMember } from '../types/exposed-member.js';

/** An object that is captured as a whole: that of a handle, or an engine object inline in one. */
export interface Captured {
  readonly target: object;
  readonly class: ExposedClass;
}

/**
 * The captured defaults of every object: what `changed` and reset compare with, and the serialisation baseline of
 * delta saves (DRT-15). An object is captured when it is registered; capturing again needs `recapture`, so that a
 * handle made after an override was applied keeps the baseline that exists (DRT-13).
 */
export class ExposedObjectDefaultRegistry implements Baselines {
  readonly #parents = new WeakMap<object, object>();
  readonly #captures = new WeakMap<object, Map<ExposedClass, readonly unknown[]>>();

  /** Captures the members of an object unless that was done before. */
  ensureCaptured(object: Captured): void {
    if (this.of(object) === undefined) this.recapture(object);
  }

  /** Takes the present values as the defaults. */
  recapture({ target, class: cls }: Captured): void {
    const captured = cls.members.map((member) => {
      const value = member.read(target);
      // What cannot be read now has no default.
      return value === failed ? noBaseline : member.type.capture(value);
    });
    const byClass = this.#captures.get(target);
    if (byClass === undefined) this.#captures.set(target, new Map([[cls, captured]]));
    else byClass.set(cls, captured);
  }

  /** After the class of an object was defined anew: members keep their defaults, new ones take their present values. */
  relinked({ target, class: cls }: Captured, before: readonly ExposedMember[]): void {
    const captured = this.of({ target, class: cls });
    if (captured === undefined) return;
    const former = new Map(before.map((member) => [member.name, member]));
    const values = cls.members.map((member) => {
      const was = former.get(member.name);
      if (was?.type.name === member.type.name) return captured[was.index];
      const value = member.read(target);
      return value === failed ? noBaseline : member.type.capture(value);
    });
    this.#captures.get(target)!.set(cls, values);
  }

  /** The capture of an object's members by member index; undefined before the first capture. */
  of({ target, class: cls }: Captured): readonly unknown[] | undefined {
    return this.#captures.get(target)?.get(cls);
  }

  /** Takes the parent that an object has at its registration as its default. */
  captureParent(target: object, parent: object | undefined): void {
    if (parent !== undefined) this.#parents.set(target, parent);
  }

  parentOf(target: object): object | undefined {
    return this.#parents.get(target);
  }

  /** Whether `value`, which is at the place now, is not what it was at first. */
  isChanged(ref: PropertyRef, value: unknown): boolean {
    const members = this.of(ref.unit);
    if (members === undefined) return false;
    const baseline = ref.baseline(members);
    return baseline === noBaseline ? ref.isAdded(members) : !ref.type.same(value, baseline, true);
  }
}
