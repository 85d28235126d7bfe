import { failed } from '../../common/application-code.js';
import { ExposedError } from '../../common/exposed-error.js';
import { isJsonObject, type Json, type JsonObject } from '../../common/json.js';
import type { ExposedClass } from '../exposed-class.js';
import type { ExposedMember } from '../exposed-member.js';
import { assignImmediately, type Plan } from '../plan.js';
import { readOrIgnore } from '../read-or-ignore.js';
import { type FileLocation, type FileProblems, inside, type Type, unreadable } from '../type.js';
import { notConvertible } from '../values/value-type.js';
import { CompositeSnapshot } from './composite-snapshot.js';
import {
  type ArrayKind,
  type CompositeKind,
  isArray,
  isComposite,
  isLeaf,
  isNullable,
  itemsOf,
} from './kinds.js';
import { inlineElement } from './list-diff.js';
import { Restore } from './restore.js';

/** Reads values of files (wire.md section 7). Unreadable values are reported and stay unchanged. */
export class FileReader {
  readonly #plan: Plan;
  /** Number of unresolved references so far. */
  #missing = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** Reads a value, and counts the unresolved references in it. */
  read(type: Type, json: Json, current: unknown, snapshot: unknown, at: FileLocation): unknown {
    const { problems } = at;
    const counting: FileProblems = {
      unresolved: (each) => {
        this.#missing++;
        problems.unresolved(each);
      },
      ignored: (each, reason) => problems.ignored(each, reason),
      leftOut: (each) => problems.leftOut(each),
    };
    return this.#value(type, json, current, snapshot, { ...at, problems: counting });
  }

