import { failed } from '../../common/application-code.js';
import { stringifyJson } from '../../common/json.js';
import { elementType } from '../../types/array.js';
import { CompositeType } from '../../types/composite.js';
import type { ExposedClass } from '../../types/exposed-class.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import type { Type } from '../../types/type.js';

/** An object whose members are compared: a handle, or an inline object. */
export interface ObservedObject {
  readonly target: object;
  readonly class: ExposedClass;
}

/** The traces of members, by object. */
export type MemberTraces = ReadonlyMap<ObservedObject, readonly unknown[]>;

/** Selects the members to compare. */
export type Scope =
  /** All members whose changes the service may not notice. */
  | 'unobserved'
  /** The subset whose getters may depend on other members of the object. */
  | 'computed'
  /** The subset that is saved and can be read without running application code. */
  | 'stored';

/**
 * Compares members that the service does not own before and after application code runs. Takes time in proportion to
 * these members only.
 */
export class UnobservedMembers {
  #membersOfClass = new Map<ExposedClass, readonly ExposedMember[]>();
  /** Caches whether a member has parts that files do not contain. */
  #partlySaved = new Map<ExposedMember, boolean>();

  /** Clears the caches after a change of the class table. */
  forget(): void {
    this.#membersOfClass = new Map();
    this.#partlySaved = new Map();
  }

  /** Returns the objects that have unobserved members. */
  objectsWithAny<T extends ObservedObject>(objects: Iterable<T>): T[] {
    return [...objects].filter((object) => this.hasAny(object));
  }

  /** True if an object has unobserved members. */
  hasAny(object: ObservedObject): boolean {
    return this.of(object).length > 0;
  }

  /** Returns the unobserved members of an object. */
  of(object: ObservedObject): readonly ExposedMember[] {
    return this.#members(object, 'unobserved');
  }

  traceAll(objects: Iterable<ObservedObject>, scope: Scope): MemberTraces {
    const traces = new Map<ObservedObject, readonly unknown[]>();
    for (const object of objects) {
      const members = this.#members(object, scope);
      if (members.length === 0) continue;
      traces.set(
        object,
        members.map((member) => this.#trace(member, object)),
      );
    }
    return traces;
  }

  /** Yields the members whose trace has changed; `isSaved` is true if a part that files contain has changed. */
  *differences(
    before: MemberTraces,
    scope: Scope,
  ): Generator<{ object: ObservedObject; member: ExposedMember; isSaved: boolean }> {
    for (const [object, traces] of before) {
      for (const [i, member] of this.#members(object, scope).entries()) {
        const [was, is] = [traces[i], this.#trace(member, object)];
        if (was instanceof PartlySaved && is instanceof PartlySaved) {
          if (was.json !== is.json) yield { object, member, isSaved: was.saved !== is.saved };
        } else if (!Object.is(was, is)) yield { object, member, isSaved: true };
      }
    }
  }

  /** Returns a value that identifies a member's state: the value itself if elementary, otherwise its JSON text. */
  #trace(member: ExposedMember, { target }: ObservedObject): unknown {
    const value = member.read(target);
    if (value === failed || value === null || elementary.has(typeof value)) return value;
    try {
      const shown = member.type.write(value, Number.POSITIVE_INFINITY);
      if (!member.isPersistable || !this.#isPartlySaved(member)) return shown;
      return new PartlySaved(shown, stringifyJson(member.type.persist(value) ?? null));
    } catch {
      return value;
    }
  }

  #isPartlySaved(member: ExposedMember): boolean {
    let result = this.#partlySaved.get(member);
    if (result === undefined) {
      result = hasUnsavedParts(member.type, new Set());
      this.#partlySaved.set(member, result);
    }
    return result;
  }

  #members(object: ObservedObject, scope: Scope): readonly ExposedMember[] {
    let members = this.#membersOfClass.get(object.class);
    if (members === undefined) {
      members = object.class.members.filter(({ isOwned }) => !isOwned);
      this.#membersOfClass.set(object.class, members);
    }
    if (members.length === 0) return members;
    switch (scope) {
      case 'unobserved':
        return members;
      case 'computed':
        return members.filter((member) => member.runsCode(object.target));
      case 'stored':
        return members.filter(({ backing, isPersistable }) => backing === 'field' && isPersistable);
    }
  }
}

const elementary: ReadonlySet<string> = new Set(['undefined', 'boolean', 'number', 'bigint', 'string']);

/** A value of which files contain only a part. */
class PartlySaved {
  readonly json: string;
  readonly saved: string;

  constructor(shown: string, saved: string) {
    this.json = shown;
    this.saved = saved;
  }
}

/** True for a composite that contains an unsaved member at any depth. */
function hasUnsavedParts(type: Type, seen: Set<ExposedClass>): boolean {
  const plain = elementType(type);
  if (!(plain instanceof CompositeType) || plain.isReference || plain.class === undefined) return false;
  if (seen.has(plain.class)) return false;
  seen.add(plain.class);
  return plain.class.members.some((each) => !each.isPersistable || hasUnsavedParts(each.type, seen));
}
