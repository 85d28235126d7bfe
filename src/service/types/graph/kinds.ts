import type { Json, JsonObject } from '../../common/json.js';
import type { ExposedClass } from '../exposed-class.js';
import type { Type } from '../type.js';
import { isTyped } from '../typed-array.js';

/** A value that may be null (NullableType). */
export interface NullableKind extends Type {
  readonly kind: 'nullable';
  readonly inner: Type;
}

/** An array or list (ArrayType). */
export interface ArrayKind extends Type {
  readonly kind: 'array';
  readonly element: Type;
}

/** The written form of a composite: a reference, or inline. */
export interface Shown {
  /** The JSON of a reference; undefined if the composite is inline. */
  readonly reference: string | undefined;
  readonly class: ExposedClass;
  /** `,"@instanceID":5`; empty unless it is an engine object. */
  readonly instance: string;
}

/** A class or struct (CompositeType), as walks need it for single objects. */
export interface CompositeKind extends Type {
  readonly kind: 'composite';
  /** True for engine objects, which are always references. */
  readonly isReference: boolean;
  /** Returns the value if it is a living object; undefined for null, destroyed objects and other values. */
  living(value: unknown): object | undefined;
  /** Returns the class of a living inline value; undefined if it is a reference. */
  classOfInline(target: object): ExposedClass | undefined;
  /** Returns the written form of a value; undefined for null. */
  shown(value: unknown): Shown | undefined;
  /** Returns the name of an object in files; undefined if it has none. */
  fileKey(target: object): string | undefined;
  /** Returns the object of a `@ref`. @throws ExposedError `set-failed` */
  readReference(reference: Json | undefined, where: string): object;
  /** True if its `@type` is a class that this application does not have. */
  isOfUnknownClass(json: JsonObject): boolean;
  /** Returns the valid class that a body names; undefined if it names none. @throws ExposedError `set-failed` */
  wantedClass(json: JsonObject, where: string): ExposedClass | undefined;
  /** Returns the class to instantiate if none is named. @throws ExposedError */
  concrete(where: string, code: 'set-failed' | 'append-failed'): ExposedClass;
  /** Creates an instance. @throws ExposedError `function-failed` if application code throws */
  fresh(cls: ExposedClass): object;
}

export function isLeaf(type: Type): boolean {
  return type.kind === 'leaf';
}

export function isNullable(type: Pick<Type, 'kind'>): type is NullableKind {
  return type.kind === 'nullable';
}

export function isArray(type: Pick<Type, 'kind'>): type is ArrayKind {
  return type.kind === 'array';
}

export function isComposite(type: Type): type is CompositeKind {
  return type.kind === 'composite';
}

/** Returns the composite type of a member or element, nullable or not; undefined for other types. */
export function compositeOf(type: Type): CompositeKind | undefined {
  const plain = isNullable(type) ? type.inner : type;
  return isComposite(plain) ? plain : undefined;
}

const none: readonly unknown[] = [];

/** Returns the elements of an array or typed array, none for null; undefined for other values. */
export function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (value === null || value === undefined) return none;
  return isTyped(value) ? value : undefined;
}
