/** What values look like in TypeScript. Types alone: nothing of it is in a bundle. */

export interface Vector2 {
  x: number;
  y: number;
}
export interface Vector3 extends Vector2 {
  z: number;
}
export interface Vector4 extends Vector3 {
  w: number;
}
export interface Vector2Int extends Vector2 {}
export interface Vector3Int extends Vector3 {}
export interface Quaternion extends Vector4 {}
export interface Color {
  r: number;
  g: number;
  b: number;
  a: number;
}
export interface Rect extends Vector2 {
  width: number;
  height: number;
}
export interface TransformValue {
  position: Vector3;
  rotation: Quaternion;
  scale: Vector3;
}

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
