import { isWritable } from '../classes/declaration-site.js';
import type {
  ClassDefinition,
  FunctionDefinition,
  MemberDefinition,
  ParameterDefinition,
} from '../classes/definition.js';
import type { ApplicationCode } from '../common/application-code.js';
import { type Json, jsonOfApplication } from '../common/json.js';
import { ExposedMember } from './exposed-member.js';
import type { Type } from './type.js';

export interface ExposedParameter {
  readonly definition: ParameterDefinition;
  readonly type: Type;
  /** The declared default as JSON; undefined if there is none. */
  readonly default: Json | undefined;
}

/** An exposed function with its types resolved; `returnType` is undefined for Void. */
export interface ExposedFunction {
  readonly definition: FunctionDefinition;
  readonly parameters: readonly ExposedParameter[];
  readonly returnType: Type | undefined;
}

/** Returns the type with a name; `where` names its user in errors. @throws Error if there is none */
export type ResolveType = (typeName: string, where: string) => Type;

/**
 * A linked class: inherited members first, types resolved. A redeclared member replaces the inherited one.
 * A class that is redefined stays the same object, so that references to it stay valid.
 */
export class ExposedClass {
  readonly definition!: ClassDefinition;
  readonly kind!: ClassDefinition['kind'];
  /** The name as a JSON string. */
  readonly jsonName!: string;
  readonly base: ExposedClass | undefined;
  /** @internal */
  readonly members!: readonly ExposedMember[];
  /** @internal */
  readonly functions!: readonly ExposedFunction[];
  /** True if all members are leaves, so that it leads to no other object. @internal */
  readonly isFlat!: boolean;
  /** The member that is the key in keyed collections, if any. @internal */
  readonly keyMember: ExposedMember | undefined;
  /** Number of characters of the longest name of a member. @internal */
  readonly longestName!: number;
  #byName: ReadonlyMap<string, ExposedMember> = new Map();
  #functionsByName: ReadonlyMap<string, ExposedFunction> = new Map();

  /** @internal */
  constructor(
    definition: ClassDefinition,
    base: ExposedClass | undefined,
    resolve: ResolveType,
    code: ApplicationCode,
  ) {
    this.link(definition, base, resolve, code);
  }

  /**
   * Adopts the definition. @throws Error if a type in it cannot be resolved; the class then stays unchanged
   * @internal
   */
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
      longestName: longestOf(this.#byName.keys()),
    } satisfies Partial<ExposedClass>);
    this.#functionsByName = byNames(functions, (name) => name.toLowerCase());
  }

  get name(): string {
    return this.definition.name;
  }

  get isAbstract(): boolean {
    return this.definition.abstract === true;
  }

  /** True if instances belong to the engine and are references, which writes never create. @internal */
  get isEngineClass(): boolean {
    return this.definition.kind === 'component' || this.definition.kind === 'gameObject';
  }

  /** Returns a member by current or former name, case-sensitive (wire.md section 6). @internal */
  member(name: string): ExposedMember | undefined {
    return this.#byName.get(name);
  }

  /** Returns a function by current or former name, case-insensitive (wire.md section 2). @internal */
  function(name: string): ExposedFunction | undefined {
    return this.#functionsByName.get(name.toLowerCase());
  }

  /** True for `other` and its subclasses. */
  isA(other: ExposedClass): boolean {
    for (let cls: ExposedClass | undefined = this; cls !== undefined; cls = cls.base) {
      if (cls === other) return true;
    }
    return false;
  }
}

/** Returns the members, inherited ones first; a redeclared member replaces the inherited one. */
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
    const typeName = definition.nullable === true ? `${definition.type}?` : definition.type;
    const type = resolve(typeName, `${className}.${definition.name}`);
    members[index] = new ExposedMember(definition, type, index, className, code);
  }
  return members;
}

/** Returns an inherited member, read-only if the derived class has overridden it with only a getter. */
function inheritedBy(
  derived: Function | undefined,
  member: ExposedMember,
  code: ApplicationCode,
): ExposedMember {
  const { definition, type, index, declaredBy } = member;
  const { site } = definition;
  if (derived === undefined || site === undefined || member.isReadOnly) return member;
  const holder: object | undefined = typeof site.holder === 'function' ? derived : derived.prototype;
  if (holder === undefined || isWritable(holder, site.key)) return member;
  const readOnly: MemberDefinition = Object.create(definition, { readOnly: { value: true } });
  return new ExposedMember(readOnly, type, index, declaredBy, code);
}

/** Returns the functions like `linkMembers`; their names are case-insensitive. */
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

/** Returns the length of the longest name. */
export function longestOf(names: Iterable<string>): number {
  let longest = 0;
  for (const { length } of names) longest = Math.max(longest, length);
  return longest;
}

/** Indexes by current and former names; a current name takes precedence. */
function byNames<
  T extends { readonly definition: { readonly name: string; readonly formerNames?: readonly string[] } },
>(items: readonly T[], key: (name: string) => string): ReadonlyMap<string, T> {
  const names = new Map<string, T>();
  for (const item of items)
    for (const former of item.definition.formerNames ?? []) names.set(key(former), item);
  for (const item of items) names.set(key(item.definition.name), item);
  return names;
}
