import { failed } from '../application-code.js';
import type { ExposedClass, ExposedMember } from '../types/exposed-class.js';

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
export class UnseenMembers {
  #unseen = new Map<ExposedClass, readonly ExposedMember[]>();

  /** The class table was changed: what the service owns of a class may be another question now. */
  forget(): void {
    this.#unseen = new Map();
  }

  /** Those of the objects that have members which the service does not own. */
  holders<T extends Looked>(objects: Iterable<T>): T[] {
    return [...objects].filter((object) => this.#members(object, 'unseen').length > 0);
  }

  look(objects: Iterable<Looked>, scope: Scope): Look {
    const look = new Map<Looked, readonly unknown[]>();
    for (const object of objects) {
      const members = this.#members(object, scope);
      if (members.length === 0) continue;
      look.set(
        object,
        members.map((member) => traceOf(member, object)),
      );
    }
    return look;
  }

  /** The members that are not what they were. */
  *differences(before: Look, scope: Scope): Generator<{ object: Looked; member: ExposedMember }> {
    for (const [object, traces] of before) {
      for (const [i, member] of this.#members(object, scope).entries()) {
        if (!Object.is(traceOf(member, object), traces[i])) yield { object, member };
      }
    }
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

/** What a member's value is told apart with: an elementary one with itself, anything else with its text. */
function traceOf(member: ExposedMember, { target }: Looked): unknown {
  const value = member.read(target);
  if (value === failed || value === null || elementary.has(typeof value)) return value;
  try {
    return member.type.write(value, Number.POSITIVE_INFINITY);
  } catch {
    return value;
  }
}
