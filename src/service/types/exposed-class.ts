import { types } from 'node:util';
import { type ApplicationCode, failed } from '../application-code.js';
import type { Controller } from '../classes/controllers.js';
import type {
  ClassDefinition,
  FunctionDefinition,
  MemberDefinition,
  ParameterDefinition,
} from '../classes/definition.js';
import { isOverridden, isWritable } from '../classes/place.js';
import { reasonOf } from '../exception-text.js';
import { ExposedError } from '../exposed-error.js';
import { noteHeld } from './holders.js';
import type { Type } from './type.js';
import { likeTyped } from './typed-array.js';

/** An exposed member with its type resolved. */
export class ExposedMember {
  readonly definition: MemberDefinition;
  readonly type: Type;
  /** Position among all members of the class, inherited ones first; also the index in snapshots. */
  readonly index: number;
  /** `"name":`, ready to be written. */
  readonly jsonKey: string;
  readonly get: (target: object) => unknown;
  readonly set: ((target: object, value: unknown) => void) | undefined;
  /** Name of the class that declares it. */
  readonly declaredBy: string;
  readonly #code: ApplicationCode;
  /** Objects whose getter threw when it was asked last; undefined while there is none. */
  #failing: WeakSet<object> | undefined;

  constructor(
    definition: MemberDefinition,
    type: Type,
    index: number,
    className: string,
    code: ApplicationCode,
  ) {
    this.definition = definition;
    this.declaredBy = className;
    this.#code = code;
    this.type = type;
    this.index = index;
    this.jsonKey = `${JSON.stringify(definition.name)}:`;
    this.get = definition.get;
    this.set = this.#setter();
  }

  get name(): string {
    return this.definition.name;
  }

  /**
   * The value; `failed` when the getter throws or gives what cannot be gone through, which is logged once until it works
   * again (ERR-7). `get` is the bare getter, for those who let what it throws pass.
   */
  read(target: object): unknown {
    try {
      const value = this.#given(target);
      this.#failing?.delete(target);
      return value;
    } catch (error) {
      this.#noteFailure(target, error);
      return failed;
    }
  }

  /** The value. @throws ExposedError `get-failed` when the getter throws, which is logged once until it works again. */
  readOrThrow(target: object): unknown {
    try {
      const value = this.#given(target);
      this.#failing?.delete(target);
      return value;
    } catch (error) {
      this.#noteFailure(target, error);
      throw new ExposedError('get-failed', `${this.where}: ${reasonOf(error)}`, { cause: error });
    }
  }

