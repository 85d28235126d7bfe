import { valueTypeNames } from '../../service/index.js';
import type { ClassSpec, MemberSpec, SceneDocument } from './document.js';
import { allObjects, claimedKeys, numbered } from './keys.js';

const assetType = /^Asset<\w+>$/;

/** The names that a scene file defines, for finding those that it only uses. */
export class Names {
  readonly classes: Readonly<Record<string, ClassSpec>>;
  readonly enums: ReadonlySet<string>;
  /** Keys and GUIDs of assets. */
  readonly assets: ReadonlySet<string>;
  /** Source keys of objects; those of repeated ones with their number. */
  readonly keys: ReadonlySet<string>;

  constructor(document: SceneDocument) {
    this.classes = document.classes ?? {};
    this.enums = new Set(Object.keys(document.enums ?? {}));
    const assets = Object.entries(document.assets ?? {});
    this.assets = new Set(assets.flatMap(([key, { guid }]) => (guid === undefined ? [key] : [key, guid])));
    const keys = Object.entries(this.classes).flatMap(([name, { kind }]) =>
      kind === 'static' ? [name] : [],
    );
    for (const object of allObjects(document)) {
      for (const { key } of claimedKeys(object)) {
        for (let i = 0; i < object.repeat; i++) keys.push(numbered(key, i));
      }
    }
    this.keys = new Set(keys);
  }

  /** All type names that a member may have, without arrays and assets. */
  get types(): string[] {
    return [...valueTypeNames, 'Component', ...this.enums, ...Object.keys(this.classes)];
  }

  isType(name: string): boolean {
    const element = name.replace(/(\[\])+$/, '');
    return assetType.test(element) || this.types.includes(element);
  }

  /** A class with its bases, the class itself first; a circle is gone round once. */
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

  /** True when a fresh value of `type` holds one of class `wanted`, at any depth, or is one. */
  contains(type: string, wanted: string, seen = new Set<string>()): boolean {
    if (type === wanted) return true;
    const cls = this.classes[type];
    if (cls === undefined || cls.kind === 'component' || seen.has(type)) return false;
    seen.add(type);
    return [...this.members(type).values()].some(
      (member) => !member.nullable && this.contains(member.type, wanted, seen),
    );
  }

  /** Fields and properties of a class, inherited ones included. */
  members(className: string): ReadonlyMap<string, MemberSpec> {
    const members = new Map<string, MemberSpec>();
    for (const name of this.lineage(className).reverse()) {
      const { fields = {}, properties = {} } = this.classes[name]!;
      for (const [member, spec] of Object.entries({ ...fields, ...properties })) members.set(member, spec);
    }
    return members;
  }
}
