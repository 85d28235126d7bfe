import type { ApplicationCode } from '../application-code.js';
import type {
  ClassDefinition,
  FunctionDefinition,
  MemberDefinition,
  ParameterDefinition,
} from '../classes/definition.js';
import { isWritable } from '../classes/place.js';
import { type Json, jsonOfApplication } from '../json.js';
import { ExposedMember } from './exposed-member.js';
import type { Type } from './type.js';

export interface ExposedParameter {
  readonly definition: ParameterDefinition;
  readonly type: Type;
  /** As JSON; undefined where none is declared. */
  readonly default: Json | undefined;
}

/** An exposed function with its types resolved; `returnType` is undefined for Void. */
export interface ExposedFunction {
  readonly definition: FunctionDefinition;
  readonly parameters: readonly ExposedParameter[];
  readonly returnType: Type | undefined;
}

/** Finds the type of that name; `where` is the place that names it. @throws Error when there is none */
export type ResolveType = (typeName: string, where: string) => Type;

/**
 * An exposed class, linked: inherited members first, types resolved. What a class declares again stands in the place of
 * what it inherits. A class that is defined anew stays the same object, so that whoever holds it has the new one.
 */
export class ExposedClass {
  readonly definition!: ClassDefinition;
  readonly kind!: ClassDefinition['kind'];
  /** The name as a JSON string, ready to be written. */
  readonly jsonName!: string;
  readonly base: ExposedClass | undefined;
  readonly members!: readonly ExposedMember[];
  readonly functions!: readonly ExposedFunction[];
  /** True when it leads to no other object: all members are leaves. */
  readonly isFlat!: boolean;
  /** The member that keys the elements of a collection, if any. */
  readonly keyMember: ExposedMember | undefined;
  /** Characters of the longest name, current or former, that a member has. */
  readonly longestName!: number;
  #byName: ReadonlyMap<string, ExposedMember> = new Map();
  #functionsByName: ReadonlyMap<string, ExposedFunction> = new Map();

  constructor(
    definition: ClassDefinition,
    base: ExposedClass | undefined,
    resolve: ResolveType,
    code: ApplicationCode,
  ) {
    this.link(definition, base, resolve, code);
  }

  /** Takes the definition. @throws Error when a type in it cannot be resolved; the class stays as it was then */
  link(
    definition: ClassDefinition,
    base: ExposedClass | undefined,
    resolve: ResolveType,
    code: ApplicationCode,
  ): void {
    const members = linkMembers(definition, base?.members ?? [], resolve, code);
    const functions = linkFunctions(definition, base?.functions ?? [], resolve);
    this.#byName = byNames(members, (name) => name);
    Object.assign(this, {
      definition,
      kind: definition.kind,
      jsonName: JSON.stringify(definition.name),
      base,
      members,
      functions,
      isFlat: members.every(({ type }) => type.kind === 'leaf'),
      keyMember: members.find(({ isKey }) => isKey),
      longestName: Math.max(0, ...[...this.#byName.keys()].map(({ length }) => length)),
    } satisfies Partial<ExposedClass>);
    this.#functionsByName = byNames(functions, (name) => name.toLowerCase());
  }

  get name(): string {
    return this.definition.name;
  }

  get isAbstract(): boolean {
    return this.definition.abstract === true;
  }

  /** Instances live in the engine and are handed around as references, never created by a write. */
  get isEngineClass(): boolean {
    return this.definition.kind === 'component' || this.definition.kind === 'gameObject';
  }

  /** By current or former name; names are case-sensitive (wire.md section 6). */
  member(name: string): ExposedMember | undefined {
    // To look a long text up costs as much as it is long.
    return name.length > this.longestName ? undefined : this.#byName.get(name);
  }

  /** By current or former name, without regard to case (wire.md section 2). */
  function(name: string): ExposedFunction | undefined {
    return this.#functionsByName.get(name.toLowerCase());
  }

  /** This class or one that derives from `other`. */
  isA(other: ExposedClass): boolean {
    for (let cls: ExposedClass | undefined = this; cls !== undefined; cls = cls.base) {
      if (cls === other) return true;
    }
    return false;
  }
}

/** Inherited members first; one that is declared again takes the place of the inherited one. */
function linkMembers(
  { name: className, members: declared, constructorFunction }: ClassDefinition,
  inherited: readonly ExposedMember[],
  resolve: ResolveType,
  code: ApplicationCode,
): readonly ExposedMember[] {
  const members = inherited.map((member) => inheritedBy(constructorFunction, member, code));
  for (const definition of declared) {
    const present = inherited.findIndex(({ name }) => name === definition.name);
    const index = present === -1 ? members.length : present;
    const type = resolve(memberTypeName(definition), `${className}.${definition.name}`);
    members[index] = new ExposedMember(definition, type, index, className, code);
  }
  return members;
}

/** A member of the base, which is read-only where the derived class has put a getter alone in front of it. */
function inheritedBy(
  derived: Function | undefined,
  member: ExposedMember,
  code: ApplicationCode,
): ExposedMember {
  const { definition, type, index, declaredBy } = member;
  const { place } = definition;
  if (derived === undefined || place === undefined || member.isReadOnly) return member;
  const holder: object | undefined = typeof place.holder === 'function' ? derived : derived.prototype;
  if (holder === undefined || isWritable(holder, place.key)) return member;
  const readOnly: MemberDefinition = Object.create(definition, { readOnly: { value: true } });
  return new ExposedMember(readOnly, type, index, declaredBy, code);
}

function memberTypeName(member: MemberDefinition): string {
  return member.nullable === true ? `${member.type}?` : member.type;
}

/** As with members; names of functions match without regard to case. */
function linkFunctions(
  { name: className, functions: declared }: ClassDefinition,
  inherited: readonly ExposedFunction[],
  resolve: ResolveType,
): readonly ExposedFunction[] {
  const functions = [...inherited];
  for (const definition of declared) {
    const key = definition.name.toLowerCase();
    const present = inherited.findIndex((each) => each.definition.name.toLowerCase() === key);
    functions[present === -1 ? functions.length : present] = linkFunction(className, definition, resolve);
  }
  return functions;
}

function linkFunction(
  className: string,
  definition: FunctionDefinition,
  resolve: ResolveType,
): ExposedFunction {
  const where = `${className}.${definition.name}`;
  return {
    definition,
    parameters: definition.parameters.map((parameter) => {
      const { default: declared } = parameter;
      return {
        definition: parameter,
        type: resolve(parameter.type, `${where}(${parameter.name})`),
        default: declared === undefined ? undefined : jsonOfApplication(declared as Json),
      };
    }),
    returnType: definition.returnType === 'Void' ? undefined : resolve(definition.returnType, where),
  };
}

/** By current and former names; a current name goes before a former one. */
function byNames<
  T extends { readonly definition: { readonly name: string; readonly formerNames?: readonly string[] } },
>(items: readonly T[], key: (name: string) => string): ReadonlyMap<string, T> {
  const names = new Map<string, T>();
  for (const item of items)
    for (const former of item.definition.formerNames ?? []) names.set(key(former), item);
  for (const item of items) names.set(key(item.definition.name), item);
  return names;
}
