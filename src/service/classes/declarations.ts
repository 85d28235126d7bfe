import { checkNames } from '../common/check-options.js';
import { blamingCaller } from './caller.js';
import { checkDefinition } from './check-definition.js';
import { type ClassOptions, checkOptions } from './declaration-options.js';
import type {
  AnyClass,
  ClassDefinition,
  EnumDefinition,
  FunctionDefinition,
  MemberDefinition,
} from './definition.js';

/**
 * All classes and enums declared in this process, in order. Every service registers them when it is created, and again
 * after `version` has changed (OBJ-10).
 */
export const declarations = {
  classes: [] as ClassDefinition[],
  /** Enums by name; an enum that is exposed again replaces the previous one. */
  enums: new Map<string, EnumDefinition>(),
  externalEnums: new Map<string, { definition: EnumDefinition; excludeNames: readonly string[] }>(),
  version: 0,
};

/** The declared definitions of a process. */
export type Declarations = Omit<typeof declarations, 'version'>;

/** Removes all declarations, for tests that declare classes with the same names again. */
export function resetDeclarations(): void {
  declarations.classes.length = 0;
  declarations.enums.clear();
  declarations.externalEnums.clear();
}

/** Definitions by exposed class, for base classes and for members whose type is a class. */
export const definitions = new WeakMap<Function, ClassDefinition>();

/**
 * Declares a class for all services of the process; each registers it at its next scan.
 * @throws Error that names the class and the member that is wrong.
 */
export function declareClass(
  exposed: AnyClass,
  label: string,
  options: ClassOptions,
  { members, functions }: { members: readonly MemberDefinition[]; functions: readonly FunctionDefinition[] },
): void {
  checkOptions(label, options, 'class');
  if (definitions.has(exposed))
    throw new Error(`${label} is exposed already: call exposeClass only once, and not on a decorated class`);
  const { name = label, kind = 'class', ...rest } = options;
  const canCreate = kind !== 'static' && kind !== 'component' && rest.abstract !== true;
  const definition: ClassDefinition = {
    ...rest,
    name,
    kind,
    get base() {
      return exposedBase(exposed)?.name;
    },
    members,
    functions,
    constructorFunction: exposed,
    ...(canCreate && { create: () => new (exposed as unknown as new () => object)() }),
  };
  checkDefinition(definition);
  definitions.set(exposed, definition);
  declarations.classes.push(definition);
  declarations.version++;
}

/** Returns the nearest base class that is exposed by now; `exposeClass` may expose a base after its derived classes. */
function exposedBase(exposed: AnyClass): ClassDefinition | undefined {
  for (let base: unknown = Object.getPrototypeOf(exposed); typeof base === 'function'; ) {
    const definition = definitions.get(base);
    if (definition !== undefined) return definition;
    base = Object.getPrototypeOf(base);
  }
  return undefined;
}

/** The object that a TypeScript `enum` compiles to, or a plain object from names to numbers. */
export type EnumObject = Readonly<Record<string, string | number>>;

export interface EnumOptions {
  readonly name: string;
  /** True if values can be combined; combinations are written as `A, B`. */
  readonly flags?: boolean;
  readonly help?: string;
  readonly displayNames?: Readonly<Record<string, string>>;
}

export interface ExternalEnumOptions {
  readonly name: string;
  readonly excludeNames?: readonly string[];
  readonly help?: string;
}

const enumOptions = {
  name: true,
  flags: true,
  help: true,
  displayNames: true,
} satisfies Record<keyof EnumOptions, true>;
const externalEnumOptions = { name: true, excludeNames: true, help: true } satisfies Record<
  keyof ExternalEnumOptions,
  true
>;

/** Exposes an enum of the application; its values in memory are numbers. */
export function exposeEnum(values: EnumObject, options: EnumOptions): void {
  const definition = blamingCaller(exposeEnum, () => enumDefinition(values, options, enumOptions));
  declarations.enums.set(definition.name, definition);
  declarations.version++;
}

/**
 * Exposes a built-in or external enum as a dropdown, without the values in `excludeNames`. It survives `reset` of the
 * class table (DSC-12 to 14).
 */
export function exposeExternalEnum(values: EnumObject, options: ExternalEnumOptions): void {
  const definition = blamingCaller(exposeExternalEnum, () =>
    enumDefinition(values, options, externalEnumOptions),
  );
  declarations.externalEnums.set(definition.name, { definition, excludeNames: options.excludeNames ?? [] });
  declarations.version++;
}

function enumDefinition(
  values: EnumObject,
  options: EnumOptions,
  known: Readonly<Record<string, true>>,
): EnumDefinition {
  const { name, flags, help, displayNames } = options ?? {};
  if (typeof name !== 'string' || name === '') {
    throw new Error("An exposed enum needs a name: exposeEnum(Curve, { name: 'Curve' })");
  }
  checkNames(`Exposed enum ${name}`, options, known);
  const entries = Object.entries(values)
    // A numeric TypeScript enum maps its numbers back to names as well.
    .filter((entry): entry is [string, number] => typeof entry[1] === 'number')
    .map(([entryName, value]) => {
      const displayName = displayNames?.[entryName];
      return displayName === undefined ? { name: entryName, value } : { name: entryName, value, displayName };
    });
  if (entries.length === 0)
    throw new Error(
      `Exposed enum ${name}: it has no numeric values; give it numbers, for example { Low: 0, High: 1 }`,
    );
  return { name, values: entries, ...(flags && { flags }), ...(help !== undefined && { help }) };
}
