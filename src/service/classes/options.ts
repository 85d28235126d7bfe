import type {
  ClassDefinition,
  ClassKind,
  Condition,
  ParameterDefinition,
  Presentation,
  Section,
} from './definition.js';
import { type TypeOption, typeName } from './infer-type.js';
import { didYouMean } from './nearest.js';

/** Values that members must have for a member or function to be shown (`showIf`) or hidden (`hideIf`). */
export type Conditions = Readonly<Record<string, string | number | boolean | null>>;

export interface PresentationOptions extends Omit<Presentation, 'conditions' | 'section'> {
  readonly showIf?: Conditions;
  readonly hideIf?: Conditions;
  readonly section?: Pick<Section, 'title'> & Partial<Section>;
}

export interface MemberOptions extends PresentationOptions {
  /** The exposed name; the member's own by default. */
  readonly name?: string;
  /** A type name, an exposed class, or one of them in an array; inferred from the initial value when left out. */
  readonly type?: TypeOption;
  readonly formerNames?: readonly string[];
  /** Whether it is saved; fields are when left out, properties are not. */
  readonly persist?: boolean;
  readonly persistScope?: 'scene' | 'project';
  readonly readOnly?: boolean;
  readonly nullable?: boolean;
  /** Marks the key of the elements of keyed collections. */
  readonly key?: boolean;
  /** The former name of `key`. */
  readonly isKey?: boolean;
  readonly collapsed?: boolean;
}

export interface ParameterOptions extends PresentationOptions {
  readonly type: TypeOption;
  /** As JSON, for calls that leave it out; the default of the type when left out here too. */
  readonly default?: unknown;
  /** The former name of `default`. */
  readonly defaultValue?: unknown;
}

export interface FunctionOptions extends PresentationOptions {
  readonly name?: string;
  readonly formerNames?: readonly string[];
  /** The type of the result; Void when left out. */
  readonly returns?: TypeOption;
  /** Positional, in the order of the keys. */
  readonly parameters?: Readonly<Record<string, ParameterOptions>>;
  readonly icon?: string;
}

export interface ClassOptions {
  /** The exposed name; the class's own by default. */
  readonly name?: string;
  readonly kind?: Exclude<ClassKind, 'gameObject'>;
  readonly formerNames?: readonly string[];
  /** No instance of the class itself is ever created by a write. */
  readonly abstract?: boolean;
  /** The former name of `abstract`. */
  readonly isAbstract?: boolean;
  readonly category?: string;
  readonly help?: string;
  readonly icon?: string;
  readonly hideInScene?: boolean;
}

const presentation = ['controller', 'label', 'help', 'showIf', 'hideIf', 'section', 'layout'];
const known = {
  member: [
    ...presentation,
    ...[
      'name',
      'type',
      'formerNames',
      'persist',
      'persistScope',
      'readOnly',
      'nullable',
      'key',
      'isKey',
      'collapsed',
    ],
  ],
  parameter: [...presentation, 'type', 'default', 'defaultValue'],
  function: [...presentation, 'name', 'formerNames', 'returns', 'parameters', 'icon'],
  class: ['name', 'kind', 'formerNames', 'abstract', 'isAbstract', 'category', 'help', 'icon', 'hideInScene'],
};

/** Refuses options that do not exist: plain JavaScript does not. @throws Error that names the nearest one. */
export function checkOptions(where: string, options: object, of: keyof typeof known): void {
  for (const option of Object.keys(options)) {
    if (known[of].includes(option)) continue;
    throw new Error(`${where}: there is no option "${option}"${didYouMean(option, known[of])}`);
  }
}

/** Options with `showIf` and `hideIf` turned into conditions. */
export function presented<T extends PresentationOptions>(
  options: T,
): Omit<T, 'showIf' | 'hideIf' | 'section'> & Presentation {
  const { showIf, hideIf, section, ...rest } = options;
  const conditions: Condition[] = [
    ...Object.entries(showIf ?? {}).map(([property, value]) => ({ property, value, showWhenMatch: true })),
    ...Object.entries(hideIf ?? {}).map(([property, value]) => ({ property, value, showWhenMatch: false })),
  ];
  return {
    ...rest,
    ...(conditions.length > 0 && { conditions }),
    ...(section !== undefined && { section: { icon: '', accessLevel: 0, ...section } }),
  } as Omit<T, 'showIf' | 'hideIf' | 'section'> & Presentation;
}

/** Parameters and result of a function. @throws Error that names the parameter. */
export function signature(
  where: string,
  { returns, parameters = {} }: Pick<FunctionOptions, 'returns' | 'parameters'>,
  definitions: Pick<WeakMap<Function, ClassDefinition>, 'get'>,
): { returnType: string; parameters: ParameterDefinition[] } {
  return {
    returnType: returns === undefined ? 'Void' : typeName(where, returns, definitions),
    parameters: Object.entries(parameters).map(([name, options]) => {
      const place = `${where}(${name})`;
      checkOptions(place, options, 'parameter');
      const { type, ...rest } = options;
      if (type === undefined)
        throw new Error(`${place}: a parameter needs a type, for example { type: 'Single' }`);
      return { ...presented(rest), name, type: typeName(place, type, definitions) };
    }),
  };
}
