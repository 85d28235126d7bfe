import type { ClassDefinition } from './definition.js';

/** A type name, an exposed class, or one of them in an array for arrays: `'Single'`, `Lens`, `[Lens]`. */
export type TypeOption = string | Function | readonly [string | Function];

type Definitions = Pick<WeakMap<Function, ClassDefinition>, 'get'>;

/** The type names to suggest in place of JavaScript's own classes. */
const builtIn: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [Number, "'Double', 'Single' or 'Int32'"],
  [String, "'String'"],
  [Boolean, "'Boolean'"],
  [BigInt, "'Int64'"],
  [Array, "[Element] or 'Single[]'"],
]);

/** Returns the name of a type. @throws Error that begins with `where`, if it is not a name or an exposed class */
export function typeName(where: string, option: TypeOption, definitions: Definitions): string {
  if (typeof option === 'string') return option;
  if (Array.isArray(option) && option.length === 1) {
    return `${typeName(where, option[0] as TypeOption, definitions)}[]`;
  }
  if (typeof option !== 'function') {
    if (isEnumObject(option))
      throw new Error(
        `${where}: its type is an enum object; write the name given to exposeEnum, such as type: 'Curve'`,
      );
    const given = Array.isArray(option) ? `an array of ${option.length}` : described(option);
    throw new Error(
      `${where}: its type is ${given}; give a type name or an exposed class, or an array of one of them. ` +
        'A class that a circle of imports has not made yet can be given by its name',
    );
  }
  const definition = definitions.get(option);
  if (definition !== undefined) return definition.name;
  const meant = builtIn.get(option);
  // Without a prototype it is an arrow function, not a class.
  if (meant === undefined && !Object.hasOwn(option, 'prototype'))
    throw new Error(
      `${where}: its type is a function; write the class, or the name of one that is declared later, such as type: 'Lamp'`,
    );
  throw new Error(
    meant === undefined
      ? `${where}: its type ${option.name} is not an exposed class; decorate it with @exposedClass(), before it is used here`
      : `${where}: its type ${option.name} is JavaScript's own; write ${meant}`,
  );
}

function isEnumObject(option: unknown): boolean {
  if (typeof option !== 'object' || option === null || Array.isArray(option)) return false;
  const values = Object.values(option);
  return (
    values.some((value) => typeof value === 'number') &&
    values.every((value) => ['number', 'string'].includes(typeof value))
  );
}

/**
 * Returns the type of an initial value: a boolean, string, bigint, number (Double), an instance of an exposed class, or
 * an array of these. @throws Error that asks for `type`, if the value does not determine it
 */
export function inferType(member: string, read: () => unknown, definitions: Definitions): string {
  let value: unknown;
  try {
    value = read();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${member}: its type cannot be inferred, since the initial value cannot be read (${reason}); ${example}`,
      { cause: error },
    );
  }
  const name = Array.isArray(value) ? arrayType(value, definitions) : typeOfValue(value, definitions);
  if (name === undefined) {
    throw new Error(
      `${member}: its initial value (${described(value)}) tells no type; ${Array.isArray(value) ? arrayExample : example}${value === null ? nullableExample : ''}`,
    );
  }
  return name;
}

const example = "give it one, for example { type: 'Single' }";
const arrayExample = "give it one, for example { type: 'Single[]' } or { type: [Lamp] }";
const nullableExample = ', or { type: Lamp, nullable: true } if it may be null';

function described(value: unknown): string {
  if (Array.isArray(value))
    return value.length === 0 ? 'an empty array' : `an array of ${described(value[0])}`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  const { name } = value.constructor ?? {};
  return name === undefined || name === 'Object'
    ? 'a plain object'
    : `a ${name}, which is not an exposed class`;
}

function arrayType(items: readonly unknown[], definitions: Definitions): string | undefined {
  const element = items.length === 0 ? undefined : typeOfValue(items[0], definitions);
  return element && `${element}[]`;
}

function typeOfValue(value: unknown, definitions: Definitions): string | undefined {
  switch (typeof value) {
    case 'boolean':
      return 'Boolean';
    case 'string':
      return 'String';
    case 'number':
      return 'Double';
    case 'bigint':
      return 'Int64';
    case 'object':
      return value === null ? undefined : definitions.get(value.constructor)?.name;
    default:
      return undefined;
  }
}
