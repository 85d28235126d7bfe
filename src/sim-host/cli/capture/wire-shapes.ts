import type { Json } from '../../../client/index.js';

/** Controls, conditions and members as hosts send them, including older hosts. */

export interface ControllerInfo {
  readonly type: string;
  readonly [option: string]: Json | undefined;
}

export interface ConditionInfo {
  readonly property: string;
  readonly value: string | number | boolean | null;
  readonly showWhenMatch: boolean;
}

export interface SectionInfo {
  readonly icon?: string;
  readonly title: string;
  readonly accessLevel?: number;
  readonly subtitle?: string;
}

export interface ShownInfo {
  readonly name: string;
  readonly controller?: ControllerInfo;
  readonly label?: string;
  readonly help?: string;
  readonly visibility?: ConditionInfo;
  readonly visibilityConditions?: readonly ConditionInfo[];
  readonly section?: SectionInfo;
  readonly layout?: { readonly [option: string]: Json };
}

export interface PropertyInfo extends ShownInfo {
  readonly type: string;
  readonly isReadOnly: boolean;
  readonly isArray: boolean;
  readonly isPersistable: boolean;
  readonly isKey?: boolean;
  readonly isNullable?: boolean;
  readonly isFlags?: boolean;
  readonly persistScope?: string;
  readonly elementTypeOptions?: readonly string[];
  readonly ref?: boolean;
  readonly collapsed?: boolean;
  /** Missing from older hosts, as are isNullable and isFlags. */
  readonly valueKind?: string;
  readonly defaultValue?: Json;
}

export interface FunctionInfo extends ShownInfo {
  readonly returnType: string;
  readonly parameters: readonly PropertyInfo[];
  readonly icon?: string;
}

export interface TypeInfo {
  readonly type: string;
  /** Missing from older hosts. */
  readonly kind?: string;
  /** Missing from older hosts. */
  readonly isAbstract?: boolean;
  readonly properties: readonly PropertyInfo[];
  readonly functions?: readonly FunctionInfo[];
  readonly category?: string;
  readonly help?: string;
  readonly icon?: string;
  readonly hideInScene?: boolean;
  readonly baseTypes?: readonly string[];
}

export interface EnumInfo {
  readonly type: string;
  readonly values: readonly {
    readonly name: string;
    readonly value: number;
    readonly displayName?: string;
  }[];
  readonly help?: string;
}

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly selectorObjectId?: string;
  readonly factoryObjectId?: string;
  readonly [member: string]: Json | undefined;
}

/** An object in a list. */
export interface ObjectInfo {
  readonly '@type': string;
  readonly '@id': string;
  readonly '@instanceID'?: number | bigint;
  readonly '@name': string;
  readonly '@source'?: string;
  readonly '@parent'?: string;
  readonly [member: string]: Json | undefined;
}

/** An instance as hosts send it. */
export type Instance = { readonly [member: string]: Json | undefined };

/** Returns every object within a value. */
export function* mappingsIn(value: Json | undefined): Generator<Instance> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Instance;
  for (const each of Object.values(value)) yield* mappingsIn(each as Json);
}
