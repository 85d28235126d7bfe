import type { ApplicationCode } from '../application-code.js';
import type { ClassDefinition } from '../classes/definition.js';
import { ArrayType } from './array.js';
import { CompositeType } from './composite.js';
import { ExposedClass } from './exposed-class.js';
import { NullableType } from './nullable.js';
import type { Type } from './type.js';

/**
 * Makes classes of definitions: bases first, types resolved. A class that names one which cannot be linked cannot be
 * linked either, so that nobody meets half a class later.
 */
export class ClassLinker {
  readonly #definitions: ReadonlyMap<string, ClassDefinition>;
  readonly #type: (name: string) => Type;
  readonly #code: ApplicationCode;
  /** Linked, what they name unseen. */
  readonly #linked = new Map<string, ExposedClass>();
  /** Linked with everything that they name. */
  readonly #sound = new Set<string>();
  readonly #linking = new Set<string>();

  /** `type` throws for a name that is no type's. */
  constructor(
    definitions: ReadonlyMap<string, ClassDefinition>,
    type: (name: string) => Type,
    code: ApplicationCode,
  ) {
    this.#definitions = definitions;
    this.#type = type;
    this.#code = code;
  }

  /** @throws Error that names the class and the member that is wrong. */
  link(name: string): ExposedClass {
    const cls = this.#link(name);
    const seen = new Set<string>();
    this.#lookAtWhatItNames(cls, seen);
    for (const each of seen) this.#sound.add(each);
    return cls;
  }

  /** Forgets the classes whose definitions are gone. */
  prune(): void {
    for (const name of this.#linked.keys()) {
      if (this.#definitions.has(name)) continue;
      this.#linked.delete(name);
      this.#sound.clear();
    }
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
      const cls = new ExposedClass(definition, this.#base(definition), resolve, this.#code);
      this.#linked.set(name, cls);
      return cls;
    } finally {
      this.#linking.delete(name);
    }
  }

  #base({ name, base }: ClassDefinition): ExposedClass | undefined {
    if (base === undefined) return undefined;
    if (!this.#definitions.has(base)) throw new Error(`${name}: its base class ${base} is not exposed`);
    return this.#link(base);
  }

  #lookAtWhatItNames(cls: ExposedClass, seen: Set<string>): void {
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
      this.#lookAtWhatItNames(named, seen);
    }
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

function elementType(type: Type): Type {
  if (type instanceof ArrayType) return elementType(type.element);
  return type instanceof NullableType ? elementType(type.inner) : type;
}
