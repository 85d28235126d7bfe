import type { ChangeOrigin } from '../members/origin.js';
import { type MemberOwner, notCaptured } from '../objects/property-ref.js';
import type { ExposedClass } from '../types/exposed-class.js';
import { type Patch, patchedSnapshot } from '../types/graph/composite-snapshot.js';
import type { Baseline, MemberFilter, PendingCommit } from './baseline.js';
import type { ExposedObjectDefaultRegistry } from './defaults.js';
import { type Captures, parentIndex, type TrackedMember } from './tracked-member.js';

/** The baselines of the objects that were ever changed; an object without one has its captured defaults. */
export abstract class Baselines<T extends Baseline> {
  readonly #defaults: ExposedObjectDefaultRegistry;
  protected readonly parent: TrackedMember;
  protected readonly all = new Map<object, T>();
  /** Those that were changed since. */
  protected readonly changed = new Set<T>();

  /** @param parent the pseudo member `@parent` */
  constructor(defaults: ExposedObjectDefaultRegistry, parent: TrackedMember) {
    this.#defaults = defaults;
    this.parent = parent;
  }

  protected abstract create(owner: MemberOwner): T;

  /** Returns the baseline of an object that is about to change. */
  protected touched({ target, class: cls }: MemberOwner): T {
    let baseline = this.all.get(target);
    if (baseline === undefined) {
      baseline = this.create({ target, class: cls });
      this.all.set(target, baseline);
    }
    return baseline;
  }

  /** Called after a baseline has changed. */
  protected update(baseline: T): void {
    if (baseline.isChanged) this.changed.add(baseline);
    else this.changed.delete(baseline);
  }

  /** Notes a change of a member, whatever its origin, in constant time. */
  noteChanged(owner: MemberOwner, member: TrackedMember, origin: ChangeOrigin): void {
    if (!member.isPersistable) return;
    const baseline = this.touched(owner);
    const index = baseline.indexIn(owner, member);
    if (index === undefined) return;
    baseline.noteChanged(index, origin);
    this.update(baseline);
  }

  /** Returns the baseline of a member; `notCaptured` if it is unknown. */
  of(owner: MemberOwner, index: number): unknown {
    const values = this.all.get(owner.target)?.values;
    if (values?.has(index)) return values.get(index);
    if (index === parentIndex) return this.#defaults.parentOf(owner.target);
    const captured = this.#defaults.of(owner);
    return captured === undefined ? notCaptured : captured[index];
  }

  /** True if a member was changed since, whatever the origin. */
  isChanged({ target }: Pick<MemberOwner, 'target'>, index: number): boolean {
    return this.all.get(target)?.changed.has(index) ?? false;
  }

  /** Moves the baseline of a member to its present value. */
  take(owner: MemberOwner, index: number): void {
    const baseline = this.touched(owner);
    baseline.take(index);
    this.update(baseline);
  }

  /** Captures the baseline of a member before a pending value is set inside it. */
  captureUnchanged(owner: MemberOwner, index: number): void {
    this.touched(owner).captureUnchanged(index);
  }

  /**
   * Adds resolved pending values to the baseline of a member. Its other parts stay edits if they were (DRT-17).
   * @param wasChanged false if the member was unchanged before they were set
   */
  patch(owner: MemberOwner, index: number, patches: readonly Patch[], wasChanged = true): void {
    const baseline = this.touched(owner);
    baseline.values.set(index, patchedSnapshot(this.of(owner, index), patches));
    if (!wasChanged) baseline.changed = baseline.changed.without(index);
    this.update(baseline);
  }

  /** Returns the objects that were changed since. */
  changedTargets(): object[] {
    return [...this.changed].map(({ owner }) => owner.target);
  }

  /** Captures the members to save; `commit` makes them the baseline after the save has succeeded. */
  beginSave(
    target: object,
    isSaved: MemberFilter,
    captures: Captures = new Map(),
  ): PendingCommit | undefined {
    const baseline = this.all.get(target);
    if (baseline === undefined || !this.changed.has(baseline)) return undefined;
    const { commit, rollback } = baseline.beginSave(isSaved, captures);
    this.update(baseline);
    return {
      commit,
      rollback: () => {
        if (this.all.get(target) !== baseline) return;
        rollback();
        this.update(baseline);
      },
    };
  }

  /** Moves the tracked members to their new indexes after a class was redefined. */
  relink(cls: ExposedClass, before: readonly TrackedMember[]): void {
    const indexOf = (index: number) =>
      index === parentIndex ? index : cls.member(before[index]?.name ?? '')?.index;
    for (const baseline of this.all.values())
      if (baseline.owner.class === cls) this.touched(baseline.owner).relink(indexOf);
  }

  /** Forgets an object that is gone. @returns a function that undoes this */
  forget(target: object): () => void {
    const baseline = this.all.get(target);
    if (baseline === undefined) return () => {};
    this.all.delete(target);
    const isChanged = this.changed.delete(baseline);
    return () => {
      this.all.set(target, baseline);
      if (isChanged) this.changed.add(baseline);
    };
  }

  /** Forgets everything; the present state becomes the initial one. */
  forgetAll(): void {
    this.all.clear();
    this.changed.clear();
  }
}
