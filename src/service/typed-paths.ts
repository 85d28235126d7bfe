/**
 * Paths of a class's properties as types (wire.md section 6): `lens/focalLength`, `entries/0/weight`. They know what
 * TypeScript knows of the class, exposed or not, and go three levels deep; deeper ones, keys and brackets are plain strings.
 */

type Primitive = string | number | bigint | boolean | symbol | null | undefined;

/** Levels that paths are spelled out for: enough for panels, and quick to check. */
type Depth = 3;
type Less = { readonly 3: 2; readonly 2: 1; readonly 1: 0; readonly 0: 0 };

/** The names of what can be a property: no methods. */
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

/** The paths of an object of type `T`; any string where nothing is known of it. */
export type PropertyPath<T> = IsAny<T> extends true ? string : object extends T ? string : PathOf<T, Depth>;

/** What stands at a path in `T`; `unknown` for a path that TypeScript cannot follow. */
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

/** Suggests `Known` and takes any text. */
export type OrAnyText<Known extends string> = Known | (string & {});
