import type { Json } from '../../common/json.js';
import { noBaseline, type PropertyRef } from '../../objects/property-ref.js';
import { readFileInSlices } from '../../types/graph/file-reader.js';
import { slice } from '../../types/graph/long-lists.js';
import { type FilePlace, type FileProblems, unreadable } from '../../types/type.js';
import { mayMoveElements } from '../list-operations.js';
import { type Assignment, WritePlan } from '../transactions/write-plan.js';
import type { Prepared } from './prepared.js';

/** The JSON of a property in a file. */
export interface Load {
  readonly ref: PropertyRef;
  readonly json: Json;
  /** The captured defaults of its unit. */
  readonly members: readonly unknown[] | undefined;
  readonly problems: FileProblems;
  readonly isWhole: boolean;
}

/** A value read from a file, before it is set; `unreadable` if the JSON is invalid. */
export interface FileValue {
  readonly value: unknown;
  readonly plan: WritePlan;
}

/** A value read for an element of a list. */
export interface ElementRead extends FileValue {
  readonly load: Load;
  readonly index: number;
}

/** Reads the value of a property. @param items the elements of the list that contains it, if known */
export function readLoad(load: Load, items?: readonly unknown[]): FileValue {
  const { ref, json } = load;
  const plan = new WritePlan();
  const before = baselineOf(load, items);
  return { value: ref.type.readDelta(json, ref.get(items), before, plan, placeOf(load)), plan };
}

/** Like `readLoad`, in slices between which the property must not change. */
function* readLoadInSlices(load: Load): Generator<void, FileValue> {
  const { ref, json } = load;
  const plan = new WritePlan();
  const before = baselineOf(load);
  return { value: yield* readFileInSlices(ref.type, json, ref.get(), before, plan, placeOf(load)), plan };
}

/**
 * Prepares loads of properties of one object without setting them; undefined if one of them would run application
 * code.
 */
export function prepared(loads: readonly Load[]): Prepared | undefined {
  const preparation = new Preparation();
  for (const load of loads) {
    if (!load.ref.unit.member.isOwned) return undefined;
    const all = assignmentsOf(load, readLoad(load));
    if (!all.every(isOwned)) return undefined;
    if (all.some(isChange)) preparation.add(load.ref, all);
  }
  return preparation.prepared;
}

/** Like `prepareLoads`, in slices between which the object must not change. */
export function* prepareLoadsInSlices(loads: readonly Load[]): Generator<void, Prepared | undefined> {
  const preparation = new Preparation();
  for (const load of loads) {
    if (!load.ref.unit.member.isOwned) return undefined;
    const all = assignmentsOf(load, yield* readLoadInSlices(load));
    if (!all.every(isOwned)) return undefined;
    if (yield* isAnyChange(all)) preparation.add(load.ref, all);
  }
  return preparation.prepared;
}

/** Returns the captured default that the JSON is relative to; undefined if there is none. */
function baselineOf({ ref, members }: Load, items?: readonly unknown[]): unknown {
  const snapshot = members === undefined ? noBaseline : ref.baseline(members, items);
  return snapshot === noBaseline ? undefined : snapshot;
}

function placeOf({ ref, problems, isWhole }: Load): FilePlace {
  return { path: ref.path, problems, isWhole };
}

/** Returns the assignments for a value; none if it could not be read. */
function assignmentsOf({ ref }: Load, { value, plan }: FileValue): readonly Assignment[] {
  if (value === unreadable) return [];
  ref.assign(plan, value);
  return plan.assignments;
}

function isOwned({ to }: Assignment): boolean {
  return to.isOwned;
}

function isChange({ target, to, value }: Assignment): boolean {
  return !to.type.equal(to.read(target), value);
}

/** Collects the changes of the loads of one object. */
class Preparation {
  readonly #assignments: Assignment[] = [];
  readonly #changed: PropertyRef[] = [];

  add(ref: PropertyRef, assignments: readonly Assignment[]): void {
    // There may be too many for a spread argument.
    for (const each of assignments) this.#assignments.push(each);
    this.#changed.push(ref);
  }

  get prepared(): Prepared {
    const changed = this.#changed;
    return { assignments: this.#assignments, changed, isKeyed: changed.some(mayMoveElements) };
  }
}

/** True if any assignment changes a value; computed in slices. */
function* isAnyChange(assignments: readonly Assignment[]): Generator<void, boolean> {
  for (let i = 0; i < assignments.length; i++) {
    if (isChange(assignments[i]!)) return true;
    if ((i + 1) % slice.elements === 0) yield;
  }
  return false;
}
