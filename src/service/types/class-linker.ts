import { isNumberType, valueType } from '../../wire/value-types.js';
import type { ClassDefinition, Presentation } from '../classes/definition.js';
import type { ApplicationCode } from '../common/application-code.js';
import { isJsonObject, type Json } from '../common/json.js';
import { didYouMean } from '../common/nearest-name.js';
import { elementType } from './array.js';
import { CompositeType } from './composite.js';
import { EnumType } from './enum.js';
import { ExposedClass, type ResolveType } from './exposed-class.js';
import type { ExposedMember } from './exposed-member.js';
import { checkMembers } from './graph/check-members.js';
import { checkInitialValue } from './initial-values.js';
import { assignImmediately } from './plan.js';
import type { Type } from './type.js';

/** Called with a class that was linked again, and its former members. */
export type OnRelinked = (cls: ExposedClass, before: readonly ExposedMember[]) => void;

/**
 * Links definitions to classes: base classes first, types resolved. A class that refers to an unlinkable class is
 * unlinkable too, so that errors appear when classes are defined and not later.
 */
export class ClassLinker {
  readonly #definitions: ReadonlyMap<string, ClassDefinition>;
  readonly #type: (name: string) => Type;
  readonly #code: ApplicationCode;
  readonly #onRelinked: OnRelinked;
  /** Classes that are linked; the classes they refer to may not be. */
  readonly #linked = new Map<string, ExposedClass>();
  /** Classes that are linked, with all classes they refer to. */
  readonly #sound = new Set<string>();
  readonly #linking = new Set<string>();
  /** Classes to be linked again on demand. They stay the same objects, since others may refer to them. */
  readonly #unlinked = new Map<string, ExposedClass>();

  /** `type` throws for an unknown type name. */
  constructor(
    definitions: ReadonlyMap<string, ClassDefinition>,
    type: (name: string) => Type,
    code: ApplicationCode,
    onRelinked: OnRelinked,
  ) {
    this.#onRelinked = onRelinked;
    this.#definitions = definitions;
    this.#type = type;
    this.#code = code;
  }

  /** @throws Error that names the class and the invalid member */
  link(name: string): ExposedClass {
    const cls = this.#link(name);
    const seen = new Set<string>();
    this.#linkNamedTypes(cls, seen);
    for (const each of seen) this.#sound.add(each);
    return cls;
  }

