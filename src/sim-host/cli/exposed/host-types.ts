import type { Json, WireObject } from '../../../client/index.js';
import { valueTypes } from '../../../service/types/values/table.js';
import { parseJson } from '../../../wire/json.js';
import type { EnumInfo, MemberInfo, TypeInfo } from './exposed.js';

export type ValueKind = 'value' | 'enum' | 'class' | 'asset' | 'component';
export type TypeKind = 'component' | 'class' | 'struct' | 'static';
type Typed = Pick<MemberInfo, 'type' | 'ref' | 'valueKind'>;

export const wrapperTypes: ReadonlySet<string> = new Set(['GameObject', 'GameObjectWithTransform']);

/** The types and enums of a host. Unity hosts do not send kinds, nullable members and flags; they are derived. */
export class HostTypes {
  readonly all: readonly TypeInfo[];
  readonly #byName: ReadonlyMap<string, TypeInfo>;
  readonly #enums: ReadonlyMap<string, EnumInfo>;
  readonly #kinds: ReadonlyMap<string, TypeKind>;
  readonly #flags: ReadonlySet<string>;

  constructor(types: readonly TypeInfo[], enums: readonly EnumInfo[], objects: readonly WireObject[]) {
    this.all = types;
    this.#byName = new Map(types.map((each) => [each.type, each]));
    this.#enums = new Map(enums.map((each) => [each.type, each]));
    this.#kinds = new Map(types.map((each) => [each.type, kindOf(each, types, objects)]));
    const members = types.flatMap(({ properties, functions = [] }) => [
      ...properties,
      ...functions.flatMap(({ parameters }) => parameters),
    ]);
    this.#flags = new Set(members.filter(({ isFlags }) => isFlags).map(({ type }) => elementOf(type)));
  }

  find(name: string): TypeInfo | undefined {
    return this.#byName.get(name);
  }

  isEnum(name: string): boolean {
    return this.#enums.has(name);
  }

  isFlags(enumName: string): boolean {
    if (this.#flags.has(enumName) || this.all.some(({ kind }) => kind !== undefined))
      return this.#flags.has(enumName);
    const values = this.#enums.get(enumName)!.values.map(({ value }) => value);
    return values.includes(4) && values.every((value) => (value & (value - 1)) === 0);
  }

  kind(name: string): TypeKind {
    return this.#kinds.get(name) ?? 'class';
  }

  base({ baseTypes = [] }: TypeInfo): TypeInfo | undefined {
    return baseTypes[0] === undefined ? undefined : this.find(baseTypes[0]);
  }

  /** Returns the classes that are or derive from `name` and can have instances. */
  concrete(name: string): readonly TypeInfo[] {
    return this.all.filter(
      ({ type, baseTypes, isAbstract }) => !isAbstract && (type === name || baseTypes?.includes(name)),
    );
  }

  isNullable(member: MemberInfo): boolean {
    if (member.valueKind !== undefined || member.isNullable === true) return member.isNullable === true;
    return member.type.endsWith('[]') || this.valueKind(member) === 'class';
  }

  /** Returns the kind of values of a type, for an array that of its elements. */
  valueKind({ type, ref, valueKind }: Typed): ValueKind {
    if (valueKind !== undefined) return valueKind;
    const name = elementOf(type);
    if (ref || name === 'Component') return 'component';
    if (valueTypes.has(name)) return 'value';
    if (this.isEnum(name)) return 'enum';
    if (!this.#byName.has(name)) return 'asset';
    return this.kind(name) === 'component' ? 'component' : 'class';
  }

  /** Returns the default of a member; undefined for an inline object, whose members have defaults of their own. */
  defaultOf(member: MemberInfo): Json | undefined {
    if (this.isNullable(member)) return null;
    if (member.type.endsWith('[]')) return [];
    switch (this.valueKind(member)) {
      case 'value': {
        const type = valueTypes.get(member.type)!;
        return parseJson(type.write(type.defaultValue()));
      }
      case 'enum': {
        const { values } = this.#enums.get(member.type)!;
        return (values.find(({ value }) => value === 0) ?? values[0])?.name ?? null;
      }
      case 'class':
        return this.concrete(member.type).length === 0 ? null : undefined;
      default:
        return null;
    }
  }
}

function kindOf({ type, kind }: TypeInfo, types: readonly TypeInfo[], objects: readonly WireObject[]) {
  if (wrapperTypes.has(type)) return 'component';
  if (kind !== undefined) return kind;
  const isReferredTo = types.some(({ properties }) =>
    properties.some((each) => each.ref && elementOf(each.type) === type),
  );
  const own = objects.filter((each) => each['@type'] === type);
  if (isReferredTo || own.some((each) => each['@instanceID'] !== undefined)) return 'component';
  return own.length === 1 && [type, undefined].includes(own[0]!['@source']) ? 'static' : 'class';
}

function elementOf(type: string): string {
  return type.replace(/(\[\])+$/, '');
}
