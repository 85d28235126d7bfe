import type { Json } from '../../../client/index.js';
import { toJson } from '../../../client/json.js';
import type { CapturedTypes } from './captured-types.js';
import type { Instance, PropertyInfo } from './wire-shapes.js';

/** Values of members in a scene file; a key may be a path. */
export type MemberValues = Record<string, Json>;

/** Finds the values of objects that differ from the defaults of their types. */
export class CapturedValues {
  readonly #types: CapturedTypes;
  readonly #keyOf: (id: string) => string;

  constructor(types: CapturedTypes, keyOf: (id: string) => string) {
    this.#types = types;
    this.#keyOf = keyOf;
  }

  ofObject(object: Instance): MemberValues {
    const values: MemberValues = {};
    const { type, properties } = this.#types.find(object['@type'] as string)!;
    const fresh = this.#types.fresh(type) as Instance;
    for (const property of properties) {
      const now = object[property.name];
      const was = fresh[property.name] ?? null;
      if (now === undefined || isPicture(property, now) || same(now, was)) continue;
      const value = this.#written(now, was, property.type, property.name, values);
      if (value !== undefined) values[property.name] = value;
    }
    return values;
  }

  /**
   * Converts a value to its form in a scene file, relative to `was`; undefined if nothing differs.
   * @param paths receives the read-only members in it by path
   */
  #written(
    now: Json,
    was: Json | undefined,
    declared: string,
    path: string,
    paths: MemberValues,
  ): Json | undefined {
    if (typeof now !== 'object' || now === null) return now;
    if (Array.isArray(now)) {
      const element = declared.replace(/\[\]$/, '');
      const [concrete] = this.#types.concrete(element);
      const fresh = concrete && this.#types.fresh(concrete.type);
      return now.map((item: Json, i) => this.#written(item, fresh, element, `${path}/${i}`, paths) ?? {});
    }
    const instance = now as Instance;
    if (instance['@ref'] !== undefined) return { ref: this.#keyOf(String(instance['@ref'])) };
    if (instance['@guid'] !== undefined) return instance['@guid'];
    const type = instance['@type'] as string | undefined;
    const info = type === undefined ? undefined : this.#types.find(type);
    if (info === undefined) return now;
    if (instance['@truncated']) return undefined;
    const isSame = (was as Instance | null | undefined)?.['@type'] === type;
    const known = (isSame ? was : this.#types.fresh(info.type)) as Instance;
    const members: MemberValues = {};
    for (const member of info.properties) {
      const own = instance[member.name];
      const before = known[member.name] ?? null;
      if (own === undefined || same(own, before)) continue;
      const inner = `${path}/${member.name}`;
      const value = this.#written(own, before, member.type, inner, paths);
      if (value !== undefined)
        (member.isReadOnly ? paths : members)[member.isReadOnly ? inner : member.name] = value;
    }
    const isFirst = type === this.#types.concrete(declared)[0]?.type;
    if (!isFirst || (!isSame && was != null)) return { '@type': info.type, ...members };
    return Object.keys(members).length === 0 && isSame ? undefined : members;
  }
}

/** True for the address of a picture, which contains an object id. */
export function isPicture({ controller }: PropertyInfo, value: Json | undefined): boolean {
  return controller?.type === 'ImagePreview' && typeof value === 'string' && value !== '';
}

export function same(a: Json | undefined, b: Json | undefined): boolean {
  return toJson(a ?? null) === toJson(b ?? null);
}
