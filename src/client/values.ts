import type { ValueOf } from '../wire/value-types.js';

/** The TypeScript types of values. This module has no code at run time. */

export interface Vector2 extends ValueOf<'Vector2'> {}
export interface Vector3 extends ValueOf<'Vector3'> {}
export interface Vector4 extends ValueOf<'Vector4'> {}
export interface Vector2Int extends ValueOf<'Vector2Int'> {}
export interface Vector3Int extends ValueOf<'Vector3Int'> {}
export interface Quaternion extends ValueOf<'Quaternion'> {}
export interface Color extends ValueOf<'Color'> {}
export interface Rect extends ValueOf<'Rect'> {}
export interface TransformValue extends ValueOf<'TransformValue'> {}

/** A reference to an object as reads return it; a write also takes `{ '@ref': key or id }`. */
export interface ObjectReference<T = AnyObject> {
  readonly '@type': string;
  readonly '@ref': string;
  readonly '@name': string;
  /** Exists only as a type: the class of the object. */
  readonly '@object'?: T;
}

/** A reference to an asset as reads return it; a write also takes its GUID. */
export interface AssetReference {
  readonly '@type': string;
  readonly '@guid': string;
  readonly '@name': string;
}

/** A value of an enum of flags: one name, or several separated by commas. */
export type Flags<Name extends string> = Name | `${Name}, ${string}`;

/** An object whose class is unknown. */
export interface AnyObject {
  // biome-ignore lint/suspicious/noExplicitAny: nothing is known of it
  readonly [member: string]: any;
  // biome-ignore lint/suspicious/noExplicitAny: nothing is known of them
  readonly '@functions'?: { readonly [name: string]: (...args: any[]) => any };
}
