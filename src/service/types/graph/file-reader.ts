import { failed } from '../../application-code.js';
import { ExposedError } from '../../exposed-error.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { runToCompletion } from '../../run-to-completion.js';
import type { ExposedClass } from '../exposed-class.js';
import type { ExposedMember } from '../exposed-member.js';
import { atOnce, type Plan } from '../plan.js';
import { readOrIgnore } from '../read-or-ignore.js';
import { type FilePlace, type FileProblems, inside, type Type, unreadable } from '../type.js';
import { notConvertible } from '../values/value-type.js';
import { type Assigned, Assignments } from './assignments.js';
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
import { slice } from './long-lists.js';
import { remade } from './restore.js';
import { CompositeSnapshot } from './snapshot.js';

/** Reads what files hold (wire.md section 7), tolerantly: what cannot be read is told and left as it is. */
class FileReader {
  readonly #plan: Plan;
  readonly #assignments = new Assignments();
  /** How many things that are not there yet were met. */
  #missing = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** Counts what is not there yet, and tells `problems` of it. */
  counting(problems: FileProblems): FileProblems {
    return {
      unresolved: (at) => {
        this.#missing++;
        problems.unresolved(at);
      },
      ignored: (at, reason) => problems.ignored(at, reason),
      leftOut: (at) => problems.leftOut(at),
    };
  }

  /** @param isFresh what it lies in was made for this value, and nobody else has it */
  value(
    type: Type,
    json: Json,
    current: unknown,
    snapshot: unknown,
    at: FilePlace,
    isFresh = false,
  ): unknown {
    const present = current === failed ? undefined : (current ?? undefined);
    const before = snapshot === failed ? undefined : snapshot;
    if (isLeaf(type)) return type.readDelta(json, present, before, this.#plan, at);
    if (isNullable(type))
      return json === null ? null : this.value(type.inner, json, present, before ?? undefined, at, isFresh);
    if (isArray(type)) {
      if (Array.isArray(json)) return runToCompletion(this.#array(type, json, present, before, at, isFresh));
      at.problems.ignored(at, notConvertible(at.path, type.name, json).message);
      return unreadable;
    }
    return isComposite(type) ? this.#composite(type, json, present, before, at, isFresh) : unreadable;
  }

  /** The same in slices: what is long in a value is an array, and anything else in it is visited later. */
  *inSlices(
    type: Type,
    json: Json,
    current: unknown,
    snapshot: unknown,
    at: FilePlace,
    isFresh = false,
  ): Generator<void, unknown> {
    const array = isNullable(type) ? type.inner : type;
    if (!isArray(array) || !isLong(json)) return this.value(type, json, current, snapshot, at, isFresh);
    const present = current === failed ? undefined : (current ?? undefined);
    const before = snapshot === failed ? undefined : (snapshot ?? undefined);
    return yield* this.#array(array, json, present, before, at, isFresh);
  }

  finish(): void {
    this.#assignments.finish(this.#plan);
  }

  finishInSlices(): Generator<void, void> {
    return this.#assignments.finishInSlices(this.#plan);
  }

  /**
   * Without `@op` an array of unchanged length is merged into the present elements; otherwise the entries are what
   * became of the captured default, whatever has been done to the array since. What a delta does not mention stays as it
   * is, before new elements at its end (LSC-18). A reference that is not there yet has its place.
   */
  *#array(
    type: ArrayKind,
    json: readonly Json[],
    current: unknown,
    snapshot: unknown,
    at: FilePlace,
    isFresh: boolean,
  ): Generator<void, unknown[]> {
    const { element } = type;
    const before = snapshot === undefined ? undefined : itemsOf(snapshot);
    const present = itemsOf(current) ?? [];
    const isOfDefault = hasOperations(json);
    const isAligned = before === undefined || (!isOfDefault && before.length === present.length);
    // New elements with the captured values: nobody sees them yet, so that they can be set at once.
    const fresh = isAligned ? undefined : remade(type, before);
    const base = (fresh?.value ?? present) as readonly unknown[];
    // What one entry says of an object counts for all that lead to it, in the order of the entries.
    const isFreshBase = fresh === undefined ? isFresh : !fresh.isShared;
    const isInline = inlineElement(element) !== undefined;
    const isDelta = isInline && before !== undefined && (at.isWhole !== true || isOfDefault);
    const restAt = isDelta ? endOfMentioned(json) : json.length;
    const items: unknown[] = [];
    let old = 0;
    for (let i = 0; i < json.length; i++) {
      if (i > 0 && i % slice.elements === 0) yield;
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
      const value = isLong(entry)
        ? yield* this.inSlices(element, entry, was, wasBefore, place, isOfFresh)
        : this.value(element, entry, was, wasBefore, place, isOfFresh);
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
    at: FilePlace,
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
      // What is made anew refers to engine objects as before, which everybody sees.
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

  #merge(
    target: object,
    cls: ExposedClass,
    json: JsonObject,
    before: CompositeSnapshot | undefined,
    at: FilePlace,
    isFresh: boolean,
  ): void {
    const merged = { target, class: cls, json, before, at, isFresh };
    this.#assignments.later(target, () => {
      const names = Object.keys(json);
      return names.some((name) => isLong(json[name]!))
        ? this.#visitInSlices(merged, names)
        : this.#visit(merged, names);
    });
  }

