import type { ExposedClass } from './exposed-class.js';

/** The lookups of classes, living objects and assets that the types of a service use. */
export interface TypeEnvironment {
  readonly classes: ClassLookup;
  readonly objects: ObjectLookup;
  readonly assets: AssetLookup;
}

export interface ClassLookup {
  /** Returns a class by current or former name. */
  find(name: string): ExposedClass | undefined;
  /** Returns the class of an instance by its constructor; undefined if it is not exposed. */
  classOf(instance: object): ExposedClass | undefined;
  /** Returns `base`, if concrete, and its concrete subclasses, in the order of their definition. */
  concreteSubtypes(base: ExposedClass): readonly ExposedClass[];
  /**
   * True if the JSON of inline instances only changes through the write path; undefined means any engine
   * class.
   */
  keepable(cls: ExposedClass | undefined): boolean;
}

/** The description of an object in references to it. */
export interface Referenced {
  readonly id: string;
  readonly class: ExposedClass;
  readonly name: string;
}

export interface ObjectLookup {
  /** Returns the registration that makes `target` a reference; undefined if it is inline (OBJ-7). */
  byTarget(target: object): Referenced | undefined;
  /** Returns the living object for an id, a source key or `<key>.components[Type]`. */
  resolveReference(text: string): object | undefined;
  /** Returns the exposed class of `target`: of its registration, or of its constructor. */
  classOf(target: object): ExposedClass | undefined;
  /**
   * Returns the name of `target` in files: its source key, or `<key>.components[Type]`; undefined if it has none.
   */
  fileKey(target: object): string | undefined;
  isDestroyed(target: object): boolean;
  instanceId(target: object): bigint | undefined;
}

export interface AssetLookup {
  find(guid: string): { readonly guid: string; readonly name: string; readonly type: string } | undefined;
}
