import { failed } from '../../application-code.js';
import { stringifyJson } from '../../json.js';
import { ArrayType } from '../../types/array.js';
import { CompositeType } from '../../types/composite.js';
import type { ExposedClass } from '../../types/exposed-class.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import { plainType } from '../../types/nullable.js';
import type { Type } from '../../types/type.js';

/** An object whose members are looked at: an exposed one by its handle, or one that is inline. */
export interface Looked {
  readonly target: object;
  readonly class: ExposedClass;
}

/** Members as they were, each by its trace. */
export type Look = ReadonlyMap<Looked, readonly unknown[]>;

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
export class UnobservedMembers {
  #unseen = new Map<ExposedClass, readonly ExposedMember[]>();
  /** Members that hold something which files do not hold. */
  #partlySaved = new Map<ExposedMember, boolean>();

  /** The class table was changed: what the service owns of a class may be another question now. */
  forget(): void {
    this.#unseen = new Map();
    this.#partlySaved = new Map();
  }

  /** Those of the objects that have members which the service does not own. */
  holders<T extends Looked>(objects: Iterable<T>): T[] {
    return [...objects].filter((object) => this.hasAny(object));
  }

  /** True when the service does not own all that an object has. */
  hasAny(object: Looked): boolean {
    return this.of(object).length > 0;
  }

  /** The members of an object that the service does not own. */
  of(object: Looked): readonly ExposedMember[] {
    return this.#members(object, 'unseen');
  }

  look(objects: Iterable<Looked>, scope: Scope): Look {
    const look = new Map<Looked, readonly unknown[]>();
    for (const object of objects) {
      const members = this.#members(object, scope);
      if (members.length === 0) continue;
      look.set(
        object,
        members.map((member) => this.#trace(member, object)),
      );
    }
    return look;
  }

  /** The members that are not what they were; `isSaved`: in something that files hold. */
  *differences(
    before: Look,
    scope: Scope,
  ): Generator<{ object: Looked; member: ExposedMember; isSaved: boolean }> {
    for (const [object, traces] of before) {
      for (const [i, member] of this.#members(object, scope).entries()) {
        const [was, is] = [traces[i], this.#trace(member, object)];
        if (was instanceof PartlySaved && is instanceof PartlySaved) {
          if (was.shown !== is.shown) yield { object, member, isSaved: was.saved !== is.saved };
        } else if (!Object.is(was, is)) yield { object, member, isSaved: true };
      }
    }
  }

  /** What a member's value is told apart with: an elementary one with itself, anything else with its text. */
  #trace(member: ExposedMember, { target }: Looked): unknown {
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

  #members(object: Looked, scope: Scope): readonly ExposedMember[] {
    let unseen = this.#unseen.get(object.class);
    if (unseen === undefined) {
      unseen = object.class.members.filter(({ isOwned }) => !isOwned);
      this.#unseen.set(object.class, unseen);
    }
    if (unseen.length === 0) return unseen;
    switch (scope) {
      case 'unseen':
        return unseen;
      case 'computed':
        return unseen.filter((member) => member.runsCode(object.target));
      case 'stored':
        return unseen.filter(({ backing, isPersistable }) => backing === 'field' && isPersistable);
    }
  }
}

const elementary: ReadonlySet<string> = new Set(['undefined', 'boolean', 'number', 'bigint', 'string']);

/** A value of which files hold a part. */
class PartlySaved {
  readonly shown: string;
  readonly saved: string;

  constructor(shown: string, saved: string) {
    this.shown = shown;
    this.saved = saved;
  }
}

/** True for a composite that has a member which is not saved, whatever its depth. */
function hasUnsavedParts(type: Type, seen: Set<ExposedClass>): boolean {
  const plain = plainType(type);
  if (plain instanceof ArrayType) return hasUnsavedParts(plain.element, seen);
  if (!(plain instanceof CompositeType) || plain.isReference || plain.class === undefined) return false;
  if (seen.has(plain.class)) return false;
  seen.add(plain.class);
  return plain.class.members.some((each) => !each.isPersistable || hasUnsavedParts(each.type, seen));
}
