/** A table of classes as data, from which both sides are created. */
export const scalarNames = [
  'Int32',
  'Single',
  'String',
  'Boolean',
  'Double',
  'Byte',
  'Int16',
  'Int64',
] as const;
/** Assets are in the scene graph only. */
export type ScalarName = (typeof scalarNames)[number] | 'Asset';

/** Components and their types by value type; transforms are in the scene graph only. */
export const partsOf: Readonly<Record<PartsName, Readonly<Record<string, TypeSpec>>>> = {
  Vector3: parts('Single', 'x', 'y', 'z'),
  Color: parts('Single', 'r', 'g', 'b', 'a'),
  Vector2Int: parts('Int32', 'x', 'y'),
  Vector4: parts('Single', 'x', 'y', 'z', 'w'),
  Rect: parts('Single', 'x', 'y', 'width', 'height'),
  TransformValue: {
    position: { of: 'parts', name: 'Vector3' },
    rotation: { of: 'parts', name: 'Vector4' },
    scale: { of: 'parts', name: 'Vector3' },
  },
};
export const partsNames = ['Vector3', 'Color', 'Vector2Int', 'Vector4', 'Rect'] as const;
export type PartsName = (typeof partsNames)[number] | 'TransformValue';

function parts(name: ScalarName, ...names: string[]): Record<string, TypeSpec> {
  return Object.fromEntries(names.map((each) => [each, { of: 'scalar', name }]));
}

/** Keys of registered objects. */
export const keys = ['lamp', 'desk', 'rig', 'amp'] as const;

export type TypeSpec =
  | { readonly of: 'scalar'; readonly name: ScalarName }
  | { readonly of: 'parts'; readonly name: PartsName }
  | { readonly of: 'enum'; readonly name: EnumName }
  | { readonly of: 'class'; readonly name: string }
  | { readonly of: 'array'; readonly element: TypeSpec };

export type EnumName = keyof typeof enums;

/** The enums of every table, as numbers. */
export const enums = {
  Mode: { flags: false, values: { Off: 0, Spot: 1, Wash: 5 } },
  Rights: { flags: true, values: { None: 0, Read: 1, Write: 2, Call: 4 } },
} as const;

/** An effect of application code: in a setter after its assignment, or in a function. */
export type Effect =
  | { readonly does: 'set'; readonly member: string; readonly value: string }
  /** Applies to the object with that key, if it exists. */
  | { readonly does: 'setOther'; readonly key: string; readonly member: string; readonly value: string }
  | { readonly does: 'push'; readonly member: string; readonly value: string }
  | { readonly does: 'throw' }
  | { readonly does: 'await' };

/** The reaction of a setter to certain values before it assigns. */
export interface Setter {
  readonly clamp?: boolean;
  /** Throws for values that match `refuses`, before or after the assignment. */
  readonly throws?: 'before' | 'after';
  readonly effects: readonly Effect[];
}

export interface MemberSpec {
  readonly name: string;
  readonly type: TypeSpec;
  /** `computed` is a getter without a setter, derived from another member. */
  readonly how: 'accessor' | 'field' | 'property' | 'computed';
  /** JavaScript of the initial value or the computed expression. */
  readonly value: string;
  readonly isReadOnly?: boolean;
  readonly isNullable?: boolean;
  readonly isKey?: boolean;
  readonly persist?: boolean;
  readonly setter?: Setter;
}

export interface ParameterSpec {
  readonly name: string;
  readonly type: TypeSpec;
}

export interface FunctionSpec {
  readonly name: string;
  readonly isAsync: boolean;
  readonly parameters: readonly ParameterSpec[];
  /** The member that is the result and its type; undefined for no result. */
  readonly returns?: { readonly member: string; readonly type: TypeSpec };
  readonly effects: readonly Effect[];
}

export interface ClassSpec {
  readonly name: string;
  /** A class as in a scene file (`scene`): only the service writes its members. */
  readonly via: 'decorators' | 'define' | 'scene';
  /** The engine creates components, so bodies contain only references to them. */
  readonly kind: 'class' | 'struct' | 'static' | 'component';
  readonly base?: string;
  readonly isAbstract?: boolean;
  readonly members: readonly MemberSpec[];
  /** Accessors of its bases that it overrides without exposing them. */
  readonly overrides?: readonly string[];
  readonly functions: readonly FunctionSpec[];
}

export interface Table {
  readonly classes: readonly ClassSpec[];
}

export function typeName(type: TypeSpec): string {
  return type.of === 'array' ? `${typeName(type.element)}[]` : type.name;
}

/** A member that only an assignment changes. */
export function isWritable(member: MemberSpec): boolean {
  return member.how !== 'computed' && member.isReadOnly !== true;
}
