import { failed } from '../../application-code.js';
import type { Type } from '../type.js';
import { type CompositeKind, isArray, isComposite, isLeaf, isNullable, itemsOf } from './kinds.js';
import { CompositeSnapshot, isCaptured } from './snapshot.js';

/** What is said of an inline composite and the snapshot beside it; false when they differ. */
export type OnPair = (target: object, snapshot: CompositeSnapshot) => boolean;

/** Whether an object counts as null. */
type IsHidden = (target: object) => boolean;

const hidesNothing: IsHidden = () => false;

/**
 * Compares a value with a snapshot as far as the next inline composites, which are left to `onPair`. What cannot be
 * read, now or when it was captured, never counts as different.
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
  // It may have been registered since: it is the same object, and what it holds is its own.
  if (cls === undefined) return target === snapshot.origin;
  return cls === snapshot.class && onPair(target, snapshot);
}

/**
 * True when a value is what a snapshot was captured from, by content. Objects and snapshots that must be the same for
 * that are united, and a pair that is united already is not looked at again (Hopcroft and Karp): there are no more
 * pairs than objects, whatever the graph.
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
    // A file holds a reference to it.
    if (!inFull && with_.class.isEngineClass) return with_.origin === target;
    // What leads nowhere is looked at as often as it is met, which is cheaper than to remember it.
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

/** Whether what leads nowhere is as a snapshot says, in the shape of files. */
export function isFlatSame(target: object, snapshot: CompositeSnapshot): boolean {
  return membersMatch(target, snapshot, false, () => true);
}

function membersMatch(target: object, snapshot: CompositeSnapshot, inFull: boolean, onPair: OnPair): boolean {
  for (const member of snapshot.class.members) {
    if (!(inFull ? isCaptured(member) : member.isPersistable)) continue;
    if (!matches(member.type, member.read(target), snapshot.of(member), onPair)) return false;
  }
  return true;
}

/** True for null, and for an engine object that was destroyed: it is shown as null. */
function isNothing(type: Type, value: unknown, isHidden: IsHidden): boolean {
  if (value === null || value === undefined) return true;
  if (!isComposite(type) || value instanceof CompositeSnapshot) return false;
  return shown(type, value, isHidden) === null;
}

function shown(type: CompositeKind, value: unknown, isHidden: IsHidden): object | null {
  const living = type.living(value);
  return living === undefined || isHidden(living) ? null : living;
}
