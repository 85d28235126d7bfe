import type { WireObject } from '../../../client/index.js';

/**
 * What each object can be asked for by, over restarts; undefined for none. Hosts of Unity know no source keys: their objects
 * have the names by which the client finds them, `Type:Name` where several have one.
 */
export function stableKeys(objects: readonly WireObject[]): readonly (string | undefined)[] {
  if (objects.some((each) => each['@source'] !== undefined)) return objects.map((each) => each['@source']);
  const counts = new Map<string, number>();
  for (const name of objects.flatMap(namesOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return objects.map((each) => namesOf(each).find((name) => counts.get(name) === 1));
}

function namesOf(object: WireObject): readonly string[] {
  return [object['@name'], `${object['@type']}:${object['@name']}`];
}
