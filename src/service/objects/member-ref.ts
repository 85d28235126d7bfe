import { inOnePiece } from '../common/detach-text.js';
import type { ExposedMember } from '../types/exposed-member.js';
import { CompositeSnapshot, isCaptured } from '../types/graph/composite-snapshot.js';
import type { Plan } from '../types/plan.js';
import type { ExposedObjectHandle } from './handle.js';
import {
  type MemberOwner,
  notCaptured,
  type PathSegments,
  type PropertyOwner,
  PropertyRef,
} from './property-ref.js';

/** A member of the handle's object, or of an inline composite at `parent`. */
export class MemberRef extends PropertyRef {
  readonly #parent: PropertyRef | undefined;
  readonly #member: ExposedMember;
  /** The inline object that it is a member of; undefined for a member of the handle's object. */
  readonly #inline: MemberOwner | undefined;
  #changedEnd: string | undefined;
  #unchangedEnd: string | undefined;

  constructor(
    handle: ExposedObjectHandle,
    member: ExposedMember,
    parent?: PropertyRef,
    inline?: MemberOwner,
  ) {
    super(handle, member.type, parent?.root ?? member, ownerOf(handle, member, parent, inline));
    this.#parent = parent;
    this.#member = member;
    this.#inline = inline;
  }

  get path(): string {
    return this.#parent === undefined ? this.#member.name : `${this.#parent.path}/${this.#member.name}`;
  }

  /** Cached, since the result never changes for a member of the object itself. */
  override jsonEnd(isChanged: boolean): string {
    if (this.#parent !== undefined) return super.jsonEnd(isChanged);
    if (isChanged) {
      this.#changedEnd ??= inOnePiece(super.jsonEnd(true));
      return this.#changedEnd;
    }
    this.#unchangedEnd ??= inOnePiece(super.jsonEnd(false));
    return this.#unchangedEnd;
  }

  get isReadOnly(): boolean {
    if (this.#member.isReadOnlyIn(this.#inline?.target ?? this.handle.target)) return true;
    // A struct is a value and cannot be changed inside a read-only member; a class instance can.
    return this.#inline?.class.definition.kind === 'struct' && this.#parent!.isReadOnly;
  }

  get isPersistable(): boolean {
    const isInOwner = this.#parent === undefined || this.#parent.owner !== this.owner;
    return this.#member.isPersistable && (isInOwner || this.#parent!.isPersistable);
  }

  override get mayBeKey(): boolean {
    return this.#member.isKey || this.type.kind !== 'leaf';
  }

  get outer(): PropertyRef | undefined {
    return this.#parent;
  }

  within(outer: PropertyRef | undefined): PropertyRef {
    return new MemberRef(this.handle, this.#member, outer, outer && this.#inline);
  }

  /** The inline object that it is a member of; undefined for a member of the handle's object. */
  get inlineObject(): object | undefined {
    return this.#inline?.target;
  }

  pinned(): PropertyRef {
    const parent = this.#parent?.pinned();
    return parent === this.#parent ? this : this.within(parent);
  }

  get memberPath(): string {
    return this.#parent === undefined ? this.#member.name : `${this.#parent.memberPath}/${this.#member.name}`;
  }

  get ownerPath(): PathSegments {
    const parent = this.#parent;
    return parent === undefined || parent.owner !== this.owner
      ? [this.#member.name]
      : [...parent.ownerPath, this.#member.name];
  }

  get(): unknown {
    return this.#member.readOrThrow(this.#target());
  }

  assign(plan: Plan, value: unknown): void {
    plan.assign(this.#target(), this.#member, value);
  }

  valueIn(members: readonly unknown[]): unknown {
    if (this.#parent === undefined || this.owner !== this.#parent.owner) return members[this.#member.index];
    const parent = this.#parent.valueIn(members);
    if (!(parent instanceof CompositeSnapshot) || parent.class.members[this.#member.index] !== this.#member) {
      return notCaptured;
    }
    return isCaptured(this.#member) ? parent.of(this.#member) : notCaptured;
  }

  isAdded(members: readonly unknown[]): boolean {
    if (this.#parent === undefined || this.owner !== this.#parent.owner) return false;
    return isCaptured(this.#member) && this.#parent.isAdded(members);
  }

  #target(): object {
    if (this.#parent === undefined) return this.handle.target;
    const target = this.#parent.get();
    // Application code may store any value where an object is declared.
    if (target === null || (typeof target !== 'object' && typeof target !== 'function')) throw this.gone();
    return target;
  }
}

/** A member that changed only in parts that files do not contain, such as a getter; the change is not an edit. */
export class ComputedRef extends MemberRef {
  override get isPersistable(): boolean {
    return false;
  }
}

/** Returns the owner: a composite belongs to the owner of its parent, an inline engine object is an owner itself. */
function ownerOf(
  handle: ExposedObjectHandle,
  member: ExposedMember,
  parent: PropertyRef | undefined,
  inline: MemberOwner | undefined,
): PropertyOwner {
  if (parent === undefined) return { target: handle.target, class: handle.class, member };
  return inline?.class.isEngineClass ? { ...inline, member } : parent.owner;
}
