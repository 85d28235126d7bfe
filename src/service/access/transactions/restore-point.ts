import { types } from 'node:util';
import { failed } from '../../application-code.js';
import type { ExposedObjectRegistry } from '../../objects/registry.js';
import { ArrayType } from '../../types/array.js';
import { CompositeType } from '../../types/composite.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import { plainType } from '../../types/nullable.js';
import type { Type } from '../../types/type.js';
import { partsOf } from '../texts/json-cache.js';

/**
 * Notes what objects hold in their data members, down through arrays, vectors and inline objects, each once, and what the
 * getters of their other members give. The same objects hold the same again when it is called: a setter may change them in
 * place before it throws.
 * @param isWritten whoever writes a member takes that back itself, and may not have its old value read (EVT-2)
 * @returns sets everything back; what is as it was is not touched
 */
export function restorePoint(
  objects: ExposedObjectRegistry,
  targets: Iterable<object>,
  isWritten: (target: object, member: ExposedMember) => boolean,
): () => void {
  const steps: (() => void)[] = [];
  // What is behind a getter and a setter is set back by these, once all data are as they were.
  const coded: (() => boolean)[] = [];
  const pending = [...targets];
  const seen = new Set<object>(pending);
  for (let target = pending.pop(); target !== undefined; target = pending.pop()) {
    for (const member of objects.classOf(target)?.members ?? []) {
      const isData = !member.runsCode(target);
      const isCoded = !isData && member.set !== undefined && !isWritten(target, member);
      if (!isData && !isCoded && !mayHoldInline(member.type)) continue;
      const value = member.read(target);
      if (value === failed) continue;
      if (isData) steps.push(setBack(target, member, value));
      else if (isCoded) coded.push(setBackByCode(target, member, value));
      noteContent(member.type, value);
    }
  }
  return () => {
    takeAll(steps);
    // A setter may do something besides, also when it sets back.
    if (takeAll(coded)) takeAll(steps);
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
        steps.push(() => fillAgain(value, items));
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

/** @returns whether one of them says that it has done something, or has failed */
function takeAll(steps: readonly (() => unknown)[]): boolean {
  let hasDone = false;
  for (const step of steps) {
    try {
      if (step() === true) hasDone = true;
    } catch {
      // It cannot be helped; the others are still set back.
      hasDone = true;
    }
  }
  return hasDone;
}

/** What is as it was is not touched. */
function setBack(target: object, member: ExposedMember, value: unknown): () => void {
  return () => {
    if (!Object.is(member.read(target), value)) member.set?.(target, value);
  };
}

/**
 * The same for a getter and a setter; nothing where the getter makes another object each time.
 * @returns says whether it was another value
 */
function setBackByCode(target: object, member: ExposedMember, value: unknown): () => boolean {
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

function fillAgain(array: unknown[], items: readonly unknown[]): void {
  if (array.length === items.length && items.every((item, i) => Object.is(item, array[i]))) return;
  array.length = 0;
  for (const item of items) array.push(item);
}

function mayHoldInline(type: Type): boolean {
  const plain = plainType(type);
  return plain instanceof CompositeType || (plain instanceof ArrayType && mayHoldInline(plain.element));
}
