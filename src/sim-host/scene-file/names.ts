import { valueTypeNames } from '../../service/types/values/table.js';
import type { ClassSpec, ComponentSpec, MemberSpec, ObjectSpec, SceneDocument } from './document.js';
import { allObjects, claimedKeys, type PlacedObject } from './keys.js';
import { allIndices, numbered, type RepeatIndices } from './repeat.js';
import type { DocumentPath } from './source.js';

const assetType = /^Asset<.+>$/;
/** The default class of wrappers. */
export const wrapperClass = 'GameObjectWithTransform';
/** Types of references to components and game objects. */
export const engineTypes = ['Component', 'GameObject', wrapperClass];

/** An object with a source key. */
export interface KeyedObject {
  readonly className: string;
  readonly path: DocumentPath;
  /** Its component; undefined for wrappers and static classes. */
  readonly component?: ComponentSpec;
  /** Its description in `objects`. */
  readonly plain?: ObjectSpec;
  /** Its game object; undefined if it has none. */
  readonly object?: PlacedObject;
  readonly indices: RepeatIndices;
}

/** Maximum number of objects that are checked one by one. */
export const maxObjects = 1_000_000;

/** The names that a scene file declares. */
export class Names {
  readonly classes: Readonly<Record<string, ClassSpec>>;
  readonly enums: ReadonlySet<string>;
  /** GUIDs of assets by key; an asset without one has its key as GUID. */
  readonly guids: ReadonlyMap<string, string>;
  /** Objects by source key, with the number of their repeat. */
  readonly keys: ReadonlyMap<string, KeyedObject>;
  /** Keys that are used twice, and who uses them first. */
  readonly claimedTwice: { readonly key: string; readonly path: DocumentPath; readonly by: KeyedObject }[] =
    [];
  readonly #formerClasses = new Map<string, string>();

  constructor(document: SceneDocument) {
    this.classes = document.classes ?? {};
    this.enums = new Set(Object.keys(document.enums ?? {}));
    const assets = Object.entries(document.assets ?? {});
    this.guids = new Map(assets.map(([key, { guid = key }]) => [key, guid]));
    for (const [name, { formerNames = [] }] of Object.entries(this.classes)) {
      for (const former of formerNames) this.#formerClasses.set(former, name);
    }
    this.keys = this.#gatherKeys(document);
  }

  #gatherKeys(document: SceneDocument): ReadonlyMap<string, KeyedObject> {
    const keys = new Map<string, KeyedObject>();
    for (const [className, { kind }] of Object.entries(this.classes)) {
      if (kind === 'static') keys.set(className, { className, path: ['classes', className], indices: [] });
    }
    for (const [i, plain] of (document.objects ?? []).entries()) {
      const { key } = plain;
      if (key === undefined) continue;
      const path = ['objects', i, 'key'];
      const by = keys.get(key);
      if (by !== undefined) this.claimedTwice.push({ key, path, by });
      else keys.set(key, { className: this.className(plain.class), path, plain, indices: [] });
    }
    for (const object of allObjects(document)) {
      for (const { key, path, component } of claimedKeys(object)) {
        const className = component?.class ?? object.spec.wrapper?.class ?? wrapperClass;
        for (const indices of allIndices(object.repeats)) {
          const name = numbered(key, indices);
          const by = keys.get(name);
          if (by !== undefined) this.claimedTwice.push({ key: name, path, by });
          if (by !== undefined || keys.size >= maxObjects) break;
          keys.set(name, { className, path, object, indices, ...(component && { component }) });
        }
      }
    }
    return keys;
  }

  /** Returns the class with a current or former name. */
  className(name: string): string {
    return this.classes[name] === undefined ? (this.#formerClasses.get(name) ?? name) : name;
  }

  /** All type names of members, without arrays and assets. */
  get types(): string[] {
    return [...valueTypeNames, ...engineTypes, ...this.enums, ...Object.keys(this.classes)];
  }

  isType(name: string): boolean {
    const element = this.className(name.replace(/(\[\])+$/, ''));
    return assetType.test(element) || this.types.includes(element);
  }

  /** Returns a class and its bases, the class first; a circle ends after one round. */
  lineage(className: string): string[] {
    const line: string[] = [];
    for (
      let name: string | undefined = className;
      name !== undefined && this.classes[name] && !line.includes(name);
    ) {
      line.push(name);
      name = this.classes[name]!.base;
    }
    return line;
  }

  /** True if a new value of `type` is or contains an object of class `wanted`. */
  contains(type: string, wanted: string, seen = new Set<string>()): boolean {
    if (type === wanted) return true;
    const cls = this.classes[type];
    if (cls === undefined || cls.kind === 'component' || seen.has(type)) return false;
    seen.add(type);
    return [...this.members(type).values()].some(
      (member) => !member.nullable && this.contains(member.type, wanted, seen),
    );
  }

  /** True if the class has the member, or may inherit it from an unknown base. */
  mayHaveMember(className: string, member: string): boolean {
    const base = this.classes[this.lineage(className).at(-1)!]?.base;
    return this.members(className).has(member) || (base !== undefined && this.classes[base] === undefined);
  }

  /** Returns the fields and properties of a class, including inherited ones. */
  members(className: string): ReadonlyMap<string, MemberSpec> {
    const members = new Map<string, MemberSpec>();
    for (const name of this.lineage(className).reverse()) {
      const { fields = {}, properties = {} } = this.classes[name]!;
      for (const [member, spec] of Object.entries({ ...fields, ...properties })) members.set(member, spec);
    }
    return members;
  }
}

/** Returns the fields and properties that a class itself declares, with their paths. */
export function* declaredMembers(
  { fields = {}, properties = {} }: ClassSpec,
  path: DocumentPath,
): Generator<[name: string, spec: MemberSpec, path: DocumentPath]> {
  for (const [name, spec] of Object.entries(fields)) yield [name, spec, [...path, 'fields', name]];
  for (const [name, spec] of Object.entries(properties)) yield [name, spec, [...path, 'properties', name]];
}
