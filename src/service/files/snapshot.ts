import type { Load } from '../access/loads/loads.js';
import { failed } from '../application-code.js';
import { ExposedError } from '../exposed-error.js';
import type { Json, JsonObject } from '../json.js';
import type { ExposedModel } from '../model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import { MemberRef } from '../objects/member-ref.js';
import { noBaseline } from '../objects/property-ref.js';
import type { ExposedMember } from '../types/exposed-member.js';
import { FileWalk } from '../types/graph/file-walk.js';
import { atOnce } from '../types/plan.js';
import type { FilePlace, FileProblems, Type } from '../types/type.js';
import { known } from './load/unknown-members.js';

/** The service that exposes the objects. */
export interface Exposing {
  /** @internal */
  readonly model: ExposedModel;
}

/** The persistable state of one object apart from its identity: what presets are made of (SNP-1 to 4). */
export class ExposedObjectSnapshot {
  readonly typeName: string;
  /** In the shape of files, without `@` members. */
  readonly members: JsonObject;

  constructor(typeName: string, members: JsonObject) {
    this.typeName = typeName;
    this.members = members;
  }

  /** The whole persistable state as it is now. */
  static capture({ target, class: cls }: ExposedObjectHandle): ExposedObjectSnapshot {
    return gather(cls.name, cls.members, (member) => {
      const value = member.read(target);
      return value === failed ? undefined : known(member.type.persist(value));
    });
  }

  /** The state that the object began with. */
  static captureDefaults(exposing: Exposing, handle: ExposedObjectHandle): ExposedObjectSnapshot {
    const { model } = exposing;
    const captured = model.defaults.of(handle);
    const { class: cls } = handle;
    return gather(cls.name, cls.members, (member) => {
      const snapshot = captured === undefined ? noBaseline : captured[member.index];
      return snapshot === noBaseline ? undefined : known(member.type.persist(living(member.type, snapshot)));
    });
  }

  /**
   * What differs from that. A list that differs is whole, since another object's may have begun with other elements (SNP-5).
   * @throws ExposedError `object-not-found` for one that has gone
   */
  static captureDelta(exposing: Exposing, handle: ExposedObjectHandle): ExposedObjectSnapshot {
    const { model } = exposing;
    checkIsThere(model, handle);
    const { class: cls } = handle;
    return gather(cls.name, cls.members, (member) => deltaOf(model, handle, member));
  }

  /**
   * Gives the state to another object of the type, as an edit of the user; what it does not hold stays.
   * @param missing told the places of which what they refer to is not there: they stay as they are
   * @throws ExposedError `object-not-found` for one that has gone, `set-failed` when it is of another type; what code of the application threw, once
   * everything else is there: a member that fails is left as it is
   */
  restore(
    exposing: Exposing,
    handle: ExposedObjectHandle,
    missing: (place: string) => void = () => {},
  ): void {
    const { model } = exposing;
    const failures: unknown[] = [];
    for (const { ref, json, members, problems, isWhole } of this.#loads(model, handle, missing))
      try {
        model.writer.load(ref, json, members, problems, 'user', isWhole);
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  }

  /** @throws ExposedError `set-failed` */
  #loads(model: ExposedModel, handle: ExposedObjectHandle, missing: (place: string) => void): Load[] {
    checkIsThere(model, handle);
    const cls = model.classes.find(this.typeName);
    if (cls === undefined || !handle.class.isA(cls)) {
      throw new ExposedError(
        'set-failed',
        `expected a ${this.typeName}, got ${handle.class.name} "${handle.name}"`,
      );
    }
    const members = model.defaults.of(handle);
    const problems = problemsTold(missing);
    return Object.entries(this.members).flatMap(([name, json]) => {
      const member = handle.class.member(name);
      if (member === undefined || !member.isPersistable) return [];
      return [{ ref: new MemberRef(handle, member), json, members, problems, isWhole: true }];
    });
  }
}

/** @throws ExposedError `object-not-found` */
function checkIsThere({ objects }: ExposedModel, handle: ExposedObjectHandle): void {
  if (handle.isRegistered && objects.resolve(handle.id) !== handle)
    throw new ExposedError('object-not-found', handle.id);
}

function problemsTold(missing: (place: string) => void): FileProblems {
  return { unresolved: (at: FilePlace) => missing(at.path), ignored: () => {}, leftOut: () => {} };
}

function deltaOf(model: ExposedModel, handle: ExposedObjectHandle, member: ExposedMember): Json | undefined {
  const captured = model.defaults.of(handle);
  const value = member.read(handle.target);
  const snapshot = captured === undefined ? noBaseline : captured[member.index];
  if (value === failed) return undefined;
  const { type } = member;
  const isWhole = snapshot === noBaseline;
  if (type.kind === 'leaf') return known(isWhole ? type.persist(value) : type.delta(value, snapshot));
  const walk = new FileWalk(undefined, undefined, true);
  return known(isWhole ? walk.whole(type, value) : walk.delta(type, value, snapshot));
}

/** A living value with a snapshot's content. */
function living(type: Type, snapshot: unknown): unknown {
  return type.restore(snapshot, undefined, atOnce);
}

function gather(
  typeName: string,
  members: readonly ExposedMember[],
  read: (member: ExposedMember) => Json | undefined,
): ExposedObjectSnapshot {
  const taken = members.flatMap((member) => {
    const json = member.isPersistable ? read(member) : undefined;
    return json === undefined ? [] : [[member.name, json] as const];
  });
  return new ExposedObjectSnapshot(typeName, Object.fromEntries(taken));
}
