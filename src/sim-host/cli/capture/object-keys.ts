import type { CapturedTypes } from './captured-types.js';
import type { ObjectInfo } from './wire-shapes.js';

/** By what a scene file refers to the objects of a host. */
export class ObjectKeys {
  readonly #keys = new Map<string, string>();
  readonly #aliases = new Map<string, string>();
  readonly #objects: ReadonlyMap<string, ObjectInfo>;
  readonly #taken = new Set<string>();

  constructor(objects: readonly ObjectInfo[], types: CapturedTypes) {
    this.#objects = new Map(objects.map((each) => [each['@id'], each]));
    // Hosts of Unity know no keys: there an object is called as people call it.
    const knowsKeys = objects.some((each) => each['@source'] !== undefined);
    const namesakes = new Map<string, number>();
    for (const { '@name': name } of objects) namesakes.set(name, (namesakes.get(name) ?? 0) + 1);
    for (const each of objects) {
      const own = types.kind(each['@type']) === 'static' ? each['@type'] : each['@source'];
      const key = knowsKeys || own !== undefined ? own : this.#made(each, namesakes);
      if (key === undefined) continue;
      this.#keys.set(each['@id'], key);
      this.#taken.add(key);
    }
  }

  /** The source key of an object; undefined for one without. */
  of(id: string): string | undefined {
    return this.#keys.get(id);
  }

  /** The name that the file has for an object without a key, where it is referred to. */
  aliasOf(id: string): string | undefined {
    return this.#aliases.get(id);
  }

  /** What stands in `{ ref: … }`. */
  readonly refer = (id: string): string => {
    const known = this.of(id) ?? this.aliasOf(id);
    if (known !== undefined) return known;
    const object = this.#objects.get(id);
    if (object === undefined) return id;
    const alias = this.#free(nameOf(object));
    this.#taken.add(alias);
    this.#aliases.set(id, alias);
    return alias;
  };

  #made(object: ObjectInfo, namesakes: ReadonlyMap<string, number>): string {
    const name = nameOf(object);
    return this.#free(namesakes.get(object['@name'])! > 1 ? `${object['@type']}:${name}` : name);
  }

  /** The name, numbered where it is taken. */
  #free(name: string): string {
    let free = name;
    for (let i = 2; this.#taken.has(free); i++) free = `${name} ${i}`;
    return free;
  }
}

/** Of longer names this much: with a type and a number they still can be keys. */
const longestName = 500;

/** What an object is called, without what no key has; its type where that is nothing. */
function nameOf(object: ObjectInfo): string {
  const name = object['@name'].slice(0, longestName).replaceAll(/[.[\]/]|\p{Surrogate}/gu, '_');
  return name.trim() || object['@type'];
}
