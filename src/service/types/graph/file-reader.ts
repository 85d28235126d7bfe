import { failed } from '../../application-code.js';
import { ExposedError } from '../../exposed-error.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import type { ExposedClass } from '../exposed-class.js';
import { atOnce, type Plan } from '../plan.js';
import { readOrIgnore } from '../read-or-ignore.js';
import { type FilePlace, type FileProblems, inside, type Type, unreadable } from '../type.js';
import { notConvertible } from '../values/value-type.js';
import { inlineElement } from './align.js';
import { Assignments } from './assignments.js';
import {
  type ArrayKind,
  type CompositeKind,
  isArray,
  isComposite,
  isLeaf,
  isNullable,
  itemsOf,
} from './kinds.js';
import { restore } from './restore.js';
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

  value(type: Type, json: Json, current: unknown, snapshot: unknown, at: FilePlace): unknown {
    const present = current === failed ? undefined : (current ?? undefined);
    const before = snapshot === failed ? undefined : snapshot;
    if (isLeaf(type)) return type.readDelta(json, present, before, this.#plan, at);
    if (isNullable(type))
      return json === null ? null : this.value(type.inner, json, present, before ?? undefined, at);
    if (isArray(type)) {
      if (Array.isArray(json)) return this.#array(type, json, present, before, at);
      at.problems.ignored(at, notConvertible(at.path, type.name, json).message);
      return unreadable;
    }
    return isComposite(type) ? this.#composite(type, json, present, before, at) : unreadable;
  }

  finish(): void {
    this.#assignments.finish(this.#plan);
  }

  /**
   * Without `@op` an array of unchanged length is merged into the present elements; otherwise the entries are what
   * became of the captured default, whatever has been done to the array since. What a delta does not mention stays as it
   * is, before new elements at its end (LSC-18). A reference that is not there yet has its place.
   */
  #array(
    type: ArrayKind,
    json: readonly Json[],
    current: unknown,
    snapshot: unknown,
    at: FilePlace,
  ): unknown[] {
    const { element } = type;
    const before = snapshot === undefined ? undefined : itemsOf(snapshot);
    const present = itemsOf(current) ?? [];
    const isOfDefault = hasOperations(json);
    const isAligned = before === undefined || (!isOfDefault && before.length === present.length);
    // New elements with the captured values: nobody sees them yet, so that they can be set at once.
    const base = isAligned ? present : (restore(type, before, undefined, atOnce) as readonly unknown[]);
    const isInline = inlineElement(element) !== undefined;
    const isDelta = isInline && before !== undefined && (at.isWhole !== true || isOfDefault);
    const restAt = isDelta ? endOfMentioned(json) : json.length;
    const items: unknown[] = [];
    let old = 0;
    for (const [i, entry] of json.entries()) {
      if (i === restAt) while (old < base.length) items.push(base[old++]);
      const operation = operationOf(entry);
      if (operation === 'removed') {
        old++;
        continue;
      }
      const isNew = operation === 'new' || old >= base.length;
      const place = inside(at, i, items.length);
      const missing = this.#missing;
      const value = isNew
        ? this.value(element, entry, undefined, undefined, place)
        : this.value(element, entry, base[old], before?.[old], place);
      if (!isNew) old++;
      if (value !== unreadable) items.push(value);
      else if (this.#missing > missing) items.push(null);
      else at.problems.leftOut(place);
    }
    if (isDelta) while (old < base.length) items.push(base[old++]);
    return items;
  }

  #composite(type: CompositeKind, json: Json, current: unknown, snapshot: unknown, at: FilePlace): unknown {
    if (json === null) return type.isReference || current === undefined ? null : unreadable;
    if (!isJsonObject(json)) {
      at.problems.ignored(at, notConvertible(at.path, type.name, json).message);
      return unreadable;
    }
    if (Object.hasOwn(json, '@ref')) return readReference(type, json['@ref'], at);
    const wanted = readOrIgnore(at, () => type.wantedClass(json, at.path)) as
      | ExposedClass
      | undefined
      | typeof unreadable;
    if (wanted === unreadable) return unreadable;
    const present = type.living(current);
    const presentClass = present && type.classOfInline(present);
    if (present !== undefined && presentClass !== undefined && (wanted ?? presentClass) === presentClass) {
      const isOfClass = snapshot instanceof CompositeSnapshot && snapshot.class === presentClass;
      this.#merge(present, presentClass, json, isOfClass ? snapshot : undefined, at);
      return present;
    }
    if (type.isReference) {
      at.problems.unresolved(at);
      return unreadable;
    }
    const fresh = readOrIgnore(at, () => type.fresh(wanted ?? type.concrete(at.path, 'set-failed')));
    const freshClass = fresh === unreadable ? undefined : type.classOfInline(fresh as object);
    if (freshClass === undefined) return unreadable;
    this.#merge(fresh as object, freshClass, json, undefined, at);
    return fresh;
  }

  #merge(
    target: object,
    cls: ExposedClass,
    json: JsonObject,
    before: CompositeSnapshot | undefined,
    at: FilePlace,
  ): void {
    this.#assignments.later(target, () =>
      Object.entries(json).flatMap(([name, each]) => {
        const member = name.startsWith('@') ? undefined : cls.member(name);
        if (member === undefined || !member.isPersistable) return [];
        const snapshot = before?.of(member);
        const place = inside(at, name, member.name);
        const value = this.value(member.type, each, member.read(target), snapshot, place);
        return value === unreadable ? [] : [[member, value] as const];
      }),
    );
  }
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
