import { failed } from '../../common/application-code.js';
import type { Type } from '../type.js';
import { CompositeSnapshot, isCaptured } from './composite-snapshot.js';
import { type CompositeKind, isArray, isComposite, isLeaf, isNullable, itemsOf } from './kinds.js';

/** Called with an inline composite and its snapshot; returns false if they differ. */
export type OnPair = (target: object, snapshot: CompositeSnapshot) => boolean;

/** True if an object counts as null. */
type IsHidden = (target: object) => boolean;

const hidesNothing: IsHidden = () => false;

/**
 * Compares a value with a snapshot up to the next inline composites, which are passed to `onPair`.
 * Unreadable values, present or captured, never count as different.
 */
export function matches(
  type: Type,
  value: unknown,
  snapshot: unknown,
  onPair: OnPair,
  isHidden: IsHidden = hidesNothing,
): boolean {
  if (value === failed || snapshot === failed) return true;
  if (isLeaf(type)) return type.same(value, snapshot);
  if (isNullable(type)) {
    const isNull = isNothing(type.inner, value, isHidden);
    const wasNull = isNothing(type.inner, snapshot, isHidden);
    if (isNull || wasNull) return isNull && wasNull;
    return matches(type.inner, value, snapshot, onPair, isHidden);
  }
  if (isArray(type)) {
    const items = itemsOf(value) ?? [];
    const before = itemsOf(snapshot) ?? [];
    if (items.length !== before.length) return false;
    for (let i = 0; i < items.length; i++) {
      if (!matches(type.element, items[i], before[i], onPair, isHidden)) return false;
    }
    return true;
  }
  if (!isComposite(type)) return false;
  const target = shown(type, value, isHidden);
  if (!(snapshot instanceof CompositeSnapshot)) return target === shown(type, snapshot, isHidden);
  if (target === null) return false;
  const cls = type.classOfInline(target);
  // An object registered since then is compared by identity.
  if (cls === undefined) return target === snapshot.origin;
  return cls === snapshot.class && onPair(target, snapshot);
}

/**
 * True if a value has the content of its snapshot. Pairs that must be equal are united and visited once
 * (Hopcroft and Karp), so that cyclic graphs need no more comparisons than they have objects.
 */
export function same(type: Type, value: unknown, snapshot: unknown, inFull = false): boolean {
  const pending: [target: object, snapshot: CompositeSnapshot][] = [];
  const above = new Map<object, object>();
  const representative = (each: object): object => {
    let root = each;
    for (let next = above.get(root); next !== undefined; next = above.get(root)) {
      const beyond = above.get(next);
      if (beyond !== undefined) above.set(root, beyond);
      root = next;
    }
    return root;
  };
  const unite: OnPair = (target, with_) => {
    // A file contains it as a reference.
    if (!inFull && with_.class.isEngineClass) return with_.origin === target;
    // Visiting a flat class again is cheaper than remembering it.
    if (with_.class.isFlat) return membersMatch(target, with_, inFull, unite);
    const a = representative(target);
    const b = representative(with_);
    if (a === b) return true;
    above.set(a, b);
    pending.push([target, with_]);
    return true;
  };
  if (!matches(type, value, snapshot, unite)) return false;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!membersMatch(...next, inFull, unite)) return false;
  }
  return true;
}

function membersMatch(target: object, snapshot: CompositeSnapshot, inFull: boolean, onPair: OnPair): boolean {
  for (const member of snapshot.class.members) {
    if (!(inFull ? isCaptured(member) : member.isPersistable)) continue;
    if (!matches(member.type, member.read(target), snapshot.of(member), onPair)) return false;
  }
  return true;
}

/** True for null, and for a destroyed engine object, which reads as null. */
function isNothing(type: Type, value: unknown, isHidden: IsHidden): boolean {
  if (value === null || value === undefined) return true;
  if (!isComposite(type) || value instanceof CompositeSnapshot) return false;
  return shown(type, value, isHidden) === null;
}

function shown(type: CompositeKind, value: unknown, isHidden: IsHidden): object | null {
  const living = type.living(value);
  return living === undefined || isHidden(living) ? null : living;
}
