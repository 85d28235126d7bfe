import type { Json, JsonObject } from '../../json.js';
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

/** How a composite is shown: by a reference, or inline as an object of a class. */
export interface Shown {
  /** JSON text; undefined when it is inline. */
  readonly reference: string | undefined;
  readonly class: ExposedClass;
  /** `,"@instanceID":5`, empty for what is no engine object. */
  readonly instance: string;
}

/** A class or struct (CompositeType): what the walks have to know of single objects. */
export interface CompositeKind extends Type {
  readonly kind: 'composite';
  /** True for engine objects, which are references always. */
  readonly isReference: boolean;
  /** The value when it is an object that lives; undefined for null, the dead, and what is no object at all. */
  living(value: unknown): object | undefined;
  /** The class of a living inline value; undefined for one that is shown by reference. */
  classOfInline(target: object): ExposedClass | undefined;
  /** How a value is shown; undefined for what is shown as null. */
  shown(value: unknown): Shown | undefined;
  /** The name of an object in files; undefined when it has none. */
  fileKey(target: object): string | undefined;
  /** The object that a `@ref` names. @throws ExposedError `set-failed` */
  readReference(reference: Json | undefined, where: string): object;
  /** Whether its `@type` is of a class that this application does not have, as another version may. */
  isOfUnknownClass(json: JsonObject): boolean;
  /** The class that a body names, checked; undefined when it names none. @throws ExposedError `set-failed` */
  wantedClass(json: JsonObject, where: string): ExposedClass | undefined;
  /** The class of which an instance is made when none is named. @throws ExposedError */
  concrete(where: string, code: 'set-failed' | 'append-failed'): ExposedClass;
  /** A new instance. @throws ExposedError `function-failed` when the application's code throws */
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

/** The composite that an array's element or a member is, nullable or not; undefined for anything else. */
export function compositeOf(type: Type): CompositeKind | undefined {
  const plain = isNullable(type) ? type.inner : type;
  return isComposite(plain) ? plain : undefined;
}

const none: readonly unknown[] = [];

/** The elements of an array or a typed one, none for null; undefined for what is no array at all. */
export function itemsOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (value === null || value === undefined) return none;
  return isTyped(value) ? value : undefined;
}