  /** Makes every class be linked again on demand; each stays the same object. */
  unlink(): void {
    for (const [name, cls] of this.#linked) this.#unlinked.set(name, cls);
    this.#linked.clear();
    this.#sound.clear();
  }

  /** The classes that were unlinked and have not been linked again. */
  get unlinkedNames(): readonly string[] {
    return [...this.#unlinked.keys()];
  }

  /** True if a class has a base class that was exposed after it was linked. */
  get isAnyBaseOld(): boolean {
    return [...this.#linked.values()].some(({ definition, base }) => definition.base !== base?.name);
  }

  #link(name: string): ExposedClass {
    const linked = this.#linked.get(name);
    if (linked !== undefined) return linked;
    if (this.#linking.has(name)) throw new Error(`${name} derives from itself`);
    this.#linking.add(name);
    try {
      const definition = this.#definitions.get(name)!;
      const resolve = (typeName: string, where: string) => {
        try {
          return this.#type(typeName);
        } catch (error) {
          throw new Error(`${where}: ${(error as Error).message}`, { cause: error });
        }
      };
      const cls = this.#createOrRelink(definition, this.#base(definition), resolve);
      checkSliders(cls);
      checkDefaults(cls);
      checkConditions(cls);
      this.#linked.set(name, cls);
      this.#unlinked.delete(name);
      return cls;
    } finally {
      this.#linking.delete(name);
    }
  }

  #createOrRelink(
    definition: ClassDefinition,
    base: ExposedClass | undefined,
    resolve: ResolveType,
  ): ExposedClass {
    const present = this.#unlinked.get(definition.name);
    if (present === undefined) return new ExposedClass(definition, base, resolve, this.#code);
    const { members } = present;
    present.link(definition, base, resolve, this.#code);
    this.#onRelinked(present, members);
    return present;
  }

  #base({ name, base }: ClassDefinition): ExposedClass | undefined {
    if (base === undefined) return undefined;
    if (!this.#definitions.has(base)) throw new Error(`${name}: its base class ${base} is not exposed`);
    return this.#link(base);
  }

  #linkNamedTypes(cls: ExposedClass, seen: Set<string>): void {
    if (seen.has(cls.name) || this.#sound.has(cls.name)) return;
    seen.add(cls.name);
    for (const [where, type] of namedTypes(cls)) {
      const element = elementType(type);
      if (!(element instanceof CompositeType) || !this.#definitions.has(element.name)) continue;
      let named: ExposedClass;
      try {
        named = this.#link(element.name);
      } catch (error) {
        const reason = (error as Error).message;
        throw new Error(`${where}: its type ${element.name} cannot be used: ${reason}`, { cause: error });
      }
      this.#linkNamedTypes(named, seen);
    }
  }
}

/** @throws Error that names the member or parameter whose slider would have no number to show */
function checkSliders({ name, members, functions }: ExposedClass): void {
  const check = (where: string, type: Type, { controller }: Presentation) => {
    const { name: typeName } = elementType(type);
    const hasNumbers = isNumberType(typeName) || valueType(typeName)?.form === 'parts';
    if (controller?.type === 'Slider' && !hasNumbers)
      throw new Error(`${where}: a Slider needs a number, and the type is ${typeName}`);
  };
  for (const member of members) check(`${name}.${member.name}`, member.type, member.definition);
  for (const { definition, parameters } of functions)
    for (const { definition: parameter, type } of parameters)
      check(`${name}.${definition.name}(${parameter.name})`, type, parameter);
}

/** @throws Error that names the parameter whose default does not fit its type */
function checkDefaults({ name, functions }: ExposedClass): void {
  for (const { definition, parameters } of functions) {
    for (const { definition: parameter, type } of parameters) {
      checkDeclared(type, parameter.default, `${name}.${definition.name}(${parameter.name}).default`);
    }
  }
}

function checkDeclared(type: Type, declared: unknown, where: string): void {
  // As in a request, a string may replace a number or a name, a number a string, and components may be omitted.
  const isConverted =
    typeof declared === 'string' || isJsonObject(declared as Json) || type.name === 'String';
  if (type.kind !== 'leaf' || !isConverted || declared == null)
    return checkInitialValue(type, declared, where);
  checkMembers(type, declared as Json, undefined, where);
  const current = type.needsCurrent ? type.defaultValue() : undefined;
  checkInitialValue(type, type.read(declared as Json, current, assignImmediately, where), where);
}

/** @throws Error that names a member or function whose condition no value can meet */
function checkConditions(cls: ExposedClass): void {
  const { name, members, functions } = cls;
  const check = (where: string, { conditions = [] }: Presentation, parameters = new Map<string, Type>()) => {
    for (const { property, value, showWhenMatch } of conditions) {
      const at = `${where}: ${showWhenMatch ? 'showIf' : 'hideIf'}.${property}`;
      const type = parameters.get(property) ?? cls.member(property)?.type;
      if (type === undefined) {
        const names = [...parameters.keys(), ...members.map((member) => member.name)];
        throw new Error(`${at}: ${name} has no member "${property}"${didYouMean(property, names)}`);
      }
      // An enum value may be unknown here, since a later version may have it.
      if (type.kind === 'leaf' && !(type instanceof EnumType)) checkDeclared(type, value, at);
    }
  };
  for (const member of members) check(`${name}.${member.name}`, member.definition);
  for (const { definition, parameters } of functions) {
    const where = `${name}.${definition.name}`;
    const types = new Map(parameters.map((each) => [each.definition.name, each.type]));
    check(where, definition, types);
    for (const { definition: parameter } of parameters)
      check(`${where}(${parameter.name})`, parameter, types);
  }
}

function* namedTypes({ name, members, functions }: ExposedClass): Generator<[where: string, type: Type]> {
  for (const member of members) yield [`${name}.${member.name}`, member.type];
  for (const { definition, parameters, returnType } of functions) {
    for (const { definition: parameter, type } of parameters) {
      yield [`${name}.${definition.name}(${parameter.name})`, type];
    }
    if (returnType !== undefined) yield [`${name}.${definition.name}`, returnType];
  }
}
