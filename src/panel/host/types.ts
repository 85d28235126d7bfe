import { computed, signal } from '@preact/signals';
import type { Json } from '../../client/index.js';

/** Descriptors as hosts send them (wire.md section 5). */
export interface Property {
  readonly name: string;
  readonly type: string;
  readonly isReadOnly?: boolean | undefined;
  readonly isArray?: boolean | undefined;
  readonly isKey?: boolean | undefined;
  readonly controller?: Controller | undefined;
  readonly order?: number | undefined;
  readonly label?: string | undefined;
  readonly help?: string | undefined;
  readonly elementTypeOptions?: readonly string[] | undefined;
  readonly ref?: boolean | undefined;
  readonly visibility?: Condition | undefined;
  readonly visibilityConditions?: readonly Condition[] | undefined;
  readonly section?: Section | undefined;
  readonly layout?: Layout | undefined;
  readonly collapsed?: boolean | undefined;
  readonly defaultValue?: Json | undefined;
  readonly enumType?: string | undefined;
  readonly isFlags?: boolean | undefined;
  /** Said by hosts that also say which enums are flags. */
  readonly valueKind?: string | undefined;
}

export interface Controller {
  readonly type: string;
  readonly [option: string]: unknown;
}

export interface Condition {
  readonly property: string;
  readonly value: Json;
  readonly showWhenMatch: boolean;
}

export interface Section {
  readonly icon?: string | undefined;
  readonly title?: string | undefined;
  readonly subtitle?: string | undefined;
  readonly accessLevel?: number | undefined;
}

export interface Layout {
  readonly path: string;
  readonly direction: string;
  readonly columns?: number | undefined;
  readonly grow?: number | undefined;
}

export interface FunctionDescriptor {
  readonly name: string;
  readonly returnType: string;
  readonly parameters: readonly Property[];
  readonly order?: number | undefined;
  readonly label?: string | undefined;
  readonly icon?: string | undefined;
  readonly help?: string | undefined;
  readonly visibility?: Condition | undefined;
  readonly visibilityConditions?: readonly Condition[] | undefined;
  readonly section?: Section | undefined;
  readonly layout?: Layout | undefined;
}

export interface TypeDescriptor {
  readonly type: string;
  readonly properties: readonly Property[];
  readonly functions?: readonly FunctionDescriptor[] | undefined;
  readonly category?: string | undefined;
  readonly help?: string | undefined;
  readonly icon?: string | undefined;
  readonly hideInScene?: boolean | undefined;
  readonly baseTypes?: readonly string[] | undefined;
}

export interface EnumDescriptor {
  readonly type: string;
  readonly values: readonly {
    readonly name: string;
    readonly value: number;
    readonly displayName?: string;
  }[];
  readonly help?: string | undefined;
}

export const types = signal<ReadonlyMap<string, TypeDescriptor>>(new Map());
export const enums = signal<ReadonlyMap<string, EnumDescriptor>>(new Map());

/** True when a value of one type may stand where another is asked for. */
export function isKindOf(type: string, wanted: string): boolean {
  if (type === wanted) return true;
  return (types.value.get(type)?.baseTypes ?? []).some((base) => base !== type && isKindOf(base, wanted));
}

/** Concrete types that are of a kind; what others derive from is taken for abstract when it has no members of its own. */
export const derivedTypes = (wanted: string): string[] =>
  [...types.value.keys()].filter((type) => type !== wanted && isKindOf(type, wanted));

/** For hosts that do not say which enums are combined: those whose values double. */
const flagEnums = computed(() => {
  const flags = new Set<string>();
  for (const { type, values } of enums.value.values()) {
    const bits = values.map(({ value }) => Number(value)).filter((value) => value > 0);
    const isDoubling = bits.every(
      (value) => Number.isInteger(Math.log2(value)) || isCombination(value, bits),
    );
    if (isDoubling && bits.includes(4) && !bits.includes(3)) flags.add(type);
  }
  return flags;
});

export function isFlags(
  { type, enumType, isFlags: is, valueKind }: Property,
  value: Json | undefined,
): boolean {
  if (is !== undefined || valueKind !== undefined) return is === true;
  return (
    flagEnums.value.has(enumType ?? elementType(type)) || (typeof value === 'string' && value.includes(','))
  );
}

function isCombination(value: number, bits: readonly number[]): boolean {
  return (
    bits.filter((bit) => bit < value && (value & bit) === bit).reduce((sum, bit) => sum | bit, 0) === value
  );
}

/** `focalLength` as people read it: `Focal length`. */
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
  label || readable(name);

export const elementType = (type: string) => (type.endsWith('[]') ? type.slice(0, -2) : type);
