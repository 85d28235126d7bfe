import type { WireObject } from '../../../client/index.js';

/**
 * Returns the key of each object that survives restarts; undefined if it has none. Unity hosts have no source keys: a
 * unique name is used, or `Type:Name`.
 */
export function stableKeys(objects: readonly WireObject[]): readonly (string | undefined)[] {
  if (objects.some((each) => each['@source'] !== undefined)) return objects.map((each) => each['@source']);
  const counts = new Map<string, number>();
  for (const name of objects.flatMap(namesOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return objects.map((each) => namesOf(each).find((name) => counts.get(name) === 1));
}

/** Returns the keys that commands accept, given all objects of a host: a name is a key only if it is unique. */
export function keysOf(objects: readonly WireObject[]): string[] {
  const keys = stableKeys(objects);
  return objects.map((each, i) => keys[i] ?? each['@id']);
}

function namesOf(object: WireObject): readonly string[] {
  return [object['@name'], `${object['@type']}:${object['@name']}`];
}
