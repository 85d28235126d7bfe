import { inspect, types } from 'node:util';

/** Said of what throws in turn when it is asked what it is. */
const unspeakable = 'something that cannot be shown';
/** Characters of what an application throws that are shown: one that throws a whole document must not fill the log. */
const longestText = 4000;

/** What the log shows of something that was thrown: where it happened, where that is known. Never throws itself. */
export function exceptionText(error: unknown): string {
  const stack = attempt(() => (isError(error) ? error.stack : undefined));
  return cut(typeof stack === 'string' && stack !== '' ? stack : reasonOf(error));
}

/** What was thrown, in a line for people who know nothing of the code: an error's message. Never throws itself. */
export function reasonOf(error: unknown): string {
  if (typeof error === 'string') return cut(error);
  const message = attempt(() => (isError(error) ? error.message || error.name : undefined));
  if (typeof message === 'string' && message !== '') return cut(message);
  return cut(
    attempt(() => inspect(error, { depth: 1, breakLength: 200, customInspect: false })) ?? unspeakable,
  );
}

/** A value of the application in a few words, for messages to its developer. Never throws itself. */
export function valueText(value: unknown): string {
  return attempt(() => describe(value)) ?? unspeakable;
}

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  if (typeof value === 'function') return `the function ${value.name}`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return describeType(value);
  return typeof value === 'bigint' ? `${value}n` : String(value);
}

/** The type of a value of the application, for messages to callers who may not see the value. Never throws itself. */
export function typeText(value: unknown): string {
  return attempt(() => describeType(value)) ?? unspeakable;
}

function describeType(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const name: unknown = value.constructor?.name;
  return `an object of ${typeof name === 'string' && name !== '' ? name : 'no class'}`;
}

/** Of another realm, too: a module may run in a context of its own. Proxies are none; they would be asked. */
function isError(error: unknown): error is Error {
  return !types.isProxy(error) && (error instanceof Error || types.isNativeError(error));
}

/** Undefined when `read` throws: what an application throws may have getters. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function cut(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText)}…`;
}