  #visit(merged: Merged, names: readonly string[]): Assigned[] {
    const { target, json, before, at, isFresh } = merged;
    const assigned: Assigned[] = [];
    for (const name of names) {
      const member = memberOf(merged, name);
      if (member === undefined) continue;
      const place = inside(at, name, member.name);
      const isOfFresh = isFresh && member.isOwned;
      const snapshot = before?.of(member);
      const value = this.value(member.type, json[name]!, member.read(target), snapshot, place, isOfFresh);
      if (value !== unreadable) assigned.push([member, value]);
    }
    return assignFresh(merged, assigned);
  }

  *#visitInSlices(merged: Merged, names: readonly string[]): Generator<void, Assigned[]> {
    const { target, json, before, at, isFresh } = merged;
    const assigned: Assigned[] = [];
    for (const name of names) {
      const member = memberOf(merged, name);
      if (member === undefined) continue;
      const place = inside(at, name, member.name);
      const isOfFresh = isFresh && member.isOwned;
      const [current, snapshot] = [member.read(target), before?.of(member)];
      const value = yield* this.inSlices(member.type, json[name]!, current, snapshot, place, isOfFresh);
      if (value !== unreadable) assigned.push([member, value]);
    }
    return assignFresh(merged, assigned);
  }
}

/** An object that a file says members of. */
interface Merged {
  readonly target: object;
  readonly class: ExposedClass;
  readonly json: JsonObject;
  readonly before: CompositeSnapshot | undefined;
  readonly at: FilePlace;
  readonly isFresh: boolean;
}

/** The member that a file names; undefined for what it does not say of any. */
function memberOf({ class: cls }: Merged, name: string): ExposedMember | undefined {
  const member = name.startsWith('@') ? undefined : cls.member(name);
  return member?.isPersistable ? member : undefined;
}

/** Sets what nobody has to be able to take back, since nobody has seen it. @returns the rest */
function assignFresh({ target, isFresh }: Merged, assigned: Assigned[]): Assigned[] {
  if (!isFresh) return assigned;
  return assigned.filter(([member, value]) => {
    if (!member.isOwned || member.type.refers) return true;
    atOnce.assign(target, member, value);
    return false;
  });
}

/** Whether it may hold so much that others get turns in between. */
function isLong(json: Json): json is Json[] {
  return Array.isArray(json) && json.length > slice.elements;
}

function readReference(type: CompositeKind, reference: Json | undefined, at: FilePlace): unknown {
  if (reference === null) return null;
  try {
    return type.readReference(reference, at.path);
  } catch (error) {
    if (!(error instanceof ExposedError)) throw error;
    at.problems.unresolved(at);
    return unreadable;
  }
}

export function readFile(
  type: Type,
  json: Json,
  current: unknown,
  snapshot: unknown,
  plan: Plan,
  at: FilePlace,
): unknown {
  const walk = new FileReader(plan);
  const value = walk.value(type, json, current, snapshot, { ...at, problems: walk.counting(at.problems) });
  walk.finish();
  return value;
}

/** The same in slices, between which nothing of what is there may change. */
export function* readFileInSlices(
  type: Type,
  json: Json,
  current: unknown,
  snapshot: unknown,
  plan: Plan,
  at: FilePlace,
): Generator<void, unknown> {
  const walk = new FileReader(plan);
  const counted = { ...at, problems: walk.counting(at.problems) };
  const value = yield* walk.inSlices(type, json, current, snapshot, counted);
  yield* walk.finishInSlices();
  return value;
}

/** What an entry of an array does: `new`, `removed`, undefined for what changes an element or stands for it. */
export function operationOf(entry: Json): Json | undefined {
  return isJsonObject(entry) && Object.hasOwn(entry, '@op') ? entry['@op'] : undefined;
}

/** Whether an array tells what became of the captured default, and not of what is there. */
export function hasOperations(json: readonly Json[]): boolean {
  return json.some((entry) => operationOf(entry) !== undefined);
}

/** Behind the last entry that is about an element of the default: those that follow append. */
export function endOfMentioned(json: readonly Json[]): number {
  return json.findLastIndex((entry) => operationOf(entry) !== 'new') + 1;
}
