import { describeJson, isJsonObject, type Json } from '../../service/common/json.js';
import { ExposedError } from '../../service/index.js';

/** Returns the error of a command that is not possible. */
export function invalid(message: string, cause?: unknown): ExposedError {
  return new ExposedError('invalid-request', message, { cause });
}

/** A member of a command body: which values it accepts and how they are read. */
export interface Field<T, IsOptional extends boolean = boolean> {
  /** The accepted values in words, for error messages: `an integer from 1 to 10`. */
  readonly expected: string;
  readonly isOptional: IsOptional;
  /** Returns the value, or `rejected`; `given` is undefined only for an optional member. */
  readonly read: (given: Json | undefined) => T | typeof rejected;
}

/** Returned for a value that is not accepted. */
const rejected = Symbol('rejected');

/** The members of a command's body. */
export type Shape = Readonly<Record<string, Field<unknown>>>;

/** The body that a caller sends. */
export type ShapeInput<S extends Shape> = {
  readonly [Name in keyof S as S[Name]['isOptional'] extends true ? never : Name]: FieldValue<S[Name]>;
} & {
  readonly [Name in keyof S as S[Name]['isOptional'] extends true ? Name : never]?:
    | FieldValue<S[Name]>
    | undefined;
};

type FieldValue<F> = F extends Field<infer T> ? T : never;

export type ShapeValues<S extends Shape> = {
  readonly [Name in keyof S]: FieldValue<S[Name]>;
};

/**
 * Reads a command body; a missing one counts as empty.
 * @throws ExposedError `invalid-request` that names the member, what was expected and what was given
 */
export function readShape<S extends Shape>(shape: S, body: Json | undefined): ShapeValues<S> {
  const given = body ?? {};
  if (!isJsonObject(given)) throw invalid(`the body must be an object, got ${describeJson(given)}`);
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(shape, name)) continue;
    const members = Object.keys(shape).join(', ') || 'none';
    throw invalid(`unknown member "${name}"; available: ${members}`);
  }
  const values = Object.entries(shape).map(([name, field]) => [name, readField(name, field, given[name])]);
  return Object.fromEntries(values);
}

function readField(name: string, field: Field<unknown>, given: Json | undefined): unknown {
  const value = given === undefined && !field.isOptional ? rejected : field.read(given);
  if (value !== rejected) return value;
  throw invalid(`"${name}" must be ${field.expected}, got ${describeJson(given)}`);
}

/** Accepts a non-empty string. */
export function text(): Field<string, false> {
  return required('a non-empty string', (given) =>
    typeof given === 'string' && given !== '' ? given : rejected,
  );
}

/** Accepts any string. */
export function anyText(): Field<string, false> {
  return required('a string', (given) => (typeof given === 'string' ? given : rejected));
}

/** Accepts any JSON value. */
export function anyValue(): Field<Json, false> {
  return required('any JSON value', (given) => given);
}

export function boolean(): Field<boolean, false> {
  return required('true or false', (given) => (typeof given === 'boolean' ? given : rejected));
}

export function oneOf<const T extends string>(choices: readonly T[]): Field<T, false> {
  const expected = `one of ${choices.map((choice) => `"${choice}"`).join(', ')}`;
  return required(expected, (given) => choices.find((choice) => choice === given) ?? rejected);
}

/** Accepts an integer from `min` to `max`, both included. */
export function integer(min: number, max: number): Field<number, false> {
  return required(`an integer from ${min} to ${max}`, (given) =>
    typeof given === 'number' && Number.isInteger(given) && given >= min && given <= max ? given : rejected,
  );
}

/** Accepts a number above `above`, up to `max`. */
export function numberAbove(above: number, max: number): Field<number, false> {
  return required(`a number above ${above}, up to ${max}`, (given) =>
    typeof given === 'number' && given > above && given <= max ? given : rejected,
  );
}

/** Accepts a number from `min` to `max`, both included. */
export function numberFrom(min: number, max: number): Field<number, false> {
  return required(`a number from ${min} to ${max}`, (given) =>
    typeof given === 'number' && given >= min && given <= max ? given : rejected,
  );
}

/** Accepts what one of two fields accepts. */
export function either<A, B>(a: Field<A, false>, b: Field<B, false>): Field<A | B, false> {
  return required<A | B>(`${a.expected}, or ${b.expected}`, (given) => {
    const value = a.read(given);
    return value === rejected ? b.read(given) : value;
  });
}

/** Accepts an object with exactly these members. */
export function members<S extends Shape>(shape: S): Field<ShapeValues<S>, false> {
  const parts = Object.entries(shape).map(([name, { expected }]) => `"${name}": ${expected}`);
  return required(`{${parts.join(', ')}}`, (given) => {
    try {
      return readShape(shape, given);
    } catch {
      return rejected;
    }
  });
}

/** Makes a member optional; a missing one becomes `fallback`. */
export function optional<T>(field: Field<T>): Field<T | undefined, true>;
export function optional<T>(field: Field<T>, fallback: T): Field<T, true>;
export function optional<T>(field: Field<T>, fallback?: T): Field<T | undefined, true> {
  return {
    expected: field.expected,
    isOptional: true,
    read: (given) => (given === undefined ? fallback : field.read(given)),
  };
}

function required<T>(expected: string, read: (given: Json) => T | typeof rejected): Field<T, false> {
  return { expected, isOptional: false, read: (given) => (given === undefined ? rejected : read(given)) };
}
