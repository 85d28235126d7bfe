import type { ExposedObjectHandle } from '../objects/handle.js';
import { MemberRef } from '../objects/property-ref.js';
import type { ExposedClass, ExposedMember } from '../types/exposed-class.js';

/** Members as they were, each by its trace. */
export type Look = ReadonlyMap<ExposedObjectHandle, readonly unknown[]>;

/** Which members are looked at. */
export type Scope =
  /** All whose changes the service may not see. */
  | 'unseen'
  /** Those among them that may change when another member of their object is set: what getters give. */
  | 'computed'
  /** Those among them that are saved, and can be read without running code of the application. */
  | 'stored';

/**
 * Compares members before and after the application's code has run: what it changed where nobody reports it. Costs what
 * the members cost that the service does not own, and nothing for objects without such members.
 */
export class UnseenMembers {
  readonly #isPresent: (handle: ExposedObjectHandle) => boolean;
  #unseen = new Map<ExposedClass, readonly ExposedMember[]>();

  /** `isPresent` says whether a handle is still registered. */
  constructor(isPresent: (handle: ExposedObjectHandle) => boolean) {
    this.#isPresent = isPresent;
  }

  /** The class table was changed: what the service owns of a class may be another question now. */
  forget(): void {
    this.#unseen = new Map();
  }

  look(handles: Iterable<ExposedObjectHandle>, scope: Scope): Look {
    const look = new Map<ExposedObjectHandle, readonly unknown[]>();
    for (const handle of handles) {
      const members = this.#members(handle, scope);
      if (members.length > 0)
        look.set(
          handle,
          members.map((member) => traceOf(member, handle)),
        );
    }
    return look;
  }

  /** The members that are not what they were. */
  *differences(before: Look, scope: Scope): Generator<MemberRef> {
    for (const [handle, traces] of before) {
      if (handle.isRegistered && !this.#isPresent(handle)) continue;
      for (const [i, member] of this.#members(handle, scope).entries()) {
        if (!Object.is(traceOf(member, handle), traces[i])) yield new MemberRef(handle, member);
      }
    }
  }

  #members(handle: ExposedObjectHandle, scope: Scope): readonly ExposedMember[] {
    let unseen = this.#unseen.get(handle.class);
    if (unseen === undefined) {
      unseen = handle.class.members.filter(({ isOwned }) => !isOwned);
      this.#unseen.set(handle.class, unseen);
    }
    switch (scope) {
      case 'unseen':
        return unseen;
      case 'computed':
        return unseen.filter((member) => mayCompute(member, handle));
      case 'stored':
        return unseen.filter(({ backing, isPersistable }) => backing === 'field' && isPersistable);
    }
  }
}

/** True for a getter, and for an accessor that a derived class may have put a getter in front of. */
function mayCompute({ backing, declaredBy }: ExposedMember, handle: ExposedObjectHandle): boolean {
  const { constructorFunction, name } = handle.class.definition;
  if (backing !== 'accessor') return backing === 'code';
  return declaredBy !== name || handle.target.constructor !== constructorFunction;
}

/** What a member's value is told apart with: an elementary one with itself, anything else with its text. */
function traceOf(member: ExposedMember, handle: ExposedObjectHandle): unknown {
  const value = member.read(handle.target);
  if (typeof value !== 'object' || value === null) return value;
  try {
    return member.type.write(value, Number.POSITIVE_INFINITY);
  } catch {
    return value;
  }
}
