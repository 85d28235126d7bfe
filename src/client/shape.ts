import type { AnyObject, AssetReference, ObjectReference } from './values.js';
import type { WireObject } from './wire.js';

/** What a host exposes, as `sim-host types` writes it; `AnyHost` where nothing is known. */
export interface HostShape {
  /** Classes of objects by source key, or by the name of a static class. */
  readonly objects: object;
}

export interface AnyHost {
  readonly objects: { readonly [key: string]: AnyObject };
}

/**
 * What a class looks like: its members with what reads give of them, `readonly` those that cannot be written, and in
 * `@functions`, which no value has, what can be called. With `@struct` it is a part of what it stands in.
 */
export type ObjectShape = object;

/** The value at a path; `never` where nothing is. */
export type ValueOf<T, P extends string> =
  IsOpen<T> extends true
    ? // biome-ignore lint/suspicious/noExplicitAny: nothing is known of it
      any
    : string extends P
      ? unknown
      : Place<T, P>['value'];

/** What may be written to a path: of objects some members, of references keys and ids. */
export type WrittenTo<T, P extends string> = Written<ValueOf<T, P>>;

/** A path to a value; else what it may have been meant to be. Paths that are made at run time are not looked at. */
export type MemberPath<T, P extends string> = Checked<T, P, unknown, 'is not there'>;

/** A path to a value that may be written. */
export type WritablePath<T, P extends string> = Checked<T, P, { isReadOnly: false }, 'is read-only'>;

/** A path to an array. */
export type ArrayPath<T, P extends string> = Checked<T, P, { value: Many | null }, 'is no array'>;

/** What an array at a path is made of. */
export type ElementOf<T, P extends string> = Written<Element<NonNullable<ValueOf<T, P>>>>;

/** A path to a function; else the functions of the object. */
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

/** What is written where `V` is read. */
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

/** True where any member may be there. */
type IsOpen<T> = 0 extends 1 & T ? true : string extends keyof T ? true : false;

/** The path, where what is there is as it should be; else what the compiler says to the path. */
type Checked<T, P extends string, Wanted, Otherwise extends string> =
  IsOpen<T> extends true
    ? string
    : string extends P
      ? string
      : [Place<T, P>] extends [never]
        ? Suggested<T, P>
        : [Extract<Place<T, P>, Wanted>] extends [never]
          ? `${P} ${Otherwise}`
          : P;

/** Up to the first separator. */
type Head<P extends string> = Until<Until<Until<P, '/'>, '.'>, '['>;
type Until<P extends string, S extends string> = P extends `${infer A}${S}${string}` ? A : P;

/** What is at a path, read step by step; `never` where nothing is. */
type Place<V, P extends string, R extends boolean = false> = [V] extends [never]
  ? never
  : P extends ''
    ? { value: V; isReadOnly: R }
    : P extends `[${infer K}]${infer Rest}`
      ? Place<Child<V, K>, Rest, ChildReadOnly<V, K, R>>
      : P extends `/${infer Rest}` | `.${infer Rest}`
        ? Place<V, Rest, R>
        : P extends `${Head<P>}${infer Rest}`
          ? Place<Child<V, Head<P>>, Rest, ChildReadOnly<V, Head<P>, R>>
          : never;

/** A member, or an element by its index or its key; those of several classes together. */
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

/** Whether a child cannot be written, in what can be written or cannot. */
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

/** Paths to what stands where a path goes wrong. */
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

/** By name, those of several classes together. */
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
