import type { CapturedTypes } from './captured-types.js';
import type { ObjectInfo } from './wire-shapes.js';

/** Maximum length of a name in a key, which leaves room for type and number. */
const maxNameLength = 500;

/**
 * Returns the key of each object by id: its source key, else its name, or `Type:Name` if several objects have that
 * name.
 */
export function objectKeys(
  objects: readonly ObjectInfo[],
  types: CapturedTypes,
): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const taken = new Set<string>();
  const namesakes = new Map<string, number>();
  const add = ({ '@id': id }: ObjectInfo, key: string) => {
    keys.set(id, key);
    taken.add(key);
  };
  const unnamed: ObjectInfo[] = [];
  for (const each of objects) {
    namesakes.set(each['@name'], (namesakes.get(each['@name']) ?? 0) + 1);
    const key = types.kind(each['@type']) === 'static' ? each['@type'] : each['@source'];
    if (key === undefined) unnamed.push(each);
    else add(each, key);
  }
  for (const each of unnamed) {
    const name = nameOf(each);
    const wanted = namesakes.get(each['@name'])! > 1 ? `${each['@type']}:${name}` : name;
    let key = wanted;
    for (let i = 2; taken.has(key); i++) key = `${wanted} ${i}`;
    add(each, key);
  }
  return keys;
}

/** Returns the name of an object without characters that keys cannot contain, else its type. */
function nameOf(object: ObjectInfo): string {
  const name = object['@name'].slice(0, maxNameLength).replaceAll(/[.[\]/]|\p{Surrogate}/gu, '_');
  return name.trim() || object['@type'];
}
