import { failed } from '../common/application-code.js';
import type { Defaults } from '../members/texts/object-texts.js';
import { type MemberOwner, notCaptured, type PropertyRef } from '../objects/property-ref.js';
import type { ExposedClass } from '../types/exposed-class.js';
import type { ExposedMember } from '../types/exposed-member.js';

/**
 * The captured defaults of every object: `changed`, reset and delta saves compare with them (DRT-15). An object is
 * captured when it is registered, and again only by `recapture`, so that a later handle keeps the defaults from before
 * overrides were applied (DRT-13).
 */
export class ExposedObjectDefaultRegistry implements Defaults {
  readonly #parents = new WeakMap<object, object>();
  readonly #captures = new WeakMap<object, Map<ExposedClass, readonly unknown[]>>();

  /** Captures the members of an object unless that was done before. */
  ensureCaptured(object: MemberOwner): void {
    if (this.of(object) === undefined) this.recapture(object);
  }

  /** Captures the present values as the defaults. */
  recapture({ target, class: cls }: MemberOwner): void {
    const captured = cls.members.map((member) => {
      const value = member.read(target);
      // A value that cannot be read has no default.
      return value === failed ? notCaptured : member.type.capture(value);
    });
    const byClass = this.#captures.get(target);
    if (byClass === undefined) this.#captures.set(target, new Map([[cls, captured]]));
    else byClass.set(cls, captured);
  }

  /** Updates the defaults after a class was redefined: members keep theirs, new ones get their present values. */
  relink({ target, class: cls }: MemberOwner, before: readonly ExposedMember[]): void {
    const captured = this.of({ target, class: cls });
    if (captured === undefined) return;
    const former = new Map(before.map((member) => [member.name, member]));
    const values = cls.members.map((member) => {
      const old = former.get(member.name);
      if (old?.type.name === member.type.name) return captured[old.index];
      const value = member.read(target);
      return value === failed ? notCaptured : member.type.capture(value);
    });
    this.#captures.get(target)!.set(cls, values);
  }

  /** Returns the defaults of an object by member index; undefined before the first capture. */
  of({ target, class: cls }: MemberOwner): readonly unknown[] | undefined {
    return this.#captures.get(target)?.get(cls);
  }

  /** Captures the parent of an object at its registration as its default. */
  captureParent(target: object, parent: object | undefined): void {
    if (parent !== undefined) this.#parents.set(target, parent);
  }

  parentOf(target: object): object | undefined {
    return this.#parents.get(target);
  }

  /** True if `value`, the present value of a property, differs from its default. */
  isChanged(ref: PropertyRef, value: unknown): boolean {
    const members = this.of(ref.owner);
    if (members === undefined) return false;
    const baseline = ref.valueIn(members);
    return baseline === notCaptured ? ref.isAdded(members) : !ref.type.same(value, baseline, true);
  }
}
