import type { CapturedTypes } from './captured-types.js';
import type { ObjectInfo } from './wire-shapes.js';

/** Longer names are cut: with a type and a number they still can be keys. */
const maxNameLength = 500;

/** The key of each object in the scene file, by id: its source key, else its name, `Type:Name` where several have one. */
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

/** The name of an object without what a key cannot contain; its type where that is nothing. */
function nameOf(object: ObjectInfo): string {
  const name = object['@name'].slice(0, maxNameLength).replaceAll(/[.[\]/]|\p{Surrogate}/gu, '_');
  return name.trim() || object['@type'];
}
