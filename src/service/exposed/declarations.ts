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

/** The object that a TypeScript `enum` compiles to, or a plain object from names to numbers. */
export type EnumObject = Readonly<Record<string, string | number>>;

/** Exposes an enum of the application; members hold its numbers. */
export function exposeEnum(
  values: EnumObject,
  options: {
    name: string;
    isFlags?: boolean;
    help?: string;
    displayNames?: Readonly<Record<string, string>>;
  },
): void {
  declarations.enums.push(enumDefinition(values, options));
}

/**
 * Exposes a built-in or external enum as a dropdown, without `excludeNames`; the registration survives a reset of the
 * tables (DSC-12 to 14).
 */
export function exposeExternalEnum(
  values: EnumObject,
  options: { name: string; excludeNames?: readonly string[]; help?: string },
): void {
  declarations.externalEnums.push({
    definition: enumDefinition(values, options),
    excludeNames: options.excludeNames ?? [],
  });
}

function enumDefinition(
  values: EnumObject,
  options: {
    name: string;
    isFlags?: boolean;
    help?: string;
    displayNames?: Readonly<Record<string, string>>;
  },
): EnumDefinition {
  const { name, isFlags, help, displayNames } = options;
  const entries = Object.entries(values)
    // A numeric TypeScript enum maps its numbers back to names as well.
    .filter((entry): entry is [string, number] => typeof entry[1] === 'number')
    .map(([entryName, value]) => {
      const displayName = displayNames?.[entryName];
      return displayName === undefined ? { name: entryName, value } : { name: entryName, value, displayName };
    });
  if (entries.length === 0) throw new Error(`Exposed enum ${name}: it has no numeric values`);
  return { name, values: entries, ...(isFlags && { isFlags }), ...(help !== undefined && { help }) };
}
