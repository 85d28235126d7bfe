import type { ExposedClass } from './exposed-class.js';

/** What the types of a service share: how they find classes, living objects and assets. */
export interface TypeEnvironment {
  readonly classes: ClassLookup;
  readonly objects: ObjectLookup;
  readonly assets: AssetLookup;
}

export interface ClassLookup {
  /** By current or former name. */
  find(name: string): ExposedClass | undefined;
  /** The class of an instance, found through its constructor; undefined when it is not exposed. */
  classOf(instance: object): ExposedClass | undefined;
  /** Concrete classes that are `base` or derive from it, in the order in which they were defined. */
  concreteSubtypes(base: ExposedClass): readonly ExposedClass[];
  /** True when all bytes of inline instances change through the write path alone; undefined: of any engine class. */
  keepable(cls: ExposedClass | undefined): boolean;
}

/** What a reference says of the object it stands for. */
export interface Referenced {
  readonly id: string;
  readonly class: ExposedClass;
  readonly name: string;
}

export interface ObjectLookup {
  /** The registration under which `target` is a child by reference; undefined: it is inline (OBJ-7). */
  reference(target: object): Referenced | undefined;
  /** The living object behind an id, a source key or `<key>.components[Type]`. */
  resolveReference(text: string): object | undefined;
  /** The class as which `target` is exposed: of its registration, else of its constructor. */
  classOf(target: object): ExposedClass | undefined;
  /** The name of `target` in files: its source key, or `<key>.components[Type]`; undefined when it has none. */
  fileKey(target: object): string | undefined;
  isDestroyed(target: object): boolean;
  instanceId(target: object): bigint | undefined;
}

export interface AssetLookup {
  find(guid: string): { readonly guid: string; readonly name: string; readonly type: string } | undefined;
}
