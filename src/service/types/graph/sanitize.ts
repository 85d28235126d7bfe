import { types } from 'node:util';
import { failed } from '../../common/application-code.js';
import { typeText } from '../../common/exception-text.js';
import type { Type } from '../type.js';
import { isTyped } from '../typed-array.js';
import { isArray, isComposite, isLeaf, isNullable } from './kinds.js';

/** Maximum length of an array; a larger one is assumed to be an error, such as a wrong length. */
const maxItems = 10_000_000;

/**
 * Checks an array or object of application code, so that walks need not handle proxies that throw or values of another
 * kind. @returns the value, or a copy of an array with its own iteration
 * @throws Error for a value that cannot be iterated, as if its getter had thrown
 */
export function sanitizeValue(type: Type, value: unknown): unknown {
  if (value === null || value === undefined || value === failed) return value;
  if (isNullable(type)) return type.inner.sanitize(value);
  if (isArray(type)) return sanitizedArray(type.element, type.name, value);
  if (isComposite(type)) requireObject(type.name, value);
  return value;
}

function sanitizedArray(element: Type, name: string, value: unknown): readonly unknown[] {
  // A revoked proxy throws here.
  if (!Array.isArray(value) && !isTyped(value)) throw expected(name, value);
  const items: readonly unknown[] = value;
  const { length } = items;
  // The length of a proxy may be any value.
  if (!(length >= 0 && length <= maxItems))
    throw withoutStack(new RangeError(`an array of ${length} elements is too long`));
  const hasPlainIterator = () => items[Symbol.iterator] === Array.prototype[Symbol.iterator];
  const isPlain = !types.isProxy(items) && (isTyped(items) || hasPlainIterator());
  if (isTyped(items) && isLeaf(element)) return items;
  let copy = isPlain ? undefined : new Array<unknown>(length);
  for (let i = 0; i < length; i++) {
    const item = items[i];
    const taken = sanitizedItem(element, item);
    if (copy === undefined && !Object.is(taken, item)) copy = Array.from(items);
    if (copy !== undefined) copy[i] = taken;
  }
  return copy ?? items;
}

/** An element that is not an object reads as null; only one that cannot be read makes the array invalid. */
function sanitizedItem(element: Type, item: unknown): unknown {
  const isElementary = typeof item !== 'object' && typeof item !== 'function';
  return isElementary && !isArray(element) ? item : element.sanitize(item);
}

function requireObject(name: string, value: unknown): void {
  if (typeof value !== 'object' && typeof value !== 'function') throw expected(name, value);
  if (types.isProxy(value)) accessProxy(value as object);
}

/** Accesses a proxy as walks do, so that it throws here if it throws at all. */
function accessProxy(proxy: object): void {
  Object.getPrototypeOf(proxy);
  void proxy.constructor;
}

function expected(name: string, value: unknown): Error {
  return withoutStack(new TypeError(`expected ${name}, got ${typeText(value)}`));
}

/** Removes the stack, which would show the service's code instead of the origin of the value. */
function withoutStack(error: Error): Error {
  error.stack = `${error.name}: ${error.message}`;
  return error;
}
