import { ExposedError } from '../common/exposed-error.js';
import { describeJson, isJsonObject, type Json, type JsonObject } from '../common/json.js';

/** Checks of request bodies. All throw `invalid-request`, which names what was expected and what was given (ERR-2). */

export function requireObject(body: Json | undefined): JsonObject {
  if (isJsonObject(body)) return body;
  throw new ExposedError('invalid-request', `the body must be a JSON object, got ${describeJson(body)}`);
}

export function requireMember(body: Json | undefined, name: string): Json {
  const object = requireObject(body);
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  if (value === undefined)
    throw new ExposedError('invalid-request', `the body must have the member "${name}"`);
  return value;
}

/** Returns a member that must be a non-empty string. */
export function textMember(body: Json | undefined, name: string): string {
  const value = requireMember(body, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new ExposedError(
    'invalid-request',
    `"${name}" must be a non-empty string, got ${describeJson(value)}`,
  );
}

export function integerMember(body: JsonObject, name: string): number {
  const value = requireMember(body, name);
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new ExposedError('invalid-request', `"${name}" must be an integer, got ${describeJson(value)}`);
}
