import type { AnyObject, AssetReference, ObjectReference } from './values.js';
import type { WireObject } from './wire.js';

/** The objects and classes of a host, as `sim-host types` writes them; `AnyHost` if they are unknown. */
export interface HostShape {
  /** Classes of objects by source key, or by the name of a static class. */
  readonly objects: object;
}

export interface AnyHost {
  readonly objects: { readonly [key: string]: AnyObject };
}

/**
 * A class: its members with the types that reads return, `readonly` if they cannot be written, and in `@functions`,
 * which no value has, its functions. `@struct` marks a class whose values are part of their owner.
 */
export type ObjectShape = object;

/** The value at a path; `never` for a path that does not exist. */
export type ValueOf<T, P extends string> =
  IsOpen<T> extends true
    ? // biome-ignore lint/suspicious/noExplicitAny: nothing is known of it
      any
    : string extends P
      ? unknown
      : At<T, P>['value'];

/** The values that may be written to a path: some members of an object, a key or id for a reference. */
export type WrittenTo<T, P extends string> = Written<ValueOf<T, P>>;

/**
 * A path to a value; for others, the paths that may have been meant. Paths that are made at run time are not checked.
 */
export type MemberPath<T, P extends string> = Checked<T, P, unknown, 'is not there'>;

/** A path to a value that may be written. */
export type WritablePath<T, P extends string> = Checked<T, P, { isReadOnly: false }, 'is read-only'>;

/** A path to an array. */
export type ArrayPath<T, P extends string> = Checked<T, P, { value: Many | null }, 'is not an array'>;

/** The type of an array's elements. */
export type ElementOf<T, P extends string> = Written<Element<NonNullable<ValueOf<T, P>>>>;

/** A path to a function; for others, the functions of the object. */
export type FunctionPath<T, P extends string> =
  IsOpen<T> extends true
    ? string
    : string extends P
      ? string
      : [FunctionAt<T, P>] extends [never]
        ? OwnFunctions<T>
        : P;

export type ArgumentsOf<T, P extends string> =
  FunctionIn<T, P> extends (...args: infer A) => unknown ? { [I in keyof A]: Written<A[I]> } : never;

export type ResultOf<T, P extends string> =
  FunctionIn<T, P> extends (...args: never[]) => infer R ? (R extends void ? null : R) : never;

/** The object as a whole. */
export type WholeOf<T> =
  IsOpen<T> extends true
    ? WireObject
    : T & { readonly '@id': string; readonly '@name': string; readonly '@source'?: string };

/** The values that may be written for a value that is read as `V`. */
export type Written<V> = 0 extends 1 & V
  ? V
  : V extends ObjectReference<infer _>
    ? { readonly '@ref': string }
    : V extends AssetReference
      ? string | { readonly '@guid': string }
      : V extends readonly (infer E)[]
        ? readonly Written<E>[]
        : V extends object
          ?
              | WrittenMembers<V>
              | (V extends { readonly '@type': unknown } ? { readonly '@ref': string } : never)
          : V;

type WrittenMembers<V> = {
  readonly [K in keyof V as K extends '@type' ? K : K extends `@${string}` ? never : K]?: Written<V[K]>;
};

type Many = readonly unknown[];
type Element<V> = V extends readonly (infer E)[] ? E : never;

/** True if any member may exist. */
type IsOpen<T> = 0 extends 1 & T ? true : string extends keyof T ? true : false;

/** The path if its value is as wanted; otherwise a string that the compiler shows. */
type Checked<T, P extends string, Wanted, Otherwise extends string> =
  IsOpen<T> extends true
    ? string
    : string extends P
      ? string
      : [At<T, P>] extends [never]
        ? Suggested<T, P>
        : [Extract<At<T, P>, Wanted>] extends [never]
          ? `${P} ${Otherwise}`
          : P;

/** A path up to its first separator. */
type Head<P extends string> = Until<Until<Until<P, '/'>, '.'>, '['>;
type Until<P extends string, S extends string> = P extends `${infer A}${S}${string}` ? A : P;

