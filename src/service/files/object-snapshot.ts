import { failed } from '../common/application-code.js';
import { ExposedError } from '../common/exposed-error.js';
import type { Json, JsonObject } from '../common/json.js';
import type { FileJson } from '../members/file-values.js';
import type { ExposedModel } from '../model/model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import { MemberRef } from '../objects/member-ref.js';
import { notCaptured } from '../objects/property-ref.js';
import type { ExposedMember } from '../types/exposed-member.js';
import { FileJsonWriter } from '../types/graph/file-json-writer.js';
import { assignImmediately } from '../types/plan.js';
import type { FileLocation, FileProblems, Type } from '../types/type.js';
import { omitUnknown } from './unknown-members.js';

/** A service whose objects are captured or restored. */
export interface Exposing {
  /** @internal */
  readonly model: ExposedModel;
}

/** The persistable state of one object without its identity; the content of a preset (SNP-1 to 4). */
export class ExposedObjectSnapshot {
  readonly typeName: string;
  /** The values as files have them, without `@` members. */
  readonly members: JsonObject;

  constructor(typeName: string, members: JsonObject) {
    this.typeName = typeName;
    this.members = members;
  }

  /** Captures the complete persistable state. */
  static capture({ target, class: cls }: ExposedObjectHandle): ExposedObjectSnapshot {
    return gather(cls.name, cls.members, (member) => {
      const value = member.read(target);
      return value === failed ? undefined : omitUnknown(member.type.persist(value));
    });
  }

  /** Captures the initial state of the object. */
  static captureDefaults(exposing: Exposing, handle: ExposedObjectHandle): ExposedObjectSnapshot {
    const { model } = exposing;
    const captured = model.defaults.of(handle);
    const { class: cls } = handle;
    return gather(cls.name, cls.members, (member) => {
      const snapshot = captured === undefined ? notCaptured : captured[member.index];
      return snapshot === notCaptured
        ? undefined
        : omitUnknown(member.type.persist(living(member.type, snapshot)));
    });
  }

  /**
   * Captures the differences from the defaults. A list that differs is complete, since other objects may have other
   * initial elements (SNP-5).
   * @throws ExposedError `object-not-found` if the object is gone
   */
  static captureDelta(exposing: Exposing, handle: ExposedObjectHandle): ExposedObjectSnapshot {
    const { model } = exposing;
    requirePresent(model, handle);
    const { class: cls } = handle;
    return gather(cls.name, cls.members, (member) => deltaOf(model, handle, member));
  }

  /**
   * Applies the state to an object of the type, as a user edit; other members stay unchanged.
   * @param onUnresolved gets the paths whose reference does not resolve; they stay unchanged
   * @throws ExposedError `object-not-found` if the object is gone, `set-failed` if it is of another type;
   * also what application code threw, after all other members were applied
   */
  restore(
    exposing: Exposing,
    handle: ExposedObjectHandle,
    onUnresolved: (place: string) => void = () => {},
  ): void {
    const { model } = exposing;
    const failures: unknown[] = [];
    for (const file of this.#valuesFor(model, handle, onUnresolved))
      try {
        model.writer.load(file, 'user');
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  }

  /** @throws ExposedError `set-failed` */
  #valuesFor(
    model: ExposedModel,
    handle: ExposedObjectHandle,
    onUnresolved: (place: string) => void,
  ): FileJson[] {
    requirePresent(model, handle);
    const cls = model.classes.find(this.typeName);
    if (cls === undefined || !handle.class.isA(cls)) {
      throw new ExposedError(
        'set-failed',
        `expected a ${this.typeName}, got ${handle.class.name} "${handle.name}"`,
      );
    }
    const members = model.defaults.of(handle);
    const problems = problemsTo(onUnresolved);
    return Object.entries(this.members).flatMap(([name, json]) => {
      const member = handle.class.member(name);
      if (member === undefined || !member.isPersistable) return [];
      return [{ ref: new MemberRef(handle, member), json, members, problems, isWhole: true }];
    });
  }
}

/** @throws ExposedError `object-not-found` */
function requirePresent({ objects }: ExposedModel, handle: ExposedObjectHandle): void {
  if (handle.isRegistered && objects.resolve(handle.id) !== handle)
    throw new ExposedError('object-not-found', handle.id);
}

function problemsTo(onUnresolved: (place: string) => void): FileProblems {
  return { unresolved: (at: FileLocation) => onUnresolved(at.path), ignored: () => {}, leftOut: () => {} };
}

function deltaOf(model: ExposedModel, handle: ExposedObjectHandle, member: ExposedMember): Json | undefined {
  const captured = model.defaults.of(handle);
  const value = member.read(handle.target);
  const snapshot = captured === undefined ? notCaptured : captured[member.index];
  if (value === failed) return undefined;
  const { type } = member;
  const isWhole = snapshot === notCaptured;
  if (type.kind === 'leaf') return omitUnknown(isWhole ? type.persist(value) : type.delta(value, snapshot));
  const walk = new FileJsonWriter(undefined, undefined, true);
  return omitUnknown(isWhole ? walk.whole(type, value) : walk.delta(type, value, snapshot));
}

/** Returns a live value with a snapshot's content. */
function living(type: Type, snapshot: unknown): unknown {
  return type.restore(snapshot, undefined, assignImmediately);
}

function gather(
  typeName: string,
  members: readonly ExposedMember[],
  read: (member: ExposedMember) => Json | undefined,
): ExposedObjectSnapshot {
  const values = members.flatMap((member) => {
    const json = member.isPersistable ? read(member) : undefined;
    return json === undefined ? [] : [[member.name, json] as const];
  });
  return new ExposedObjectSnapshot(typeName, Object.fromEntries(values));
}
