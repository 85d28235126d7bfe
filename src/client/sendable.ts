import { usageError } from './errors.js';
import type { Json } from './json.js';

/**
 * Returns a copy of a value, so that its owner may change it before it is sent. Undefined members are left out.
 * @throws RemoteError for what JSON cannot represent
 */
export function sendable(value: unknown, path = '', within: readonly object[] = []): Json {
  if (typeof value !== 'object' || value === null) {
    if (value === undefined) throw undefinedError(path);
    if (typeof value !== 'function' && typeof value !== 'symbol') return value as Json;
    throw usageError(`cannot send a ${typeof value}${atPath(path)}; write a value`);
  }
  if (within.includes(value))
    throw usageError(
      `cannot send a value that refers to itself${atPath(path)}; write a copy without that member`,
    );
  if ('toJSON' in value && typeof value.toJSON === 'function') return sendable(value.toJSON(), path);
  if (value instanceof Map || value instanceof Set)
    throw usageError(`cannot send a ${value.constructor.name}${atPath(path)}; write an object or an array`);
  const inner = [...within, value];
  if (Array.isArray(value)) return value.map((each, i) => sendable(each, `${path}[${i}]`, inner));
  const members = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(
    members.map(([name, each]) => [name, sendable(each, path === '' ? name : `${path}.${name}`, inner)]),
  );
}

function undefinedError(path: string) {
  return usageError(
    path === ''
      ? 'cannot send undefined; write null for none, or reset the member'
      : `cannot send undefined${atPath(path)}; write null for none`,
  );
}

function atPath(path: string): string {
  return path === '' ? '' : ` at ${path}`;
}
