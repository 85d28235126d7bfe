import type { Json } from '../../../client/index.js';
import { toJson } from '../../../client/json.js';
import { valueTypes } from '../../../service/types/values/table.js';
import { parseJson } from '../../../wire/json.js';
import type { HostContent } from './read-host.js';
import {
  type EnumInfo,
  type Instance,
  mappingsIn,
  type ObjectInfo,
  type PropertyInfo,
  type TypeInfo,
} from './wire-shapes.js';

export const wrapperTypes: ReadonlySet<string> = new Set(['GameObject', 'GameObjectWithTransform']);
const anyComponent = 'Component';
const maxDepth = 16;

export type ValueKind = 'value' | 'enum' | 'class' | 'asset' | 'reference';
export type TypeKind = 'component' | 'class' | 'struct' | 'static';

/** The types of a host. Derives kinds, nullable members and flags if the host does not send them. */
export class CapturedTypes {
  readonly all: readonly TypeInfo[];
  readonly #byName: ReadonlyMap<string, TypeInfo>;
  readonly #enums: ReadonlyMap<string, EnumInfo>;
  readonly #kinds = new Map<string, TypeKind>();
  /** `Class|member` of the members that are null in an object. */
  readonly #nullMembers = new Set<string>();
  readonly #flags = new Set<string>();
  readonly #fresh = new Map<string, Json>();

  constructor({ types, enums, objects }: Pick<HostContent, 'types' | 'enums' | 'objects'>) {
    this.all = types.filter(({ type }) => !wrapperTypes.has(type));
    this.#byName = new Map(types.map((each) => [each.type, each]));
    this.#enums = new Map(enums.map((each) => [each.type, each]));
    for (const each of types) this.#kinds.set(each.type, this.#kindOf(each, objects));
    for (const { properties, functions = [] } of types) {
      for (const { type, isFlags } of [...properties, ...functions.flatMap(({ parameters }) => parameters)])
        if (isFlags) this.#flags.add(elementOf(type));
    }
    for (const instance of mappingsIn(objects as unknown as Json)) this.#note(instance);
  }

  isFlags(enumName: string): boolean {
    return this.#flags.has(enumName);
  }

  find(name: string): TypeInfo | undefined {
    return this.#byName.get(name);
  }

  kind(name: string): TypeKind {
    return this.#kinds.get(name) ?? 'class';
  }

  base({ baseTypes = [] }: TypeInfo): TypeInfo | undefined {
    return baseTypes[0] === undefined ? undefined : this.find(baseTypes[0]);
  }

  isAbstract({ type: name, isAbstract }: TypeInfo): boolean {
    if (isAbstract !== undefined) return isAbstract;
    // Without the flag, a class is abstract if arrays of it do not offer it for new elements.
    return this.all.some(({ properties }) =>
      properties.some(
        ({ type, elementTypeOptions: options }) => type === `${name}[]` && options?.includes(name) === false,
      ),
    );
  }

  isNullable(cls: string, { name, isNullable, type, ...rest }: PropertyInfo): boolean {
    if (rest.valueKind !== undefined) return isNullable === true;
    const kind = this.valueKind({ type, ...rest });
    const needsIt =
      type.endsWith('[]') || kind === 'enum' || kind === 'class' || (kind === 'value' && type !== 'String');
    return needsIt && this.#nullMembers.has(`${this.declaring(cls, name)}|${name}`);
  }

  /** Returns the base class that first declares a member in the same way. */
  declaring(cls: string, member: string): string {
    let type = this.find(cls);
    const own = type && stripped(type, member);
    for (let base = type && this.base(type); base !== undefined; base = this.base(base)) {
      if (stripped(base, member) !== own) break;
      type = base;
    }
    return type?.type ?? cls;
  }

  /** Returns the classes that are or derive from `name` and can have instances. */
  concrete(name: string): readonly TypeInfo[] {
    return this.all.filter(
      (each) => (each.type === name || each.baseTypes?.includes(name)) && !this.isAbstract(each),
    );
  }

  /** Returns the kind of values of a type, for an array that of its elements. */
  valueKind({ type, ref, valueKind }: Pick<PropertyInfo, 'type' | 'ref' | 'valueKind'>): ValueKind {
    if (valueKind !== undefined) return valueKind === 'component' ? 'reference' : (valueKind as ValueKind);
    const name = elementOf(type);
    if (ref || name === anyComponent) return 'reference';
    if (valueTypes.has(name)) return 'value';
    if (this.#enums.has(name)) return 'enum';
    const known = this.#byName.has(name);
    if (!known) return 'asset';
    return this.kind(name) === 'component' ? 'reference' : 'class';
  }

  /** Returns the name of a type in scene files. */
  sceneType(property: Pick<PropertyInfo, 'type' | 'ref' | 'valueKind'>): string {
    if (this.valueKind(property) !== 'asset') return property.type;
    const [, name, suffix] = /^(.*?)((?:\[\])*)$/.exec(property.type)!;
    return `Asset<${name}>${suffix}`;
  }

  /** Returns a new instance of a class, with the defaults of its members. */
  fresh(name: string, depth = 0): Json {
    const known = this.#fresh.get(name);
    // A class that contains itself endlessly cannot be in a scene.
    if (known !== undefined || depth > maxDepth) return known ?? null;
    const members = (this.find(name)?.properties ?? []).map((each): [string, Json] => [
      each.name,
      this.#defaultOf(name, each, depth),
    ]);
    const instance = { '@type': name, ...Object.fromEntries(members) };
    if (depth === 0) this.#fresh.set(name, instance);
    return instance;
  }

  #defaultOf(cls: string, property: PropertyInfo, depth: number): Json {
    if (this.isNullable(cls, property)) return null;
    if (property.type.endsWith('[]')) return [];
    switch (this.valueKind(property)) {
      case 'value': {
        const type = valueTypes.get(property.type)!;
        return parseJson(type.write(type.defaultValue()));
      }
      case 'enum': {
        const { values } = this.#enums.get(property.type)!;
        return (values.find(({ value }) => value === 0) ?? values[0])?.name ?? null;
      }
      case 'class': {
        const [first] = this.concrete(property.type);
        return first === undefined ? null : this.fresh(first.type, depth + 1);
      }
      default:
        return null;
    }
  }

  #note(instance: Instance): void {
    const info = this.find(String(instance['@type']));
    for (const { name, type } of info?.properties ?? []) {
      const value = instance[name];
      if (value === null) this.#nullMembers.add(`${this.declaring(info!.type, name)}|${name}`);
      if (this.#enums.has(type) && String(value).includes(', ')) this.#flags.add(type);
    }
  }

  #kindOf(type: TypeInfo, objects: readonly ObjectInfo[]): TypeKind {
    if (wrapperTypes.has(type.type)) return 'component';
    if (type.kind !== undefined) return type.kind as TypeKind;
    const own = objects.filter((each) => each['@type'] === type.type);
    if (own.some((each) => each['@instanceID'] !== undefined) || this.#isReferredTo(type.type))
      return 'component';
    if (own.length === 1 && [type.type, undefined].includes(own[0]!['@source'])) return 'static';
    return 'class';
  }

  #isReferredTo(name: string): boolean {
    for (const { properties } of this.#byName.values()) {
      if (properties.some(({ type, ref }) => ref && elementOf(type) === name)) return true;
    }
    return false;
  }
}

function elementOf(type: string): string {
  return type.replace(/(\[\])+$/, '');
}

function stripped({ properties }: TypeInfo, member: string): string | undefined {
  const found = properties.find(({ name }) => name === member);
  return found && toJson({ ...found, order: undefined });
}