  /** What can be gone through of what the getter gives; storage of the service's own holds nothing else. */
  #given(target: object): unknown {
    const value = this.get(target);
    if (this.definition.observed === true) return value;
    if (types.isPromise(value)) {
      // Nobody else will look at it, and a rejection that nobody looks at ends the process.
      value.catch(() => {});
      throw new TypeError(`expected ${this.type.name}, got a promise: keep what it gives, and give that`);
    }
    return this.type.admit(value);
  }

  /**
   * What sets it: where application code holds a typed array, with one of the same kind. Nobody waits for a setter that is
   * asynchronous, but what it rejects with is told.
   */
  #setter(): ExposedMember['set'] {
    const { get, set, observed } = this.definition;
    if (set === undefined || (observed === true && this.type.kind === 'leaf')) return set;
    if (observed === true) {
      return (target, value) => {
        set(target, value);
        if (this.type.refers) noteHeld(target, value);
      };
    }
    const call: (target: object, value: unknown) => unknown = set;
    return (target, value) => {
      const isTyped = this.type.kind !== 'leaf' && Array.isArray(value);
      const result = call(target, isTyped ? likeTyped(value, () => get(target)) : value);
      if (types.isPromise(result)) result.catch((error: unknown) => this.#code.report(this.where, error));
    };
  }

  #noteFailure(target: object, error: unknown): void {
    this.#failing ??= new WeakSet();
    if (this.#failing.has(target)) return;
    this.#failing.add(target);
    this.#code.report(this.where, error);
  }

  /** Class and member, for the log: `Lamp.power`. */
  get where(): string {
    return `${this.declaredBy}.${this.definition.name}`;
  }

  get isReadOnly(): boolean {
    return this.definition.readOnly === true || this.set === undefined;
  }

  /** The same in one object: a class that is not exposed may have put a getter alone in front of it. */
  isReadOnlyIn(target: object): boolean {
    const { place } = this.definition;
    return this.isReadOnly || (place !== undefined && !isWritable(target, place.key));
  }

  /** Fields are persisted, properties only when marked so (OBJ-14); what cannot be written cannot be restored. */
  get isPersistable(): boolean {
    return (this.definition.persist ?? this.definition.kind === 'field') && !this.isReadOnly;
  }

  get persistScope(): 'scene' | 'project' {
    return this.definition.persistScope ?? 'scene';
  }

  /** True when the service owns what is stored: it changes through the write path alone, whatever its depth. */
  get isOwned(): boolean {
    return this.definition.observed === true && this.type.keepable;
  }

  /** What stands behind it; the application's code where nothing else is known. */
  get backing(): 'owned' | 'field' | 'accessor' | 'code' {
    return this.definition.observed === true ? 'owned' : (this.definition.backing ?? 'code');
  }

  /**
   * True when the application's code stands behind it in `target`: a derived class may have put a getter and a setter of its
   * own in front of an accessor. Its getter may compute, and its setter may throw and may change anything else.
   */
  runsCode(target: object): boolean {
    const { backing } = this;
    if (backing !== 'accessor') return backing === 'code';
    const { place } = this.definition;
    return place !== undefined && isOverridden(place, target);
  }

  /** The key of its elements in keyed collections. */
  get isKey(): boolean {
    return (this.definition.key ?? this.definition.isKey) === true;
  }

  get controller(): Controller {
    return this.definition.controller ?? { type: 'Default' };
  }
}

export interface ExposedParameter {
  readonly definition: ParameterDefinition;
  readonly type: Type;
  /** As JSON; undefined where none is declared. */
  readonly default: unknown;
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
  /** The name as a JSON string, ready to be written. */
  readonly jsonName!: string;
  readonly base: ExposedClass | undefined;
  readonly members!: readonly ExposedMember[];
  readonly functions!: readonly ExposedFunction[];
  /** True when it leads to no other object: all members are leaves. */
  readonly isFlat!: boolean;
  /** The member that keys the elements of a collection, if any. */
  readonly keyMember: ExposedMember | undefined;
  #byName: ReadonlyMap<string, ExposedMember> = new Map();
  #longestName = 0;
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
    Object.assign(this, {
      definition,
      jsonName: JSON.stringify(definition.name),
      base,
      members,
      functions,
      isFlat: members.every(({ type }) => type.kind === 'leaf'),
      keyMember: members.find(({ isKey }) => isKey),
    } satisfies Partial<ExposedClass>);
    this.#byName = byNames(members, (name) => name);
    this.#longestName = Math.max(0, ...[...this.#byName.keys()].map(({ length }) => length));
    this.#functionsByName = byNames(functions, (name) => name.toLowerCase());
  }

  get name(): string {
    return this.definition.name;
  }

  get isAbstract(): boolean {
    return (this.definition.abstract ?? this.definition.isAbstract) === true;
  }

  /** Instances live in the engine and are handed around as references, never created by a write. */
  get isEngineClass(): boolean {
    return this.definition.kind === 'component' || this.definition.kind === 'gameObject';
  }

  /** By current or former name; names are case-sensitive (wire.md section 6). */
  member(name: string): ExposedMember | undefined {
    // A path that leads nowhere is asked for with everything that it begins with.
    return name.length > this.#longestName ? undefined : this.#byName.get(name);
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
    parameters: definition.parameters.map((parameter) => ({
      definition: parameter,
      type: resolve(parameter.type, `${where}(${parameter.name})`),
      default: parameter.default === undefined ? parameter.defaultValue : parameter.default,
    })),
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
