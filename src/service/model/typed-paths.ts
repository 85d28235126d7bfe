/**
 * Types for property paths of a class (wire.md section 6): `lens/focalLength`, `entries/0/weight`. They contain what
 * TypeScript knows of the class, up to three levels; deeper paths, keys and brackets are plain strings.
 */

type Primitive = string | number | bigint | boolean | symbol | null | undefined;

/** Number of levels that are typed: enough for panels, and quick to check. */
type Depth = 3;
type Less = { readonly 3: 2; readonly 2: 1; readonly 1: 0; readonly 0: 0 };

/** The names of properties; methods are excluded. */
type PropertyName<T> = {
  [K in keyof T & string]: NonNullable<T[K]> extends (...args: never[]) => unknown ? never : K;
}[keyof T & string];

type IsAny<T> = 0 extends 1 & T ? true : false;

type Below<T, D extends keyof Less> =
  IsAny<T> extends true ? string : T extends Primitive ? never : PathOf<T, D>;

type PathOf<T, D extends keyof Less> = D extends 0
  ? never
  : T extends readonly (infer Item)[]
    ? `${number}` | `${number}/${Below<NonNullable<Item>, Less[D]>}`
    : { [K in PropertyName<T>]: K | `${K}/${Below<NonNullable<T[K]>, Less[D]>}` }[PropertyName<T>];

/** The paths of an object of type `T`; any string if nothing is known about it. */
export type PropertyPath<T> = IsAny<T> extends true ? string : object extends T ? string : PathOf<T, Depth>;

/** The type of the value at a path in `T`; `unknown` if TypeScript cannot follow the path. */
export type PropertyValue<T, Path extends string> =
  IsAny<T> extends true
    ? unknown
    : Path extends `${infer Head}/${infer Rest}`
      ? PropertyValue<NonNullable<At<T, Head>>, Rest>
      : At<T, Path>;

type At<T, Name extends string> = T extends readonly (infer Item)[]
  ? Name extends `${number}`
    ? Item
    : unknown
  : Name extends keyof T
    ? T[Name]
    : unknown;

/** Suggests `Known` and accepts any string. */
export type OrAnyText<Known extends string> = Known | (string & {});
