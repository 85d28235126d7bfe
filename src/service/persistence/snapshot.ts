import { type FileValue, type Load, readLoadInSlices } from '../access/loads.js';
import type { ObjectTexts, ValueText } from '../access/object-text.js';
import { failed } from '../application-code.js';
import { ExposedError } from '../exposed-error.js';
import type { Json, JsonObject } from '../json.js';
import type { ExposedModel } from '../model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import { MemberRef } from '../objects/member-ref.js';
import { noBaseline } from '../objects/property-ref.js';
import { toTheEnd } from '../to-the-end.js';
import type { ExposedMember } from '../types/exposed-member.js';
import { FileWalk } from '../types/graph/file-walk.js';
import { atOnce } from '../types/plan.js';
import { type FilePlace, type FileProblems, type Type, unreadable } from '../types/type.js';
import { known, knownInSlices } from './unknown.js';
import { whileTrue } from './until-changed.js';

/** Of an object that changes ever again meanwhile everything is read, or set, at once in the end. */
const mostRounds = 4;

/** Whether nothing has changed in the place since one began to look. */
type IsUntouched = Parameters<Parameters<ObjectTexts['watching']>[1]>[0];

/** What is read of a long member until it is set. */
interface LongMember extends FileValue {
  readonly text: ValueText | undefined;
  /** Places of which what they refer to is not there. */
  readonly missing: readonly string[];
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
  static captureDefaults(model: ExposedModel, handle: ExposedObjectHandle): ExposedObjectSnapshot {
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
  static captureDelta(model: ExposedModel, handle: ExposedObjectHandle): ExposedObjectSnapshot {
    checkIsThere(model, handle);
    const { class: cls } = handle;
    return gather(cls.name, cls.members, (member) => toTheEnd(deltaOf(model, handle, member)));
  }

  /** The same in slices between which anything may happen: it is the state of the last. */
  static *captureDeltaInSlices(
    model: ExposedModel,
    handle: ExposedObjectHandle,
  ): Generator<void, ExposedObjectSnapshot> {
    const { class: cls } = handle;
    // What is read at once is read last. What nobody reports may change at any time.
    const long = cls.members.filter(
      (each) => each.isPersistable && each.isOwned && each.type.kind !== 'leaf',
    );
    const refs = new Map(long.map((member) => [member, new MemberRef(handle, member)]));
    for (let round = 0; round < mostRounds; round++) {
      checkIsThere(model, handle);
      const found = yield* model.texts.watching([...refs.values()], function* (isUntouched) {
        const deltas = new Map<ExposedMember, Json | undefined>();
        const areUntouched = () => [...refs.values()].every(isUntouched);
        for (const member of long) {
          const delta = yield* whileTrue(areUntouched, deltaOf(model, handle, member));
          if (delta === undefined) return undefined;
          deltas.set(member, delta.value);
        }
        return gather(cls.name, cls.members, (member) =>
          deltas.has(member) ? deltas.get(member) : toTheEnd(deltaOf(model, handle, member)),
        );
      });
      if (found !== undefined) return found;
    }
    return ExposedObjectSnapshot.captureDelta(model, handle);
  }

  /**
   * Gives the state to another object of the type, as an edit of the user; what it does not hold stays.
   * @param missing told the places of which what they refer to is not there: they stay as they are
   * @throws ExposedError `object-not-found` for one that has gone, `set-failed` when it is of another type; what code of the application threw, once
   * everything else is there: a member that fails is left as it is
   */
  restore(
    model: ExposedModel,
    handle: ExposedObjectHandle,
    missing: (place: string) => void = () => {},
  ): void {
    this.#set(model, this.#loads(model, handle, missing), () => undefined);
  }

  /** The same in slices between which anything may happen; everything is set in the last. */
  *restoreInSlices(
    model: ExposedModel,
    handle: ExposedObjectHandle,
    missing: (place: string) => void,
  ): Generator<void, void> {
    for (let round = 0; round < mostRounds; round++) {
      const loads = this.#loads(model, handle, missing);
      const refs = loads.map(({ ref }) => ref);
      const isSet = yield* model.texts.watching(refs, (isUntouched) =>
        this.#restore(model, loads, missing, isUntouched),
      );
      if (isSet) return;
    }
    this.restore(model, handle, missing);
  }

  /** @returns false where something has changed meanwhile */
  *#restore(
    model: ExposedModel,
    loads: readonly Load[],
    missing: (place: string) => void,
    isUntouched: IsUntouched,
  ): Generator<void, boolean> {
    const long = new Map<Load, LongMember>();
    const areUntouched = () => [...long.keys()].every(({ ref }) => isUntouched(ref));
    for (const load of loads) {
      if (!load.ref.root.isOwned) continue;
      const read = yield* whileTrue(() => areUntouched() && isUntouched(load.ref), longMember(model, load));
      if (read === undefined) return false;
      if (read.value !== undefined) long.set(load, read.value);
    }
    const members = loads[0] && model.defaults.of(loads[0].ref.handle);
    this.#set(model, loads, (load) => {
      // One that is set before it may have to do with it.
      const read = isUntouched(load.ref) && load.members === members ? long.get(load) : undefined;
      for (const place of read?.missing ?? []) missing(place);
      return read;
    });
    return true;
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

  /** @param readOf what was read of it beforehand */
  #set(
    { writer, texts }: ExposedModel,
    loads: readonly Load[],
    readOf: (load: Load) => LongMember | undefined,
  ): void {
    const failures: unknown[] = [];
    for (const load of loads) {
      const { ref, json, members, problems, isWhole } = load;
      try {
        const read = readOf(load);
        if (read === undefined) writer.load(ref, json, members, problems, 'user', isWhole);
        else {
          writer.loadRead(load, read, 'user');
          if (read.text !== undefined) texts.keepNew(ref, read.value, read.text);
        }
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

/** What a member is to be, where that takes more than a slice; undefined where it is set at once. */
function* longMember({ texts }: ExposedModel, load: Load): Generator<void, LongMember | undefined> {
  const missing: string[] = [];
  const slices = readLoadInSlices({ ...load, problems: problemsTold((place) => void missing.push(place)) });
  try {
    const first = slices.next();
    if (first.done) return undefined;
    yield;
    const { value, plan } = yield* slices;
    const text = value === unreadable ? undefined : yield* texts.foreseenInSlices(load.ref, value, plan);
    return { value, plan, text, missing };
  } catch {
    // What fails is told when it is set.
    return undefined;
  }
}

/** An object may go between two slices: what it holds is nobody's then. @throws ExposedError `object-not-found` */
function checkIsThere({ objects }: ExposedModel, handle: ExposedObjectHandle): void {
  if (handle.isRegistered && objects.resolve(handle.id) !== handle)
    throw new ExposedError('object-not-found', handle.id);
}

function problemsTold(missing: (place: string) => void): FileProblems {
  return { unresolved: (at: FilePlace) => missing(at.path), ignored: () => {}, leftOut: () => {} };
}

function* deltaOf(
  model: ExposedModel,
  handle: ExposedObjectHandle,
  member: ExposedMember,
): Generator<void, Json | undefined> {
  const captured = model.defaults.of(handle);
  const value = member.read(handle.target);
  const snapshot = captured === undefined ? noBaseline : captured[member.index];
  if (value === failed) return undefined;
  const { type } = member;
  const isWhole = snapshot === noBaseline;
  if (type.kind === 'leaf') return known(isWhole ? type.persist(value) : type.delta(value, snapshot));
  const walk = new FileWalk(undefined, undefined, true);
  const slices = isWhole ? walk.wholeInSlices(type, value) : walk.deltaInSlices(type, value, snapshot);
  return yield* knownInSlices(yield* slices);
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
