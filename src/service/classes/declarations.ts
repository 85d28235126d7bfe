import type { ClassDefinition, EnumDefinition } from './definition.js';

/**
 * What decorators and enum registrations have declared in this process, in order. It only grows and holds definitions,
 * no state: every service scans it into its own tables, again after a module was loaded (OBJ-10).
 */
export const declarations = {
  classes: [] as ClassDefinition[],
  enums: [] as EnumDefinition[],
  externalEnums: [] as { definition: EnumDefinition; excludeNames: readonly string[] }[],
};

/** The definitions of exposed classes: how one names another. */
export const definitions = new WeakMap<Function, ClassDefinition>();

/** The object that a TypeScript `enum` compiles to, or a plain object from names to numbers. */
export type EnumObject = Readonly<Record<string, string | number>>;

export interface EnumOptions {
  readonly name: string;
  /** Values are combined, and written as `A, B`. */
  readonly flags?: boolean;
  /** The former name of `flags`. */
  readonly isFlags?: boolean;
  readonly help?: string;
  readonly displayNames?: Readonly<Record<string, string>>;
}

export interface ExternalEnumOptions {
  readonly name: string;
  readonly excludeNames?: readonly string[];
  readonly help?: string;
}

/** Exposes an enum of the application; members hold its numbers. */
export function exposeEnum(values: EnumObject, options: EnumOptions): void {
  declarations.enums.push(enumDefinition(values, options));
}

/**
 * Exposes a built-in or external enum as a dropdown, without `excludeNames`; the registration survives a reset of the
 * tables (DSC-12 to 14).
 */
export function exposeExternalEnum(values: EnumObject, options: ExternalEnumOptions): void {
  declarations.externalEnums.push({
    definition: enumDefinition(values, options),
    excludeNames: options.excludeNames ?? [],
  });
}

function enumDefinition(values: EnumObject, options: EnumOptions): EnumDefinition {
  const { name, isFlags, flags = isFlags, help, displayNames } = options;
  if (typeof name !== 'string' || name === '') {
    throw new Error("An exposed enum needs a name: exposeEnum(Curve, { name: 'Curve' })");
  }
  const entries = Object.entries(values)
    // A numeric TypeScript enum maps its numbers back to names as well.
    .filter((entry): entry is [string, number] => typeof entry[1] === 'number')
    .map(([entryName, value]) => {
      const displayName = displayNames?.[entryName];
      return displayName === undefined ? { name: entryName, value } : { name: entryName, value, displayName };
    });
  if (entries.length === 0) throw new Error(`Exposed enum ${name}: it has no numeric values`);
  return { name, values: entries, ...(flags && { flags }), ...(help !== undefined && { help }) };
}
