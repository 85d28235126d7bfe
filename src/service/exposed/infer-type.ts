import type { ClassDefinition } from './definition.js';
import { valueTypes } from './values/table.js';

/** A type name, an exposed class, or one of them in an array for arrays: `'Single'`, `Lens`, `[Lens]`. */
export type TypeOption = string | Function | readonly [string | Function];

/** Value types without components: their values cannot be changed in place. */
export const elementaryTypes: ReadonlySet<string> = new Set(
  [...valueTypes.values()].filter((type) => type.parts === undefined).map((type) => type.name),
);

type Definitions = Pick<WeakMap<Function, ClassDefinition>, 'get'>;

/** @throws Error when a class is named that is not exposed. */
export function typeName(option: TypeOption, definitions: Definitions): string {
  if (typeof option === 'string') return option;
  if (typeof option !== 'function') return `${typeName(option[0], definitions)}[]`;
  const definition = definitions.get(option);
  if (definition === undefined) throw new Error(`${option.name} is not an exposed class; decorate it first`);
  return definition.name;
}

/**
 * The type that an initial value tells: booleans, strings, numbers (Double) and instances of exposed classes, and
 * arrays of them. @throws Error that asks for `type` where it tells none.
 */
export function inferType(member: string, read: () => unknown, definitions: Definitions): string {
  let value: unknown;
  try {
    value = read();
  } catch (error) {
    throw new Error(`${member}: its type cannot be inferred, give it as { type: … }`, { cause: error });
  }
  const name = Array.isArray(value) ? arrayType(value, definitions) : typeOfValue(value, definitions);
  if (name === undefined)
    throw new Error(`${member}: its initial value tells no type, give it as { type: … }`);
  return name;
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
