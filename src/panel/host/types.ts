import { signal } from '@preact/signals';
import type * as wire from '../../client/index.js';
import type { Json } from '../../client/index.js';
import { truncate } from '../ui/truncate.js';

/**
 * Descriptors as hosts send them (wire.md section 5); other hosts leave out some members that this service always
 * sends.
 */
type Sent<T, Always extends keyof T> = Pick<T, Always> & { readonly [K in keyof T]?: T[K] | undefined };

/** A member or a parameter. The options of its controller may be unknown to this panel. */
export type Property = Sent<
  Omit<wire.PropertyDescriptor & Partial<wire.ParameterDescriptor>, 'controller'>,
  'name' | 'type'
> & { readonly controller?: Controller | undefined };

export interface Controller {
  readonly type: string;
  readonly [option: string]: unknown;
}

export type { Condition, Layout } from '../../client/index.js';
export type Section = Sent<wire.Section, never>;

export type FunctionDescriptor = Sent<Omit<wire.FunctionDescriptor, 'parameters'>, 'name' | 'returnType'> & {
  readonly parameters: readonly Property[];
};

type Type = wire.TypeList['types'][number];
export type TypeDescriptor = Sent<Omit<Type, 'properties' | 'functions'>, 'type'> & {
  readonly properties: readonly Property[];
  readonly functions?: readonly FunctionDescriptor[] | undefined;
};

export type EnumDescriptor = wire.EnumList['enums'][number];

export const types = signal<ReadonlyMap<string, TypeDescriptor>>(new Map());
export const enums = signal<ReadonlyMap<string, EnumDescriptor>>(new Map());

/** True if a value of one type is allowed where another is expected. */
export function isKindOf(type: string, wanted: string): boolean {
  // The set grows during the loop and ends cycles of base types.
  const all = new Set([type]);
  for (const each of all) for (const base of types.value.get(each)?.baseTypes ?? []) all.add(base);
  return all.has(wanted);
}

/** Returns the types that derive from one. */
export const derivedTypes = (wanted: string): string[] =>
  [...types.value.keys()].filter((type) => type !== wanted && isKindOf(type, wanted));

/**
 * True for an enum whose positive values are powers of two and combinations of them; not every host reports flags. An
 * enum of flags may have a name for -1, which means all flags.
 */
function areFlags(values: readonly number[]): boolean {
  const positive = values.filter((value) => value > 0);
  const isBit = (value: number) => Number.isInteger(Math.log2(value));
  const all = positive.filter(isBit).reduce((sum, bit) => sum | bit, 0);
  // Bitwise operators are limited to signed 32-bit integers.
  const isMade = positive.every((value) => isBit(value) || (value & all) === value);
  return isMade && positive.includes(4) && !positive.includes(3);
}

export function isFlags(
  { type, enumType, isFlags: is, valueKind }: Property,
  value: Json | undefined,
): boolean {
  if (is !== undefined || valueKind !== undefined) return is === true;
  const values = enums.value.get(enumType ?? elementType(type))?.values ?? [];
  return areFlags(values.map((each) => Number(each.value))) || String(value).includes(',');
}

/** Converts a name such as `focalLength` to words: `Focal length`. */
export function readable(name: string): string {
  const words = name
    .replace(/^[_m]_/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ');
  const lower = words.replace(
    /\b([A-Z])([a-z])/g,
    (_all, first: string, next: string) => first.toLowerCase() + next,
  );
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

export const labelOf = ({ label, name }: { readonly label?: string | undefined; readonly name: string }) =>
  truncate(label || readable(truncate(name)));

export const elementType = (type: string) => (type.endsWith('[]') ? type.slice(0, -2) : type);
