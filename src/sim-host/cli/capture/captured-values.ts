import type { Json } from '../../../client/index.js';
import { toJson } from '../../../client/json.js';
import type { MemberInfo, TypeInfo } from '../exposed/exposed.js';
import type { CapturedTypes, Instance } from './captured-types.js';
import { unlessEmpty } from './mapping.js';

/** Values of members in a scene file; a key may be a path. */
export type MemberValues = Record<string, Json>;

/** Finds the values of objects that differ from the defaults of their types. */
export class CapturedValues {
  readonly #types: CapturedTypes;
  readonly #keys: ReadonlyMap<string, string>;

  constructor(types: CapturedTypes, keys: ReadonlyMap<string, string>) {
    this.#types = types;
    this.#keys = keys;
  }

  /** Read-only members of inline objects have a path, since only a file can set them. */
  ofObject(object: Instance): MemberValues {
    const paths: MemberValues = {};
    return { ...this.#members(this.#types.find(String(object['@type']))!, object, '', paths), ...paths };
  }

  #members(cls: TypeInfo, instance: Instance, path: string, paths: MemberValues): MemberValues {
    const members: MemberValues = {};
    for (const property of cls.properties) {
      const { name, isReadOnly } = property;
      const value = instance[name];
      if (value === undefined || isPicture(property, value)) continue;
      const fallback = this.#types.defaultOf(cls, property);
      if (fallback !== undefined && same(value, fallback)) continue;
      const inner = path === '' ? name : `${path}/${name}`;
      const written = this.#written(value, property.type, inner, paths);
      if (written === undefined || (fallback === undefined && isEmpty(written))) continue;
      if (isReadOnly && path !== '') paths[inner] = written;
      else members[name] = written;
    }
    return members;
  }

  /** Converts a value to its form in a scene file; undefined if the host has left it out. */
  #written(value: Json, declared: string, path: string, paths: MemberValues): Json | undefined {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const element = declared.replace(/\[\]$/, '');
      return value.map((item: Json, i) => this.#written(item, element, `${path}/${i}`, paths) ?? {});
    }
    const instance = value as Instance;
    const ref = instance['@ref'];
    if (ref !== undefined) return { ref: this.#keys.get(String(ref)) ?? String(ref) };
    if (instance['@guid'] !== undefined) return instance['@guid'];
    const cls = this.#types.find(String(instance['@type']));
    if (cls === undefined) return value;
    if (instance['@truncated']) return undefined;
    const members = this.#members(cls, instance, path, paths);
    const isDefault = cls === this.#types.concrete(declared)[0];
    return isDefault ? members : { '@type': cls.type, ...members };
  }
}

/** True for the address of a picture, which contains an object id. */
export function isPicture({ controller }: MemberInfo, value: Json | undefined): boolean {
  return controller?.type === 'ImagePreview' && typeof value === 'string' && value !== '';
}

export function same(a: Json | undefined, b: Json | undefined): boolean {
  return toJson(a ?? null) === toJson(b ?? null);
}

function isEmpty(value: Json): boolean {
  return typeof value === 'object' && value !== null && unlessEmpty(value) === undefined;
}
