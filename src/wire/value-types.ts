/**
 * The value types of the wire by name (docs/spec/wire.md section 3): the one table that the service, the client, the
 * panel and the command line read. It imports nothing, because it runs in browsers too.
 */
export const valueTypes = {
  Boolean: { form: 'boolean' },
  Int16: { form: 'integer', bits: 16, isSigned: true },
  Int32: { form: 'integer', bits: 32, isSigned: true },
  Int64: { form: 'integer', bits: 64, isSigned: true },
  Byte: { form: 'integer', bits: 8, isSigned: false },
  Single: { form: 'float', bits: 32 },
  Double: { form: 'float', bits: 64 },
  String: { form: 'text' },
  Vector2: { form: 'parts', parts: { x: 'Single', y: 'Single' } },
  Vector3: { form: 'parts', parts: { x: 'Single', y: 'Single', z: 'Single' } },
  Vector4: { form: 'parts', parts: { x: 'Single', y: 'Single', z: 'Single', w: 'Single' } },
  Vector2Int: { form: 'parts', parts: { x: 'Int32', y: 'Int32' } },
  Vector3Int: { form: 'parts', parts: { x: 'Int32', y: 'Int32', z: 'Int32' } },
  Quaternion: {
    form: 'parts',
    parts: { x: 'Single', y: 'Single', z: 'Single', w: 'Single' },
    initial: { w: 1 },
  },
  Color: { form: 'parts', parts: { r: 'Single', g: 'Single', b: 'Single', a: 'Single' } },
  Rect: { form: 'parts', parts: { x: 'Single', y: 'Single', width: 'Single', height: 'Single' } },
  TransformValue: {
    form: 'parts',
    parts: { position: 'Vector3', rotation: 'Quaternion', scale: 'Vector3' },
    initial: { scale: { x: 1, y: 1, z: 1 } },
  },
} as const satisfies Readonly<Record<string, ValueTypeInfo>>;

export type ValueTypeInfo = IntegerInfo | FloatInfo | PartsInfo | { readonly form: 'boolean' | 'text' };

export interface IntegerInfo {
  readonly form: 'integer';
  readonly bits: 8 | 16 | 32 | 64;
  readonly isSigned: boolean;
}

export interface FloatInfo {
  readonly form: 'float';
  readonly bits: 32 | 64;
}

/** A value with named components; their types come earlier in the table. */
export interface PartsInfo {
  readonly form: 'parts';
  /** The types of the components. */
  readonly parts: Readonly<Record<string, string>>;
  /** Initial values of components that differ from those of their types. */
  readonly initial?: Readonly<Record<string, unknown>>;
}

type Table = typeof valueTypes;
export type ValueTypeName = keyof Table;

/** The TypeScript type of a value. An Int64 beyond 2^53 is a bigint. */
export type ValueOf<Name extends ValueTypeName> = Table[Name] extends { readonly parts: infer Parts }
  ? { -readonly [Part in keyof Parts]: Parts[Part] extends ValueTypeName ? ValueOf<Parts[Part]> : never }
  : Name extends 'Int64'
    ? number | bigint
    : {
        boolean: boolean;
        integer: number;
        float: number;
        text: string | null;
        parts: never;
      }[Table[Name]['form']];

/** Returns undefined for a name that is not a value type. */
export function valueType(name: string): ValueTypeInfo | undefined {
  return Object.hasOwn(valueTypes, name) ? valueTypes[name as ValueTypeName] : undefined;
}

export function isNumberType(name: string): boolean {
  const form = valueType(name)?.form;
  return form === 'integer' || form === 'float';
}

/** Returns the smallest and the largest integer of a type. */
export function rangeOf({ bits, isSigned }: IntegerInfo): [minimum: bigint, maximum: bigint] {
  const size = 2n ** BigInt(bits);
  return isSigned ? [-size / 2n, size / 2n - 1n] : [0n, size - 1n];
}
