import type { Json, WireObject } from '../../../client/index.js';
import { valueTypes } from '../../../service/types/values/table.js';
import { parseJson } from '../../../wire/json.js';
import type { EnumInfo, MemberInfo, TypeInfo } from '../exposed/exposed.js';

/** An instance as hosts send it. */
export type Instance = { readonly [member: string]: Json | undefined };

export type ValueKind = 'value' | 'enum' | 'class' | 'asset' | 'component';
export type TypeKind = 'component' | 'class' | 'struct' | 'static';
type Typed = Pick<MemberInfo, 'type' | 'ref' | 'valueKind'>;

export const wrapperTypes: ReadonlySet<string> = new Set(['GameObject', 'GameObjectWithTransform']);

/** The types of a host. Derives kinds, nullable members and flags if the host does not send them. */
export class CapturedTypes {
  readonly all: readonly TypeInfo[];
  readonly #byName: ReadonlyMap<string, TypeInfo>;
  readonly #enums: ReadonlyMap<string, EnumInfo>;
  readonly #kinds: ReadonlyMap<string, TypeKind>;
  /** `Class|member` of the members that are null in an object, by its class and the base classes. */
  readonly #nullMembers = new Set<string>();
  readonly #flags = new Set<string>();

  constructor(types: readonly TypeInfo[], enums: readonly EnumInfo[], objects: readonly WireObject[]) {
    this.all = types.filter(({ type }) => !wrapperTypes.has(type));
    this.#byName = new Map(types.map((each) => [each.type, each]));
    this.#enums = new Map(enums.map((each) => [each.type, each]));
    this.#kinds = new Map(types.map((each) => [each.type, kindOf(each, types, objects)]));
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

  isNullable(cls: TypeInfo, { name, isNullable, type, ...rest }: MemberInfo): boolean {
    if (rest.valueKind !== undefined) return isNullable === true;
    const kind = this.valueKind({ type, ...rest });
    const needsIt =
      type.endsWith('[]') || kind === 'enum' || kind === 'class' || (kind === 'value' && type !== 'String');
    return needsIt && lineOf(cls).some((each) => this.#nullMembers.has(`${each}|${name}`));
  }

  /** Returns the classes that are or derive from `name` and can have instances. */
  concrete(name: string): readonly TypeInfo[] {
    return this.all.filter((each) => lineOf(each).includes(name) && !this.isAbstract(each));
  }

  /** Returns the kind of values of a type, for an array that of its elements. */
  valueKind({ type, ref, valueKind }: Typed): ValueKind {
    if (valueKind !== undefined) return valueKind;
    const name = elementOf(type);
    if (ref || name === 'Component') return 'component';
    if (valueTypes.has(name)) return 'value';
    if (this.#enums.has(name)) return 'enum';
    if (!this.#byName.has(name)) return 'asset';
    return this.kind(name) === 'component' ? 'component' : 'class';
  }

  /** Returns the name of a type in scene files. */
  sceneType(typed: Typed): string {
    if (this.valueKind(typed) !== 'asset') return typed.type;
    const [, name, suffix] = /^(.*?)((?:\[\])*)$/.exec(typed.type)!;
    return `Asset<${name}>${suffix}`;
  }

  /** Returns the default of a member; undefined for an inline object, whose members have defaults of their own. */
  defaultOf(cls: TypeInfo, property: MemberInfo): Json | undefined {
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
      case 'class':
        return this.concrete(property.type).length === 0 ? null : undefined;
      default:
        return null;
    }
  }

  #note(instance: Instance): void {
    const info = this.find(String(instance['@type']));
    for (const { name, type } of info?.properties ?? []) {
      const value = instance[name];
      if (value === null) for (const cls of lineOf(info!)) this.#nullMembers.add(`${cls}|${name}`);
      if (this.#enums.has(type) && String(value).includes(', ')) this.#flags.add(type);
    }
  }
}

/** Returns every object within a value. */
export function* mappingsIn(value: Json | undefined): Generator<Instance> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Instance;
  for (const each of Object.values(value)) yield* mappingsIn(each as Json);
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

/** The names of a class and its base classes. */
function lineOf({ type, baseTypes = [] }: TypeInfo): readonly string[] {
  return [type, ...baseTypes];
}

function elementOf(type: string): string {
  return type.replace(/(\[\])+$/, '');
}
