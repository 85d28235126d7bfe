import { types } from 'node:util';
import { failed } from '../../common/application-code.js';
import type { ExposedObjectRegistry } from '../../objects/object-registry.js';
import { ArrayType, elementType } from '../../types/array.js';
import { CompositeType } from '../../types/composite.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import { plainType } from '../../types/nullable.js';
import type { Assignable } from '../../types/plan.js';
import type { Type } from '../../types/type.js';
import { partsOf } from '../../types/value.js';
import type { ObservedObject } from '../observation/unobserved-members.js';
import type { WritePlan } from './write-plan.js';

/**
 * Records the data members of objects, deeply through arrays, vectors and inline objects, and the results of their
 * getters. A setter may change these in place before it throws.
 * Accessors that the plan sets are left to the plan, since their old values must not be read (EVT-2).
 * @param others objects outside of the plan that its setters may change
 * @returns a function that restores the changed values
 */
export function restorePoint(
  objects: ExposedObjectRegistry,
  plan: WritePlan,
  others: readonly ObservedObject[],
): () => void {
  const written = writtenByCode(plan);
  const targets = [...written.keys(), ...others.map(({ target }) => target)];
  const steps: (() => void)[] = [];
  // Members with accessors are restored after all data.
  const accessorSteps: (() => boolean)[] = [];
  const seen = new Set<object>(targets);
  const pending = [...seen];
  for (let target = pending.pop(); target !== undefined; target = pending.pop()) {
    for (const member of objects.classOf(target)?.members ?? []) {
      const isData = !member.runsCode(target);
      const hasAccessor = !isData && member.set !== undefined && !written.get(target)?.has(member);
      if (!isData && !hasAccessor && !(elementType(member.type) instanceof CompositeType)) continue;
      const value = member.read(target);
      if (value === failed) continue;
      if (isData) steps.push(restoreData(target, member, value));
      else if (hasAccessor) accessorSteps.push(restoreByAccessor(target, member, value));
      noteContent(member.type, value);
    }
  }
  return () => {
    runAll(steps);
    // A setter may have side effects on data, even while restoring.
    if (runAll(accessorSteps)) runAll(steps);
  };

  function noteContent(type: Type, value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    const plain = plainType(type);
    if (plain instanceof ArrayType) {
      if (seen.has(value)) return;
      seen.add(value);
      if (types.isTypedArray(value)) {
        const copy = value.slice();
        steps.push(() => value.set(copy as never));
      } else if (Array.isArray(value)) {
        const items = [...value];
        steps.push(() => refill(value, items));
        for (const item of items) noteContent(plain.element, item);
      }
    } else if (plain instanceof CompositeType) {
      if (seen.has(value) || objects.byTarget(value) !== undefined) return;
      seen.add(value);
      pending.push(value);
    } else if (partsOf(plain) !== undefined) noteParts(value as Record<string, unknown>);
  }

  function noteParts(value: Record<string, unknown>): void {
    if (seen.has(value)) return;
    seen.add(value);
    const parts = { ...value };
    steps.push(() => {
      for (const [key, part] of Object.entries(parts)) if (!Object.is(value[key], part)) value[key] = part;
    });
    for (const part of Object.values(parts))
      if (typeof part === 'object' && part !== null) noteParts(part as Record<string, unknown>);
  }
}

/** Returns the members that setters of a plan assign, by object. */
function writtenByCode({ assignments }: WritePlan): Map<object, Set<Assignable>> {
  const written = new Map<object, Set<Assignable>>();
  for (const { target, to } of assignments) {
    if (to.runsCode(target)) written.set(target, (written.get(target) ?? new Set()).add(to));
  }
  return written;
}

/** @returns true if a step reports a change or failed */
function runAll(steps: readonly (() => unknown)[]): boolean {
  let hasChanged = false;
  for (const step of steps) {
    try {
      if (step() === true) hasChanged = true;
    } catch {
      // A failed step does not stop the others.
      hasChanged = true;
    }
  }
  return hasChanged;
}

/** Returns a step that restores a data member if it has changed. */
function restoreData(target: object, member: ExposedMember, value: unknown): () => void {
  return () => {
    if (!Object.is(member.read(target), value)) member.set?.(target, value);
  };
}

/**
 * Returns a step that restores a member with accessors, unless its getter returns another object each time.
 * The step returns true if the value had changed.
 */
function restoreByAccessor(target: object, member: ExposedMember, value: unknown): () => boolean {
  const isSame = (a: unknown, b: unknown) =>
    Object.is(a, b) || (typeof a === 'object' && a !== null && member.type.equal(a, b));
  return () => {
    const present = member.read(target);
    if (isSame(present, value)) return false;
    if (typeof value === 'object' && value !== null && !isSame(present, member.read(target))) return false;
    member.set?.(target, value);
    return true;
  };
}

function refill(array: unknown[], items: readonly unknown[]): void {
  if (array.length === items.length && items.every((item, i) => Object.is(item, array[i]))) return;
  array.length = 0;
  for (const item of items) array.push(item);
}
