import type { Json, JsonObject } from '../../common/json.js';

/** True if two values are deeply equal; the order of object members does not matter. */
export function isSameJson(a: Json, b: Json): boolean {
  const pending: [Json | undefined, Json | undefined][] = [[a, b]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [left, right] = pair;
    if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
      if (!isSameScalar(left, right)) return false;
      continue;
    }
    if (Array.isArray(left) !== Array.isArray(right)) return false;
    const names = Object.keys(left);
    if (names.length !== Object.keys(right).length) return false;
    for (const name of names) {
      if (!Object.hasOwn(right, name)) return false;
      pending.push([(left as JsonObject)[name], (right as JsonObject)[name]]);
    }
  }
  return true;
}

/** True if a value has each member that another has, at any depth, and arrays of the same length. */
export function hasAll(json: Json, required: Json): boolean {
  const pending: [Json | undefined, Json | undefined][] = [[json, required]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [left, right] = pair;
    if (typeof right !== 'object' || right === null) continue;
    if (typeof left !== 'object' || left === null || Array.isArray(left) !== Array.isArray(right))
      return false;
    if (Array.isArray(left) && left.length !== (right as Json[]).length) return false;
    for (const name of Object.keys(right)) {
      if (!Object.hasOwn(left, name)) return false;
      pending.push([(left as JsonObject)[name], (right as JsonObject)[name]]);
    }
  }
  return true;
}

/** True for equal scalars; a small integer equals its bigint. */
function isSameScalar(a: Json | undefined, b: Json | undefined): boolean {
  return (
    Object.is(a, b) || (typeof a !== typeof b && isInteger(a) && isInteger(b) && String(a) === String(b))
  );
}

function isInteger(json: Json | undefined): boolean {
  return typeof json === 'bigint' || Number.isSafeInteger(json);
}
