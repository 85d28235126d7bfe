import { failed } from '../common/application-code.js';
import type { ChangeOrigin } from '../members/origin.js';
import { type MemberOwner, notCaptured } from '../objects/property-ref.js';
import { Baseline } from './baseline.js';
import { Baselines } from './baselines.js';
import type { ExposedObjectDefaultRegistry } from './defaults.js';
import { parentIndex, type TrackedMember } from './tracked-member.js';

/** The user-change baseline of one object. The reset of all objects makes a member unedited. */
class UserBaseline extends Baseline {
  override noteChanged(index: number, origin: ChangeOrigin): void {
    super.noteChanged(index, origin);
    if (origin === 'reset') this.edited = this.edited.without(index);
  }
}

/**
 * Tracks unsaved edits per object (service-spec.md, "Unsaved-change tracking"). Writes and resets by users count; those by
 * drivers, timelines, loads and the reset of all objects do not. A query takes time in proportion to the edited members.
 */
export class DirtyTracker extends Baselines<UserBaseline> {
  readonly #edited = new Set<UserBaseline>();
  readonly #canBeSaved: (target: object) => boolean;

  /** @param canBeSaved true if files can name an object; other objects are never unsaved */
  constructor(
    defaults: ExposedObjectDefaultRegistry,
    parent: TrackedMember,
    canBeSaved: (target: object) => boolean,
  ) {
    super(defaults, parent);
    this.#canBeSaved = canBeSaved;
  }

  protected override create(owner: MemberOwner): UserBaseline {
    return new UserBaseline(owner, this.parent);
  }

  protected override update(changes: UserBaseline): void {
    super.update(changes);
    if (changes.edited.size > 0) this.#edited.add(changes);
    else this.#edited.delete(changes);
  }

  override forget(target: object): () => void {
    const changes = this.all.get(target);
    const remember = super.forget(target);
    if (changes === undefined) return remember;
    this.#edited.delete(changes);
    return () => {
      remember();
      this.update(changes);
    };
  }

  override forgetAll(): void {
    super.forgetAll();
    this.#edited.clear();
  }

  /** Returns the members that a user has left different from the user-change baseline (DRT-1 to 4). */
  dirtyMembers({ target }: Pick<MemberOwner, 'target'>): TrackedMember[] {
    const changes = this.all.get(target);
    return changes === undefined ? [] : this.#dirtyOf(changes);
  }

  /** Yields the saveable objects with dirty members. */
  *dirtyObjects(): Generator<{ owner: MemberOwner; members: TrackedMember[] }> {
    for (const changes of this.#edited) {
      if (!this.#canBeSaved(changes.owner.target)) continue;
      const members = this.#dirtyOf(changes);
      if (members.length > 0) yield { owner: changes.owner, members };
    }
  }

  /**
   * Yields the objects that a user has moved to another parent, which is a structural change and not a dirty
   * property.
   */
  *movedObjects(): Generator<MemberOwner> {
    for (const { owner } of this.#edited)
      if (this.#canBeSaved(owner.target) && this.isMoved(owner)) yield owner;
  }

  isMoved(owner: MemberOwner): boolean {
    const isEdited = this.all.get(owner.target)?.edited.has(parentIndex) ?? false;
    return isEdited && this.parent.read(owner.target) !== this.of(owner, parentIndex);
  }

  get isAnyDirty(): boolean {
    return !this.dirtyObjects().next().done || !this.movedObjects().next().done;
  }

  /** Moves the user-change baseline to the present state; the defaults stay (DRT-5, DRT-6). */
  markClean({ target }: Pick<MemberOwner, 'target'>): void {
    const changes = this.all.get(target);
    for (const index of changes?.changed ?? []) changes!.take(index);
    if (changes !== undefined) this.update(changes);
  }

  markAllClean(): void {
    for (const { owner } of [...this.changed]) this.markClean(owner);
  }

  #dirtyOf({ owner, edited }: UserBaseline): TrackedMember[] {
    return [...edited]
      .filter((index) => index !== parentIndex)
      .sort((a, b) => a - b)
      .map((index) => owner.class.members[index]!)
      .filter((member) => {
        const value = member.read(owner.target);
        if (value === failed) return false;
        const before = this.of(owner, member.index);
        return before === notCaptured || !member.type.same(value, before);
      });
  }
}
