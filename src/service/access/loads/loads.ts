import type { Json } from '../../json.js';
import { noBaseline, type PropertyRef } from '../../objects/property-ref.js';
import { readFileInSlices } from '../../types/graph/file-reader.js';
import { slice } from '../../types/graph/long-lists.js';
import { type FilePlace, type FileProblems, unreadable } from '../../types/type.js';
import { movesElements } from '../list-operations.js';
import { type Assignment, WritePlan } from '../transactions/write-plan.js';
import type { Prepared } from './prepared.js';

/** What a file says of a property. */
export interface Load {
  readonly ref: PropertyRef;
  readonly json: Json;
  /** The capture of its unit. */
  readonly members: readonly unknown[] | undefined;
  readonly problems: FileProblems;
  readonly isWhole: boolean;
}

/** What a file makes of a place, until it is set there; `unreadable` where it means nothing. */
export interface FileValue {
  readonly value: unknown;
  readonly plan: WritePlan;
}

/** What a file says of an element of a list, and makes of it. */
export interface ElementRead extends FileValue {
  readonly load: Load;
  readonly index: number;
}

/** What a file makes of a place. @param items the elements of the list that it is in, where these are known */
export function readLoad(load: Load, items?: readonly unknown[]): FileValue {
  const { ref, json } = load;
  const plan = new WritePlan();
  const before = baselineOf(load, items);
  return { value: ref.type.readDelta(json, ref.get(items), before, plan, placeOf(load)), plan };
}

/** The same, read in slices between which nothing in the place may change. */
function* readLoadInSlices(load: Load): Generator<void, FileValue> {
  const { ref, json } = load;
  const plan = new WritePlan();
  const before = baselineOf(load);
  return { value: yield* readFileInSlices(ref.type, json, ref.get(), before, plan, placeOf(load)), plan };
}

/**
 * What loads of properties of one object would set, where that is storage of the service's own alone; undefined where it is
 * not. Sets nothing.
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

/** The same in slices between which the object must not change. */
export function* preparedInSlices(loads: readonly Load[]): Generator<void, Prepared | undefined> {
  const preparation = new Preparation();
  for (const load of loads) {
    if (!load.ref.unit.member.isOwned) return undefined;
    const all = assignmentsOf(load, yield* readLoadInSlices(load));
    if (!all.every(isOwned)) return undefined;
    if (yield* isAnyChange(all)) preparation.add(load.ref, all);
  }
  return preparation.prepared;
}

/** What a place is compared with that a file speaks of; undefined without a captured default. */
function baselineOf({ ref, members }: Load, items?: readonly unknown[]): unknown {
  const snapshot = members === undefined ? noBaseline : ref.baseline(members, items);
  return snapshot === noBaseline ? undefined : snapshot;
}

function placeOf({ ref, problems, isWhole }: Load): FilePlace {
  return { path: ref.path, problems, isWhole };
}

/** What makes a property what was read for it; nothing does where it could not be read. */
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

/** Gathers what loads of one object change. */
class Preparation {
  readonly #assignments: Assignment[] = [];
  readonly #changed: PropertyRef[] = [];

  add(ref: PropertyRef, assignments: readonly Assignment[]): void {
    // They may be too many to be arguments.
    for (const each of assignments) this.#assignments.push(each);
    this.#changed.push(ref);
  }

  get prepared(): Prepared {
    const changed = this.#changed;
    return { assignments: this.#assignments, changed, isKeyed: changed.some(movesElements) };
  }
}

/** Whether assignments make anything another one, in slices. */
function* isAnyChange(assignments: readonly Assignment[]): Generator<void, boolean> {
  for (let i = 0; i < assignments.length; i++) {
    if (isChange(assignments[i]!)) return true;
    if ((i + 1) % slice.elements === 0) yield;
  }
  return false;
}
