import type { ExposedObjectHandle } from '../exposed/handle.js';
import type { Baselines } from '../exposed/object-text.js';
import { noBaseline, type PropertyRef } from '../exposed/property-ref.js';

/**
 * The captured defaults of every object: what `changed` and reset compare with. An object is captured when it is
 * registered; capturing again needs `recapture`, so that a handle made after an override was applied keeps the
 * baseline that exists (DRT-13).
 */
export class ExposedObjectDefaultRegistry implements Baselines {
  readonly #captures = new WeakMap<object, Map<string, readonly unknown[]>>();

  /** Captures the members of a handle's object unless that was done before. */
  ensureCaptured(handle: ExposedObjectHandle): void {
    if (this.of(handle) === undefined) this.recapture(handle);
  }

  /** Takes the present values as the defaults. */
  recapture(handle: ExposedObjectHandle): void {
    const { target, class: cls } = handle;
    const captured = cls.members.map((member) => member.type.capture(member.get(target)));
    const byClass = this.#captures.get(target);
    if (byClass === undefined) this.#captures.set(target, new Map([[cls.name, captured]]));
    else byClass.set(cls.name, captured);
    handle.kept.dropAll();
  }

  /** The capture of a handle's members by member index; undefined before the first capture. */
  of(handle: ExposedObjectHandle): readonly unknown[] | undefined {
    return this.#captures.get(handle.target)?.get(handle.class.name);
  }

  isChanged(ref: PropertyRef): boolean {
    const members = this.of(ref.handle);
    const baseline = members === undefined ? noBaseline : ref.baseline(members);
    return baseline !== noBaseline && !ref.type.same(ref.get(), baseline);
  }
}
