import type { ClassSpec, SceneDocument } from './document.js';
import { allObjects, claimedKeys, type PlacedObject } from './keys.js';
import { allIndices, numbered } from './repeat.js';
import type { DocumentPath } from './source.js';

/** The default class of wrappers. */
export const wrapperClass = 'GameObjectWithTransform';

/** An object with a source key. */
export interface KeyedObject {
  readonly className: string;
  readonly path: DocumentPath;
  /** Its game object; undefined if it has none. */
  readonly object?: PlacedObject;
}

/** Maximum number of objects of a scene file. */
export const maxObjects = 1_000_000;

/** The classes and source keys that a scene file declares. */
export class Names {
  readonly classes: Readonly<Record<string, ClassSpec>>;
  readonly keys: ReadonlyMap<string, KeyedObject>;
  /** Keys that are used twice, with the object that uses each first. */
  readonly claimedTwice: { readonly key: string; readonly path: DocumentPath; readonly by: KeyedObject }[] =
    [];
  readonly #formerClasses = new Map<string, string>();

  constructor(document: SceneDocument) {
    this.classes = document.classes ?? {};
    for (const [name, { formerNames = [] }] of Object.entries(this.classes)) {
      for (const former of formerNames) this.#formerClasses.set(former, name);
    }
    this.keys = this.#gatherKeys(document);
  }

  #gatherKeys(document: SceneDocument): ReadonlyMap<string, KeyedObject> {
    const keys = new Map<string, KeyedObject>();
    const claim = (key: string, object: KeyedObject): boolean => {
      const by = keys.get(key);
      if (by === undefined) keys.set(key, object);
      else this.claimedTwice.push({ key, path: object.path, by });
      return by === undefined && keys.size < maxObjects;
    };
    for (const [className, { kind }] of Object.entries(this.classes))
      if (kind === 'static') claim(className, { className, path: ['classes', className] });
    for (const [i, { key, class: className }] of (document.objects ?? []).entries())
      if (key !== undefined) claim(key, { className, path: ['objects', i, 'key'] });
    for (const object of allObjects(document)) {
      for (const { key, path, component } of claimedKeys(object)) {
        const className = component?.class ?? object.spec.wrapper?.class ?? wrapperClass;
        for (const indices of allIndices(object.repeats))
          if (!claim(numbered(key, indices), { className, path, object })) break;
      }
    }
    return keys;
  }

  /** Returns a class by its current or former name. */
  class(name: string): ClassSpec | undefined {
    return this.classes[name] ?? this.classes[this.#formerClasses.get(name) ?? ''];
  }
}
