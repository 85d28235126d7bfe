import { anyComponent } from '../classes/any-component.js';
import { blamingCaller } from '../classes/caller.js';
import { checkDefinition } from '../classes/check-definition.js';
import type { Declarations } from '../classes/declarations.js';
import type { ClassDefinition, EnumDefinition } from '../classes/definition.js';
import type { ApplicationCode } from '../common/application-code.js';
import { valueText } from '../common/exception-text.js';
import type { Json } from '../common/json.js';
import { Listeners } from '../common/listeners.js';
import { didYouMean } from '../common/nearest-name.js';
import { ClassLinker, type OnRelinked } from './class-linker.js';
import { EnumTable } from './enum-table.js';
import type { AssetLookup, ClassLookup, ObjectLookup } from './environment.js';
import type { ExposedClass } from './exposed-class.js';
import { KeepableClasses } from './keepable-classes.js';
import { NamedTypes } from './named-types.js';
import { assignImmediately } from './plan.js';
import type { Type } from './type.js';
import { valueTypes } from './values/table.js';

/**
 * The exposed classes and enums of a service: decorated TypeScript classes, classes of scene files, and the service's
 * wrappers. Classes are linked on first use, so that base classes and classes of members may be defined later.
 */
export class ClassTable implements ClassLookup {
  readonly #definitions = new Map<string, ClassDefinition>();
  readonly #formerNames = new Map<string, string>();
  readonly #linked = new Map<string, ExposedClass>();
  readonly #linker: ClassLinker;
  /** Errors of classes that cannot be linked; cleared when definitions change. */
  readonly #problems = new Map<string, Error>();
  readonly #byConstructor = new Map<Function, ExposedClass | undefined>();
  readonly #enums = new EnumTable();
  /** Declarations that were undefined on purpose and must not be registered again by a scan. */
  #withdrawn = new WeakSet<object>();
  #onRelinked: OnRelinked = () => {};
  /** Registers what was declared since the last scan (OBJ-10). @internal */
  takeLate: () => void = () => {};
  readonly #types: NamedTypes;
  readonly #keepable = new KeepableClasses(() => this.all());
  readonly #listeners: Listeners<[]>;

  /** @internal */
  constructor(objects: ObjectLookup, assets: AssetLookup, code: ApplicationCode) {
    const names = {
      all: { [Symbol.iterator]: () => this.#definitions.keys() },
      current: (name: string) => this.#currentName(name),
    };
    this.#types = new NamedTypes({ classes: this, objects, assets }, names, this.#enums);
    this.#listeners = new Listeners((error) => code.report('A listener of the class table', error));
    this.#linker = new ClassLinker(
      this.#definitions,
      (name) => this.#types.get(name),
      code,
      (cls, before) => this.#onRelinked(cls, before),
    );
  }

  /**
   * Adds a class; defining the same definition again does nothing. Types of its members may be defined later.
   * @throws Error if another class has the name, or a name in it is invalid
   */
  define(definition: ClassDefinition): void {
    const present = this.#definitions.get(definition.name);
    if (present === definition) return;
    checkDefinition(definition);
    if (present !== undefined)
      throw new Error(
        `Exposed class ${definition.name}: two classes have this name (${described(present)}; ${described(definition)}); ` +
          "give one of them another with @exposedClass({ name: '…' }), or the option name of exposeClass",
      );
    if (this.#isTypeName(definition.name)) {
      throw new Error(
        `Exposed class ${definition.name}: the name is that of another type; give the class another exposed name`,
      );
    }
    this.#definitions.set(definition.name, definition);
    for (const former of definition.formerNames ?? []) this.#formerNames.set(former, definition.name);
    this.#changed({ relinks: this.#linker.isAnyBaseOld });
  }