  /** @param isFresh true if the enclosing object was created for this value */
  #value(
    type: Type,
    json: Json,
    current: unknown,
    snapshot: unknown,
    at: FileLocation,
    isFresh = false,
  ): unknown {
    const present = current === failed ? undefined : (current ?? undefined);
    const before = snapshot === failed ? undefined : snapshot;
    if (isLeaf(type)) return type.readDelta(json, present, before, this.#plan, at);
    if (isNullable(type))
      return json === null ? null : this.#value(type.inner, json, present, before ?? undefined, at, isFresh);
    if (isArray(type)) {
      if (Array.isArray(json)) return this.#array(type, json, present, before, at, isFresh);
      at.problems.ignored(at, notConvertible(at.path, type.name, json).message);
      return unreadable;
    }
    return isComposite(type) ? this.#composite(type, json, present, before, at, isFresh) : unreadable;
  }

  /**
   * Reads an array. Its entries modify the captured default; without `@op` they modify the present elements if these are
   * as many as in the default. Unmentioned elements stay, before new ones (LSC-18). Unresolved references keep their
   * index.
   */
  #array(
    type: ArrayKind,
    json: readonly Json[],
    current: unknown,
    snapshot: unknown,
    at: FileLocation,
    isFresh: boolean,
  ): unknown[] {
    const { element } = type;
    const before = snapshot === undefined ? undefined : itemsOf(snapshot);
    const present = itemsOf(current) ?? [];
    const isOfDefault = hasOperations(json);
    const isAligned = before === undefined || (!isOfDefault && before.length === present.length);
    // Elements restored from the default are new objects, so their members are assigned immediately.
    const fresh = isAligned ? undefined : new Restore(assignImmediately);
    const base = (fresh?.whole(type, before, undefined) ?? present) as readonly unknown[];
    // Entries for a shared object apply one after the other.
    const isFreshBase = fresh === undefined ? isFresh : !fresh.isShared;
    const isInline = inlineElement(element) !== undefined;
    const isDelta = isInline && before !== undefined && (at.isWhole !== true || isOfDefault);
    const restAt = isDelta ? endOfMentioned(json) : json.length;
    const items: unknown[] = [];
    let old = 0;
    for (let i = 0; i < json.length; i++) {
      const entry = json[i]!;
      if (i === restAt) while (old < base.length) items.push(base[old++]);
      const operation = operationOf(entry);
      if (operation === 'removed') {
        old++;
        continue;
      }
      const isNew = operation === 'new' || old >= base.length;
      const place = inside(at, i, items.length);
      const missing = this.#missing;
      const was = isNew ? undefined : base[old];
      const wasBefore = isNew ? undefined : before?.[old];
      const isOfFresh = isNew ? isFresh : isFreshBase;
      const value = this.#value(element, entry, was, wasBefore, place, isOfFresh);
      if (!isNew) old++;
      if (value !== unreadable) items.push(value);
      else if (this.#missing > missing) items.push(null);
      else at.problems.leftOut(place);
    }
    if (isDelta) while (old < base.length) items.push(base[old++]);
    return items;
  }

  #composite(
    type: CompositeKind,
    json: Json,
    current: unknown,
    snapshot: unknown,
    at: FileLocation,
    isFresh: boolean,
  ): unknown {
    if (json === null) return type.isReference || current === undefined ? null : unreadable;
    if (!isJsonObject(json)) {
      at.problems.ignored(at, notConvertible(at.path, type.name, json).message);
      return unreadable;
    }
    if (Object.hasOwn(json, '@ref')) return readReference(type, json['@ref'], at);
    if (type.isOfUnknownClass(json)) {
      at.problems.ignored(at, undefined);
      return unreadable;
    }
    const wanted = readOrIgnore(at, () => type.wantedClass(json, at.path)) as
      | ExposedClass
      | undefined
      | typeof unreadable;
    if (wanted === unreadable) return unreadable;
    const present = type.living(current);
    const presentClass = present && type.classOfInline(present);
    if (present !== undefined && presentClass !== undefined && (wanted ?? presentClass) === presentClass) {
      const isOfClass = snapshot instanceof CompositeSnapshot && snapshot.class === presentClass;
      // References in a new object lead to existing engine objects, which are not new.
      const isFreshOne = isFresh && !type.isReference;
      this.#merge(present, presentClass, json, isOfClass ? snapshot : undefined, at, isFreshOne);
      return present;
    }
    if (type.isReference) {
      at.problems.unresolved(at);
      return unreadable;
    }
    const fresh = readOrIgnore(at, () => type.fresh(wanted ?? type.concrete(at.path, 'set-failed')));
    const freshClass = fresh === unreadable ? undefined : type.classOfInline(fresh as object);
    if (freshClass === undefined) return unreadable;
    this.#merge(fresh as object, freshClass, json, undefined, at, true);
    return fresh;
  }

  /** Plans the members that a file has, after the contents of their values. */
  #merge(
    target: object,
    cls: ExposedClass,
    json: JsonObject,
    before: CompositeSnapshot | undefined,
    at: FileLocation,
    isFresh: boolean,
  ): void {
    const assigned: [ExposedMember, unknown][] = [];
    for (const [name, inner] of Object.entries(json)) {
      const member = name.startsWith('@') ? undefined : cls.member(name);
      if (!member?.isPersistable) continue;
      const place = inside(at, name, member.name);
      const isOfFresh = isFresh && member.isOwned;
      const value = this.#value(
        member.type,
        inner!,
        member.read(target),
        before?.of(member),
        place,
        isOfFresh,
      );
      if (value === unreadable) continue;
      // Assignments to a new object need no undo.
      if (isOfFresh && !member.type.refers) assignImmediately.assign(target, member, value);
      else assigned.push([member, value]);
    }
    for (const [member, value] of assigned) this.#plan.assign(target, member, value);
  }
}

function readReference(type: CompositeKind, reference: Json | undefined, at: FileLocation): unknown {
  if (reference === null) return null;
  try {
    return type.readReference(reference, at.path);
  } catch (error) {
    if (!(error instanceof ExposedError)) throw error;
    at.problems.unresolved(at);
    return unreadable;
  }
}

/** Returns the operation of an array entry: `new`, `removed`, or undefined for an element. */
export function operationOf(entry: Json): Json | undefined {
  return isJsonObject(entry) && Object.hasOwn(entry, '@op') ? entry['@op'] : undefined;
}

/** True if an array is relative to the captured default, not to the present elements. */
export function hasOperations(json: readonly Json[]): boolean {
  return json.some((entry) => operationOf(entry) !== undefined);
}

/** Returns the index after the last entry about an element of the default; later entries append. */
export function endOfMentioned(json: readonly Json[]): number {
  return json.findLastIndex((entry) => operationOf(entry) !== 'new') + 1;
}
