import { failed } from '../../application-code.js';
import { ExposedError } from '../../exposed-error.js';
import { toTheEnd } from '../../to-the-end.js';
import type { ExposedMember } from '../exposed-member.js';
import { atOnce, type Plan } from '../plan.js';
import type { Type } from '../type.js';
import { type Assigned, Assignments } from './assignments.js';
import { type CompositeKind, isArray, isComposite, isLeaf, isNullable, itemsOf } from './kinds.js';
import { isLongList, slice } from './long-lists.js';
import { CompositeSnapshot } from './snapshot.js';

/** Makes values of snapshots again: an object for each snapshot, the present one where its class is the same. */
class Restore {
  readonly #plan: Plan;
  readonly #assignments = new Assignments();
  readonly #restored = new Map<CompositeSnapshot, object>();
  /** Present objects that have become one of those: none stands for two. */
  readonly #taken = new Set<object>();
  /** More than one way leads to an object. */
  isShared = false;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** `failed` for what was not known when it was captured, and stays as it is. */
  value(type: Type, snapshot: unknown, current: unknown): unknown {
    if (snapshot === failed) return failed;
    if (isLeaf(type)) return type.restore(snapshot, current, this.#plan);
    if (isNullable(type)) {
      return snapshot === null || snapshot === undefined ? null : this.value(type.inner, snapshot, current);
    }
    if (isArray(type)) {
      const present = itemsOf(current) ?? [];
      const restored = Array.from(itemsOf(snapshot) ?? [], (item, i) =>
        this.value(type.element, item, present[i]),
      );
      return restored.includes(failed) ? failed : restored;
    }
    return isComposite(type) ? this.#composite(type, snapshot, current) : snapshot;
  }

  /** The same, of a long list in slices. */
  *inSlices(type: Type, snapshot: unknown, current: unknown): Generator<void, unknown> {
    if (isNullable(type) && snapshot !== null && snapshot !== undefined)
      return yield* this.inSlices(type.inner, snapshot, current);
    if (snapshot === failed || !isLongList(type, snapshot)) return this.value(type, snapshot, current);
    const present = itemsOf(current) ?? [];
    const restored: unknown[] = [];
    for (const item of itemsOf(snapshot)!) {
      restored.push(this.value(type.element, item, present[restored.length]));
      if (restored.length % slice.elements === 0) yield;
    }
    return restored.includes(failed) ? failed : restored;
  }

  finishInSlices(): Generator<void, void> {
    return this.#assignments.finishInSlices(this.#plan);
  }

  #composite(type: CompositeKind, snapshot: unknown, current: unknown): unknown {
    if (!(snapshot instanceof CompositeSnapshot)) return type.living(snapshot) ?? null;
    const known = this.#restored.get(snapshot);
    if (known !== undefined) {
      this.isShared = true;
      return known;
    }
    // A reference leads to the object that it led to.
    if (type.isReference) return type.living(snapshot.origin) ?? null;
    // What has been registered since is referred to, and has defaults of its own.
    const origin = type.living(snapshot.origin);
    if (origin !== undefined && type.classOfInline(origin) === undefined) return origin;
    const present = type.living(current);
    const isReusable =
      present !== undefined && !this.#taken.has(present) && type.classOfInline(present) === snapshot.class;
    const target = isReusable ? present : type.fresh(snapshot.class);
    this.#taken.add(target);
    this.#restored.set(snapshot, target);
    this.#assignments.later(target, () => {
      const members = snapshot.class.members.filter((member) => !member.isReadOnlyIn(target));
      if (members.some((member) => isLongList(member.type, snapshot.of(member))))
        return this.#membersInSlices(members, snapshot, target);
      return members.flatMap((member) => {
        const value = this.value(member.type, snapshot.of(member), member.read(target));
        return value === failed ? [] : [[member, value] as const];
      });
    });
    return target;
  }

  *#membersInSlices(
    members: readonly ExposedMember[],
    snapshot: CompositeSnapshot,
    target: object,
  ): Generator<void, Assigned[]> {
    const assigned: Assigned[] = [];
    for (const member of members) {
      const value = yield* this.inSlices(member.type, snapshot.of(member), member.read(target));
      if (value !== failed) assigned.push([member, value]);
    }
    return assigned;
  }
}

export function restore(type: Type, snapshot: unknown, current: unknown, plan: Plan): unknown {
  return toTheEnd(restoreInSlices(type, snapshot, current, plan));
}

/** A value that was made of a snapshot anew, and that nobody has seen. */
export interface Remade {
  readonly value: unknown;
  /** More than one way leads to an object in it. */
  readonly isShared: boolean;
}

/** Makes a value of a snapshot anew, in slices. */
export function* remadeInSlices(type: Type, snapshot: unknown): Generator<void, Remade> {
  const walk = new Restore(atOnce);
  const value = yield* restoredBy(walk, type, snapshot, undefined);
  return { value, isShared: walk.isShared };
}

/** `restore` in slices, between which the present value must not change. */
export function restoreInSlices(
  type: Type,
  snapshot: unknown,
  current: unknown,
  plan: Plan,
): Generator<void, unknown> {
  return restoredBy(new Restore(plan), type, snapshot, current);
}

function* restoredBy(
  walk: Restore,
  type: Type,
  snapshot: unknown,
  current: unknown,
): Generator<void, unknown> {
  const value = yield* walk.inSlices(type, snapshot, current);
  if (value === failed)
    throw new ExposedError('set-failed', 'the captured default is not known: it could not be read');
  yield* walk.finishInSlices();
  return value;
}
