import type { Json, JsonObject } from '../../json.js';

/** Whether two values are the same, however deep; of an object the order of members does not count. */
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

/** Whether a value has each member that another one has, at any depth, and as many elements in its arrays. */
export function hasAll(json: Json, members: Json): boolean {
  const pending: [Json | undefined, Json | undefined][] = [[json, members]];
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

/** A short integer may come as a bigint, too. */
function isSameScalar(a: Json | undefined, b: Json | undefined): boolean {
  return (
    Object.is(a, b) || (typeof a !== typeof b && isInteger(a) && isInteger(b) && String(a) === String(b))
  );
}

function isInteger(json: Json | undefined): boolean {
  return typeof json === 'bigint' || Number.isSafeInteger(json);
}
