import { failed } from '../application-code.js';
import { ExposedError } from '../exposed-error.js';
import type { JsonObject } from '../json.js';
import type { ExposedModel } from '../model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import { MemberRef } from '../objects/member-ref.js';
import { noBaseline } from '../objects/property-ref.js';
import { atOnce } from '../types/plan.js';
import type { FilePlace, Type } from '../types/type.js';
import { leaveOutUnknown } from './unknown.js';

/** The persistable state of one object apart from its identity: what presets are made of (SNP-1 to 4). */
export class ExposedObjectSnapshot {
  readonly typeName: string;
  /** In the shape of files, without `@` members. */
  readonly members: JsonObject;
  /** False for a whole state: what an array in it does not mention is not there. */
  readonly isDelta: boolean;

  constructor(typeName: string, members: JsonObject, isDelta = true) {
    this.typeName = typeName;
    this.members = members;
    this.isDelta = isDelta;
  }

  /** The whole persistable state as it is now. */
  static capture({ target, class: cls }: ExposedObjectHandle): ExposedObjectSnapshot {
    return gather(cls.name, cls.members, false, (member) => {
      const value = member.read(target);
      return value === failed ? undefined : member.type.persist(value);
    });
  }

  /** The state that the object began with. */
  static captureDefaults(model: ExposedModel, handle: ExposedObjectHandle): ExposedObjectSnapshot {
    const captured = model.defaults.of(handle);
    const { class: cls } = handle;
    return gather(cls.name, cls.members, false, (member) => {
      const snapshot = captured === undefined ? noBaseline : captured[member.index];
      return snapshot === noBaseline ? undefined : member.type.persist(living(member.type, snapshot));
    });
  }

  /** What differs from that. */
  static captureDelta(model: ExposedModel, handle: ExposedObjectHandle): ExposedObjectSnapshot {
    const captured = model.defaults.of(handle);
    const { target, class: cls } = handle;
    return gather(cls.name, cls.members, true, (member) => {
      const value = member.read(target);
      const snapshot = captured === undefined ? noBaseline : captured[member.index];
      if (value === failed) return undefined;
      return snapshot === noBaseline ? member.type.persist(value) : member.type.delta(value, snapshot);
    });
  }

  /**
   * Gives the state to another object of the type, as an edit of the user; what it does not hold stays.
   * @param missing told the places of which what they refer to is not there: they stay as they are
   * @throws ExposedError `set-failed` when the object is of another type; what code of the application threw, once
   * everything else is there: a member that fails is left as it is
   */
  restore(
    model: ExposedModel,
    handle: ExposedObjectHandle,
    missing: (place: string) => void = () => {},
  ): void {
    const cls = model.classes.find(this.typeName);
    if (cls === undefined || !handle.class.isA(cls)) {
      throw new ExposedError(
        'set-failed',
        `expected a ${this.typeName}, got ${handle.class.name} "${handle.name}"`,
      );
    }
    const members = model.defaults.of(handle);
    const problems: unknown[] = [];
    const told = { unresolved: (at: FilePlace) => missing(at.path), ignored: () => {}, leftOut: () => {} };
    for (const [name, json] of Object.entries(this.members)) {
      const member = handle.class.member(name);
      if (member === undefined || !member.isPersistable) continue;
      try {
        model.writer.load(new MemberRef(handle, member), json, members, told, 'user', !this.isDelta);
      } catch (error) {
        problems.push(error);
      }
    }
    if (problems.length > 0) throw problems[0];
  }
}

/** A living value with a snapshot's content. */
function living(type: Type, snapshot: unknown): unknown {
  return type.restore(snapshot, undefined, atOnce);
}

function gather(
  typeName: string,
  members: ExposedObjectHandle['class']['members'],
  isDelta: boolean,
  read: (member: ExposedObjectHandle['class']['members'][number]) => JsonObject[string] | undefined,
): ExposedObjectSnapshot {
  const taken = members.flatMap((member) => {
    const json = member.isPersistable ? read(member) : undefined;
    return json === undefined ? [] : [[member.name, json] as const];
  });
  const known = Object.fromEntries(taken);
  leaveOutUnknown(known);
  return new ExposedObjectSnapshot(typeName, known, isDelta);
}
