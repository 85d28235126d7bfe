import { type ApplicationCode, failed } from '../application-code.js';
import type { Controller } from '../classes/controllers.js';
import type {
  ClassDefinition,
  FunctionDefinition,
  MemberDefinition,
  ParameterDefinition,
} from '../classes/definition.js';
import type { Type } from './type.js';

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
  readonly #where: string;
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
    this.#where = `${className}.${definition.name}`;
    this.#code = code;
    this.type = type;
    this.index = index;
    this.jsonKey = `${JSON.stringify(definition.name)}:`;
    this.get = definition.get;
    this.set = definition.set;
  }

  get name(): string {
    return this.definition.name;
  }

  /**
   * The value; `failed` when the getter throws, which is logged once until it works again (ERR-7). `get` is the bare
   * getter, for those who let what it throws pass.
   */
  read(target: object): unknown {
    try {
      const value = this.get(target);
      this.#failing?.delete(target);
      return value;
    } catch (error) {
      this.#failing ??= new WeakSet();
      if (!this.#failing.has(target)) {
        this.#failing.add(target);
        this.#code.report(this.#where, error);
      }
      return failed;
    }
  }

  get isReadOnly(): boolean {
    return this.definition.readOnly === true || this.set === undefined;
  }

  /** Fields are persisted, properties only when marked so (OBJ-14); what cannot be written cannot be restored. */
  get isPersistable(): boolean {
    return (this.definition.persist ?? this.definition.kind === 'field') && !this.isReadOnly;
  }

  get persistScope(): 'scene' | 'project' {
    return this.definition.persistScope ?? 'scene';
  }

  /** True when the bytes of its value may be kept until a change is reported, its object being registered. */
  get isKeepable(): boolean {
    return this.definition.observed !== false && this.type.keepable;
  }

  /** The same where its object is inline in another one. */
  get isKeepableInline(): boolean {
    return this.definition.observed === true && this.type.keepable;
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

/** An exposed class, linked: inherited members first, types resolved. */
export class ExposedClass {
  readonly definition: ClassDefinition;
  /** The name as a JSON string, ready to be written. */
  readonly jsonName: string;
  readonly base: ExposedClass | undefined;
  readonly members: readonly ExposedMember[];
  readonly functions: readonly ExposedFunction[];
  /** The member that keys the elements of a collection, if any. */
  readonly keyMember: ExposedMember | undefined;
  readonly #byName = new Map<string, ExposedMember>();
  readonly #functionsByName = new Map<string, ExposedFunction>();

  constructor(
    definition: ClassDefinition,
    base: ExposedClass | undefined,
    resolve: (typeName: string, where: string) => Type,
    code: ApplicationCode,
  ) {
    this.definition = definition;
    this.jsonName = JSON.stringify(definition.name);
    this.base = base;
    const inherited = base?.members ?? [];
    const own = definition.members.map(
      (member, i) =>
        new ExposedMember(
          member,
          resolve(memberTypeName(member), `${definition.name}.${member.name}`),
          inherited.length + i,
          definition.name,
          code,
        ),
    );
    this.members = [...inherited, ...own];
    this.functions = [
      ...(base?.functions ?? []),
      ...definition.functions.map((f) => linkFunction(definition.name, f, resolve)),
    ];
    this.keyMember = this.members.find(({ isKey }) => isKey);
    for (const member of this.members) {
      for (const former of member.definition.formerNames ?? []) this.#byName.set(former, member);
    }
    for (const member of this.members) this.#byName.set(member.name, member);
    for (const func of this.functions) {
      for (const former of func.definition.formerNames ?? []) {
        this.#functionsByName.set(former.toLowerCase(), func);
      }
    }
    for (const func of this.functions) this.#functionsByName.set(func.definition.name.toLowerCase(), func);
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
    return this.#byName.get(name);
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

function memberTypeName(member: MemberDefinition): string {
  return member.nullable === true ? `${member.type}?` : member.type;
}

function linkFunction(
  className: string,
  definition: FunctionDefinition,
  resolve: (typeName: string, where: string) => Type,
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
