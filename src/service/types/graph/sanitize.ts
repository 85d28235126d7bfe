import { types } from 'node:util';
import { failed } from '../../application-code.js';
import { typeText } from '../../exception-text.js';
import type { Type } from '../type.js';
import { isTyped } from '../typed-array.js';
import { isArray, isComposite, isLeaf, isNullable } from './kinds.js';

/** An array of more elements is a slip, such as a length that was miscounted: going through it would hold up everything. */
const maxItems = 10_000_000;

/**
 * What application code gives for an array or an object, looked at once for all walks: none of them has to reckon with
 * traps, with elements that throw, or with what is no array at all.
 * @returns the value itself, or a copy of an array that has ways of its own to be gone through
 * @throws Error for what cannot be gone through: it is then as if its getter had thrown it
 */
export function sanitizeValue(type: Type, value: unknown): unknown {
  if (value === null || value === undefined || value === failed) return value;
  if (isNullable(type)) return type.inner.admit(value);
  if (isArray(type)) return admittedArray(type.element, type.name, value);
  if (isComposite(type)) requireObject(type.name, value);
  return value;
}

function admittedArray(element: Type, name: string, value: unknown): readonly unknown[] {
  // One that was revoked throws here.
  if (!Array.isArray(value) && !isTyped(value)) throw expected(name, value);
  const items: readonly unknown[] = value;
  const { length } = items;
  // The length of a proxy may be anything.
  if (!(length >= 0 && length <= maxItems))
    throw slip(new RangeError(`an array of ${length} elements is too long`));
  const isPlain = !types.isProxy(items) && (isTyped(items) || hasPlainIterator(items));
  if (isTyped(items) && isLeaf(element)) return items;
  let copy = isPlain ? undefined : new Array<unknown>(length);
  for (let i = 0; i < length; i++) {
    const item = items[i];
    const taken = admittedItem(element, item);
    if (copy === undefined && !Object.is(taken, item)) copy = Array.from(items);
    if (copy !== undefined) copy[i] = taken;
  }
  return copy ?? items;
}

function hasPlainIterator(items: readonly unknown[]): boolean {
  return items[Symbol.iterator] === Array.prototype[Symbol.iterator];
}

/** What is no object where one is declared is null among others; only what cannot be gone through costs the whole. */
function admittedItem(element: Type, item: unknown): unknown {
  const isElementary = typeof item !== 'object' && typeof item !== 'function';
  return isElementary && !isArray(element) ? item : element.admit(item);
}

function requireObject(name: string, value: unknown): void {
  if (typeof value !== 'object' && typeof value !== 'function') throw expected(name, value);
  if (types.isProxy(value)) look(value as object);
}

/** Asks a proxy what everybody asks an object, so that it throws here if it throws at all. */
function look(proxy: object): void {
  Object.getPrototypeOf(proxy);
  void proxy.constructor;
}

function expected(name: string, value: unknown): Error {
  return slip(new TypeError(`expected ${name}, got ${typeText(value)}`));
}

/** The stack would show our own code, and not where the value comes from. */
function slip(error: Error): Error {
  error.stack = `${error.name}: ${error.message}`;
  return error;
}
