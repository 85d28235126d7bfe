import type { Json } from '../../../client/index.js';
import { parseJson } from '../../../client/json.js';
import { valueTypes } from '../../../service/types/values/table.js';
import type { EnumInfo, ObjectInfo, PropertyInfo, TypeInfo } from './wire-shapes.js';

export const wrapperTypes: ReadonlySet<string> = new Set(['GameObject', 'GameObjectWithTransform']);
const anyComponent = 'Component';

export type ValueKind = 'value' | 'enum' | 'class' | 'asset' | 'reference';
export type TypeKind = 'component' | 'class' | 'struct' | 'static';

/** The types of a host, with what older hosts do not tell of them worked out. */
export class CapturedTypes {
  readonly all: readonly TypeInfo[];
  readonly #byName: ReadonlyMap<string, TypeInfo>;
  readonly #enums: ReadonlyMap<string, EnumInfo>;
  readonly #kinds = new Map<string, TypeKind>();

  constructor(types: readonly TypeInfo[], enums: readonly EnumInfo[], objects: readonly ObjectInfo[]) {
    this.all = types.filter(({ type }) => !wrapperTypes.has(type));
    this.#byName = new Map(types.map((each) => [each.type, each]));
    this.#enums = new Map(enums.map((each) => [each.type, each]));
    for (const each of types) this.#kinds.set(each.type, this.#kindOf(each, objects));
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

  isAbstract(type: TypeInfo): boolean {
    if (type.isAbstract !== undefined) return type.isAbstract;
    // A host that does not tell offers for an array of the type only those of which there can be elements.
    return this.all.some(({ properties }) =>
      properties.some(
        ({ type: name, elementTypeOptions: options }) =>
          options !== undefined && name === `${type.type}[]` && !options.includes(type.type),
      ),
    );
  }

  /** The classes that are `name` or derive from it, of which there may be instances. */
  concrete(name: string): readonly TypeInfo[] {
    return this.all.filter(
      (each) => (each.type === name || each.baseTypes?.includes(name)) && !this.isAbstract(each),
    );
  }

  /** What a type's values are; of an array, its elements. */
  valueKind({ type, ref, valueKind }: Pick<PropertyInfo, 'type' | 'ref' | 'valueKind'>): ValueKind {
    if (valueKind !== undefined) return valueKind === 'component' ? 'reference' : (valueKind as ValueKind);
    const name = type.replace(/(\[\])+$/, '');
    if (ref || name === anyComponent) return 'reference';
    if (valueTypes.has(name)) return 'value';
    if (this.#enums.has(name)) return 'enum';
    const known = this.#byName.has(name);
    if (!known) return 'asset';
    return this.kind(name) === 'component' ? 'reference' : 'class';
  }

  /** The name of a type as scene files have it. */
  sceneType(property: Pick<PropertyInfo, 'type' | 'ref' | 'valueKind'>): string {
    if (this.valueKind(property) !== 'asset') return property.type;
    const [, name, suffix] = /^(.*?)((?:\[\])*)$/.exec(property.type)!;
    return `Asset<${name}>${suffix}`;
  }

  /** What a member of the type begins with where nothing is said, as JSON; `fresh` gives an instance of a class. */
  defaultOf(property: PropertyInfo, isNullable: boolean, fresh: (type: string) => Json): Json {
    if (isNullable) return null;
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
        const first = this.concrete(property.type)[0];
        return first === undefined ? null : fresh(first.type);
      }
      default:
        return null;
    }
  }

  /** Another value than the one that is there, for a member of which nobody tells what it was. */
  otherThan({ type }: PropertyInfo, value: Json): Json {
    if (typeof value === 'boolean') return !value;
    if (typeof value === 'number' || typeof value === 'bigint') return Number(value) === 0 ? 1 : 0;
    const values = this.#enums.get(type.replace(/(\[\])+$/, ''))?.values;
    if (values !== undefined) return values.find(({ name }) => name !== value)?.name ?? value;
    if (typeof value === 'string')
      return value === '' ? null : valueTypes.get(type)?.name === 'String' ? '' : 0;
    return value === null ? (type === 'String' ? '' : null) : null;
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
      if (properties.some(({ type, ref }) => ref && type.replace(/(\[\])+$/, '') === name)) return true;
    }
    return false;
  }
}
