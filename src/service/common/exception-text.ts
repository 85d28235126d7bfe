import { inspect, types } from 'node:util';

/** Text for a value that throws when it is inspected. */
const uninspectable = 'something that cannot be shown';
/** Maximum characters of a text, because an application may throw a whole document. */
const maxTextChars = 4000;

/** Returns the log text of an error, with its stack if it has one. Never throws. */
export function exceptionText(error: unknown): string {
  const stack = attempt(() => (isError(error) ? error.stack : undefined));
  return truncate(typeof stack === 'string' && stack !== '' ? stack : reasonOf(error));
}

/** Returns the message of an error, for readers who do not know the code. Never throws. */
export function reasonOf(error: unknown): string {
  if (typeof error === 'string') return truncate(error);
  const message = attempt(() => (isError(error) ? error.message || error.name : undefined));
  if (typeof message === 'string' && message !== '') return truncate(message);
  return truncate(
    attempt(() => inspect(error, { depth: 1, breakLength: 200, customInspect: false })) ?? uninspectable,
  );
}

/** Describes a value of the application in a few words, for its developer. Never throws. */
export function valueText(value: unknown): string {
  return attempt(() => describe(value)) ?? uninspectable;
}

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  if (typeof value === 'function') return `the function ${value.name}`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return describeType(value);
  return typeof value === 'bigint' ? `${value}n` : String(value);
}

/** Describes the type of a value, for callers that may not see the value. Never throws. */
export function typeText(value: unknown): string {
  return attempt(() => describeType(value)) ?? uninspectable;
}

function describeType(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const name: unknown = value.constructor?.name;
  return `an object of ${typeof name === 'string' && name !== '' ? name : 'no class'}`;
}

/** True for an error, also of another realm. False for a proxy, which might run code when inspected. */
function isError(error: unknown): error is Error {
  return !types.isProxy(error) && (error instanceof Error || types.isNativeError(error));
}

/** Returns undefined if `read` throws, because errors of an application may have getters. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function truncate(text: string): string {
  return text.length <= maxTextChars ? text : `${text.slice(0, maxTextChars)}…`;
}