  /** Adds an enum, or replaces one with the same name. @throws Error if a class or a value type has the name */
  defineEnum(definition: EnumDefinition): void {
    this.#checkEnumName(definition.name);
    if (this.#enums.define(definition)) this.#changed({ relinks: this.#isTypeInUse(definition.name) });
  }

  /**
   * Registers an enum that is not the application's own as a dropdown, without the values in `excludeNames`; it
   * survives `reset` (DSC-12 to 14). One of the same name is replaced.
   * @throws Error when a class or a value type has the name.
   */
  registerExternalEnum(definition: EnumDefinition, options: { excludeNames?: readonly string[] } = {}): void {
    this.#checkEnumName(definition.name);
    if (this.#enums.defineExternal(definition, options.excludeNames))
      this.#changed({ relinks: this.#isTypeInUse(definition.name) });
  }

  /**
   * Registers new declarations, except those that `undefine` removed.
   * @throws Error if a name is taken; all other declarations are registered anyway
   * @internal
   */
  take(declared: Declarations): void {
    const problems: unknown[] = [];
    const attempt = (definition: object, take: () => void) => {
      if (this.#withdrawn.has(definition)) return;
      try {
        take();
      } catch (error) {
        problems.push(error);
      }
    };
    for (const each of declared.enums.values()) attempt(each, () => this.defineEnum(each));
    for (const each of declared.externalEnums.values())
      attempt(each.definition, () => this.registerExternalEnum(each.definition, each));
    for (const each of declared.classes) attempt(each, () => this.define(each));
    if (problems.length > 0) throw problems[0];
  }

  /** Removes the application's classes and enums, which may be declared again. External enums stay. @internal */
  reset(): void {
    for (const [name, { kind }] of this.#definitions) {
      // The wrappers of game objects belong to the service.
      if (kind !== 'gameObject') this.#forgetClass(name);
    }
    this.#enums.reset();
    this.#withdrawn = new WeakSet();
    this.#changed({ relinks: true });
  }

  /** Removes classes and enums, including external enums, for an application that defines them again. */
  undefine(names: Iterable<string>): void {
    blamingCaller(this.undefine, () => this.#checkDefined(names));
    for (const name of names) {
      const definition = this.#definitions.get(name);
      if (definition !== undefined) this.#withdrawn.add(definition);
      for (const each of this.#enums.undefine(name)) this.#withdrawn.add(each);
      this.#forgetClass(name);
    }
    this.#changed({ relinks: true });
  }

  /** @throws Error for a name that no class and no enum has */
  #checkDefined(names: Iterable<string>): void {
    if (typeof names === 'string' || typeof names?.[Symbol.iterator] !== 'function')
      throw new Error(`undefine: expected an array of names, such as ['Lamp'], got ${valueText(names)}`);
    const known = [...this.#definitions.keys(), ...this.#enums.all().map(({ name }) => name)];
    for (const name of names)
      if (!known.includes(name))
        throw new Error(
          `undefine: unknown class or enum ${valueText(name)}${didYouMean(String(name), known)}`,
        );
  }

  #forgetClass(name: string): void {
    this.#definitions.delete(name);
    for (const [former, current] of this.#formerNames) if (current === name) this.#formerNames.delete(former);
  }

  /**
   * Calls `listener` after a class was linked again, with its former members, whose indexes may differ. @internal
   */
  onRelinked(listener: OnRelinked): void {
    this.#onRelinked = listener;
  }

  /** Calls `listener` after every change of the tables, for `types_update`. */
  onChanged(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Returns a usable class; undefined if it is not exposed, or cannot be linked (see `problem`). */
  find(name: string): ExposedClass | undefined {
    const current = this.#currentName(name);
    if (current === undefined) return undefined;
    return this.#linked.get(current) ?? this.#tryLink(current);
  }

  /** Returns all usable classes, in the order of their definition. */
  all(): ExposedClass[] {
    return [...this.#definitions.keys()].flatMap((name) => this.find(name) ?? []);
  }

  /** Returns the errors of unusable classes by name; checked again after every definition. @internal */
  problems(): ReadonlyMap<string, Error> {
    this.all();
    return this.#problems;
  }

  /** Returns the error of the class with that name, or of an instance; undefined if there is none. @internal */
  problem(of: string | object): Error | undefined {
    const name = typeof of === 'string' ? of : this.#definitionOf(of.constructor)?.name;
    return name === undefined || this.find(name) !== undefined ? undefined : this.#problems.get(name);
  }

  /** Retries linking, since an initial value may determine a type now. @internal */
  retry(): void {
    if (this.#problems.size === 0) return;
    this.#problems.clear();
    this.#byConstructor.clear();
  }

  /** Returns all enums, external ones last; an enum of the application hides an external one of its name. */
  enums(): EnumDefinition[] {
    return this.#enums.all();
  }

  classOf(instance: object): ExposedClass | undefined {
    const type = constructorOf(instance);
    if (typeof type !== 'function') return undefined;
    if (!this.#byConstructor.has(type)) {
      const definition = this.#definitionOf(type);
      this.#byConstructor.set(type, definition && this.find(definition.name));
    }
    return this.#byConstructor.get(type);
  }

  concreteSubtypes(base: ExposedClass): ExposedClass[] {
    return this.all().filter((cls) => !cls.isAbstract && cls.isA(base));
  }

  keepable(cls: ExposedClass | undefined): boolean {
    return this.#keepable.has(cls);
  }

  /**
   * Returns the type with that name: a value type, `Asset<T>`, an enum, a class, `T[]`.
   * @throws Error if there is none
   * @internal
   */
  type(name: string): Type {
    this.takeLate();
    return this.#types.get(name);
  }

  /**
   * Converts JSON to a new value of a type; `where` names it in errors. @throws ExposedError `set-failed`
   * @internal
   */
  convert(typeName: string, json: Json, where: string): unknown {
    const type = this.type(typeName);
    return type.read(json, type.needsCurrent ? type.defaultValue() : undefined, assignImmediately, where);
  }

  #currentName(name: string): string | undefined {
    return this.#definitions.has(name) ? name : this.#formerNames.get(name);
  }

  #tryLink(name: string): ExposedClass | undefined {
    if (this.#problems.has(name)) return undefined;
    try {
      const linked = this.#linker.link(name);
      this.#linked.set(name, linked);
      return linked;
    } catch (error) {
      this.#problems.set(name, error as Error);
      return undefined;
    }
  }

  /** Returns the definition of a class, or of its nearest base class that has one. */
  #definitionOf(start: unknown): ClassDefinition | undefined {
    for (let type = start; typeof type === 'function'; type = Object.getPrototypeOf(type)) {
      for (const definition of this.#definitions.values()) {
        if (definition.constructorFunction === type) return definition;
      }
    }
    return undefined;
  }

  #isTypeName(name: string): boolean {
    return valueTypes.has(name) || this.#enums.has(name) || name === anyComponent;
  }

  #checkEnumName(name: string): void {
    if (!this.#definitions.has(name) && !valueTypes.has(name) && name !== anyComponent) return;
    throw new Error(`Exposed enum ${name}: the name is taken; give the enum another exposed name`);
  }

  /** True if a linked class may use another type with that name. */
  #isTypeInUse(name: string): boolean {
    return this.#types.isInUse(name) || this.#linked.size > 0;
  }

  /** Clears the caches that depend on the definitions; with `relinks`, every class is linked again. */
  #changed({ relinks }: { relinks: boolean }): void {
    this.#problems.clear();
    this.#byConstructor.clear();
    this.#keepable.forget();
    this.#types.forget();
    if (relinks) this.#linked.clear();
    if (relinks) this.#linker.unlink();
    // Registered objects refer to their classes, which must therefore be linked immediately.
    for (const name of this.#linker.unlinkedNames) if (this.#definitions.has(name)) this.find(name);
    this.#listeners.notify();
  }
}

/** Describes a class by its members, to distinguish it from another of the same name. */
function described({ constructorFunction, members, functions }: ClassDefinition): string {
  const names = [...members, ...functions].map(({ name }) => name);
  return `${constructorFunction.name} with ${names.slice(0, 8).join(', ') || 'no members'}`;
}

/** Returns the constructor of an object; undefined if reading it throws. */
function constructorOf(instance: object): unknown {
  try {
    return instance.constructor;
  } catch {
    return undefined;
  }
}
