import type { ValueOf } from '../wire/value-types.js';

/** What values look like in TypeScript. Types alone: nothing of it is in a bundle. */

export interface Vector2 extends ValueOf<'Vector2'> {}
export interface Vector3 extends ValueOf<'Vector3'> {}
export interface Vector4 extends ValueOf<'Vector4'> {}
export interface Vector2Int extends ValueOf<'Vector2Int'> {}
export interface Vector3Int extends ValueOf<'Vector3Int'> {}
export interface Quaternion extends ValueOf<'Quaternion'> {}
export interface Color extends ValueOf<'Color'> {}
export interface Rect extends ValueOf<'Rect'> {}
export interface TransformValue extends ValueOf<'TransformValue'> {}

/** A reference to an object as reads give it; a write takes `{ '@ref': key or id }` as well. */
export interface ObjectReference<T = AnyObject> {
  readonly '@type': string;
  readonly '@ref': string;
  readonly '@name': string;
  /** No value has it: it says of which class the object is. */
  readonly '@object'?: T;
}

/** A reference to an asset as reads give it; a write takes its GUID as well. */
export interface AssetReference {
  readonly '@type': string;
  readonly '@guid': string;
  readonly '@name': string;
}

/** A value of an enum of flags: one name, or several with commas between them. */
export type Flags<Name extends string> = Name | `${Name}, ${string}`;

/** An object of which nothing is known. */
export interface AnyObject {
  // biome-ignore lint/suspicious/noExplicitAny: nothing is known of it
  readonly [member: string]: any;
  // biome-ignore lint/suspicious/noExplicitAny: nothing is known of them
  readonly '@functions'?: { readonly [name: string]: (...args: any[]) => any };
}