/** The value at a path, segment by segment; `never` if there is none. */
type At<V, P extends string, R extends boolean = false> = [V] extends [never]
  ? never
  : P extends ''
    ? { value: V; isReadOnly: R }
    : P extends `[${infer K}]${infer Rest}`
      ? At<Child<V, K>, Rest, ChildReadOnly<V, K, R>>
      : P extends `/${infer Rest}` | `.${infer Rest}`
        ? At<V, Rest, R>
        : P extends `${Head<P>}${infer Rest}`
          ? At<Child<V, Head<P>>, Rest, ChildReadOnly<V, Head<P>, R>>
          : never;

/** A member, or an element by index or key; for a union, the children of all its classes. */
type Child<V, K extends string> = 0 extends 1 & V
  ? V
  : V extends ObjectReference<infer T>
    ? Child<T, K>
    : V extends readonly (infer E)[]
      ? E extends object
        ? E
        : K extends `${number}`
          ? E
          : never
      : K extends keyof V
        ? K extends `@${string}`
          ? never
          : V[K]
        : never;

/** True if a child cannot be written, given whether its owner can. */
type ChildReadOnly<V, K extends string, R extends boolean> =
  V extends ObjectReference<infer T>
    ? ChildReadOnly<T, K, false>
    : V extends Many
      ? R
      : K extends keyof V
        ? Same<{ [Q in K]: V[Q & keyof V] }, Pick<V, K>> extends true
          ? V extends { readonly '@type': unknown; readonly '@struct'?: never }
            ? false
            : R
          : true
        : R;

/** True for identical types, `readonly` included. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** The paths that exist at the point where a path goes wrong. */
type Suggested<V, P extends string, B extends string = ''> = P extends `[${infer K}]${infer Rest}`
  ? Suggested<Child<V, K>, Rest, `${B}[${K}]`>
  : P extends `/${infer Rest}`
    ? Suggested<V, Rest, `${B}/`>
    : P extends `.${infer Rest}`
      ? Suggested<V, Rest, `${B}.`>
      : [Child<V, Head<P>>] extends [never]
        ? `${B}${Names<V>}`
        : P extends `${Head<P>}${infer Rest}`
          ? Rest extends ''
            ? `${B}${Names<V>}`
            : Suggested<Child<V, Head<P>>, Rest, `${B}${Head<P>}`>
          : never;

type Names<V> =
  V extends ObjectReference<infer T>
    ? Names<T>
    : V extends Many
      ? `${number}`
      : Exclude<keyof V & string, `@${string}`>;

type FunctionIn<T, P extends string> =
  IsOpen<T> extends true
    ? // biome-ignore lint/suspicious/noExplicitAny: nothing is known of it
      (...args: any[]) => any
    : string extends P
      ? (...args: unknown[]) => unknown
      : FunctionAt<T, P>;

type FunctionAt<V, P extends string> = P extends `[${infer K}]${infer Rest}`
  ? FunctionAt<Child<V, K>, Rest>
  : P extends `/${infer Rest}` | `.${infer Rest}`
    ? FunctionAt<V, Rest>
    : P extends `${Head<P>}${infer Rest}`
      ? Rest extends ''
        ? OwnFunction<V, P>
        : FunctionAt<Child<V, Head<P>>, Rest>
      : never;

/** Functions by name; for a union, those of all its classes. */
type FunctionsOf<V> =
  V extends ObjectReference<infer T>
    ? FunctionsOf<T>
    : V extends { readonly '@functions'?: infer F }
      ? NonNullable<F>
      : never;
type OwnFunction<V, K extends string> =
  FunctionsOf<V> extends infer F ? (F extends unknown ? (K extends keyof F ? F[K] : never) : never) : never;
type OwnFunctions<V> = [FunctionsOf<V>] extends [never]
  ? 'it has no functions'
  : keyof FunctionsOf<V> & string;
