import type { Json } from '../../../client/index.js';
import { type CapturedTypes, wrapperTypes } from './captured-types.js';
import { type CapturedValues, type Held, type Instance, isPicture, same } from './captured-values.js';
import type { ObjectKeys } from './object-keys.js';
import { type Mapping, present } from './scene-classes.js';
import type { ObjectInfo } from './wire-shapes.js';

/** A picture behind a member: where the host has it, and the file that it becomes. */
export interface CapturedImage {
  readonly url: string;
  readonly file: string;
}

/** A game object that is being gathered. */
interface Gathered {
  readonly name: string;
  wrapper?: ObjectInfo;
  readonly components: (ObjectInfo | Instance)[];
  readonly parent: string | undefined;
  readonly children: Gathered[];
}

/** The objects of a host as a scene file has them. */
export class SceneObjects {
  readonly #types: CapturedTypes;
  readonly #values: CapturedValues;
  readonly #keys: ObjectKeys;
  readonly #objects: readonly ObjectInfo[];
  readonly #byId: ReadonlyMap<string, ObjectInfo>;
  readonly #imageOf: (file: string) => string;
  readonly images: CapturedImage[] = [];
  /** Ids in the order in which the scene exposes them by itself. */
  readonly #natural: string[] = [];

  /** @param imageOf what stands in the file for a picture of that name */
  constructor(
    objects: readonly ObjectInfo[],
    types: CapturedTypes,
    values: CapturedValues,
    keys: ObjectKeys,
    imageOf: (file: string) => string,
  ) {
    this.#objects = objects;
    this.#byId = new Map(objects.map((each) => [each['@id'], each]));
    this.#types = types;
    this.#values = values;
    this.#keys = keys;
    this.#imageOf = imageOf;
  }

  /** `objects`, the objects of the scene, and `order` where it is not the scene's own. */
  gather(): { standing: Mapping[]; inScene: Mapping[]; order: string[] } {
    const statics = this.#types.all.flatMap(({ type }) =>
      this.#types.kind(type) === 'static' ? this.#objects.filter((each) => each['@type'] === type) : [],
    );
    this.#natural.push(...statics.map((each) => each['@id']));
    const standing = this.#objects.filter((each) => !this.#isEngine(each) && !statics.includes(each));
    const written = [
      ...statics.map((each) => this.#standing(each, true)),
      ...standing.map((each) => this.#standing(each, false)),
    ];
    for (const each of standing) this.#natural.push(each['@id']);
    const roots = this.#roots();
    for (const each of roots) this.#count(each);
    const ids = this.#objects.map((each) => each['@id']);
    const isNatural = ids.every((id, i) => id === this.#natural[i]);
    const order = isNatural ? [] : ids.map(this.#keys.refer);
    return {
      order,
      standing: written.filter((each) => each !== undefined),
      inScene: roots.map((each) => this.#gameObject(each)),
    };
  }

  #isEngine(object: ObjectInfo): boolean {
    return this.#types.kind(object['@type']) === 'component';
  }

  #standing(object: ObjectInfo, isStatic: boolean): Mapping | undefined {
    const held = this.#held(object, object['@id']);
    if (isStatic) return Object.keys(held).length === 0 ? undefined : { class: object['@type'], ...held };
    const key = this.#keys.of(object['@id']);
    const name = object['@name'] === (key ?? object['@type']) ? undefined : object['@name'];
    return present({ class: object['@type'], key, name, alias: this.#keys.aliasOf(object['@id']), ...held });
  }

  #held(object: Instance, id: string | undefined): Mapping {
    const { values, edited } = this.#values.ofObject(object, id);
    return present({
      values: unlessEmpty(values),
      edited: unlessEmpty(edited),
      images: this.#images(object, id),
    });
  }

  #images(object: Instance, id: string | undefined): Mapping | undefined {
    const type = this.#types.find(object['@type'] as string);
    const images: Held = {};
    for (const property of type?.properties ?? []) {
      const { name } = property;
      const url = object[name];
      if (!isPicture(property, url)) continue;
      const owner = (id && this.#keys.of(id)) ?? `${object['@type']}-${this.images.length + 1}`;
      const file = `${owner}-${name}`.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-');
      this.images.push({ url, file });
      images[name] = this.#imageOf(url);
    }
    return unlessEmpty(images);
  }

  /** Game objects below nothing, with those below them, in the order of the first that is exposed of each. */
  #roots(): Gathered[] {
    const byHandle = new Map<string, Gathered>();
    const all: Gathered[] = [];
    const add = (object: ObjectInfo, components: Gathered['components']): Gathered => {
      const parent = object['@parent'];
      const gathered: Gathered = { name: object['@name'], components, parent, children: [] };
      all.push(gathered);
      return gathered;
    };
    const engine = this.#objects.filter((each) => this.#isEngine(each));
    const wrapped = new Map<string, ObjectInfo>();
    for (const each of engine) for (const id of idsIn(each.components)) wrapped.set(id, each);
    for (const each of engine) {
      if (byHandle.has(each['@id'])) continue;
      const wrapper = wrapperTypes.has(each['@type']) ? each : wrapped.get(each['@id']);
      if (wrapper === undefined) byHandle.set(each['@id'], add(each, [each]));
      else {
        const gathered = add(wrapper, this.#componentsOf(wrapper));
        gathered.wrapper = wrapper;
        for (const id of [wrapper['@id'], ...idsIn(wrapper.components)]) byHandle.set(id, gathered);
      }
    }
    const roots: Gathered[] = [];
    for (const each of all) {
      const parent = each.parent === undefined ? undefined : byHandle.get(each.parent);
      (parent?.children ?? roots).push(each);
    }
    return roots;
  }

  #componentsOf(wrapper: ObjectInfo): (ObjectInfo | Instance)[] {
    return ((wrapper.components ?? []) as readonly Instance[]).flatMap((each) => {
      const id = each['@ref'];
      if (id === undefined) return [each];
      return this.#byId.get(String(id)) ?? [];
    });
  }

  #count(gathered: Gathered): void {
    for (const each of gathered.components)
      if (each['@id'] !== undefined) this.#natural.push(each['@id'] as string);
    if (gathered.wrapper !== undefined) this.#natural.push(gathered.wrapper['@id']);
    for (const each of gathered.children) this.#count(each);
  }

  #gameObject({ name, wrapper, components, children }: Gathered): Mapping {
    const before = (member: string) =>
      wrapper === undefined ? undefined : this.#values.beforeOf(wrapper, member);
    const transform = before('transform') as Instance | null | undefined;
    return present({
      name: (wrapper && this.#values.isChanged(wrapper, 'name') ? before('name') : name) ?? '',
      active: before('active') === false ? false : undefined,
      transform: transform ? differing(transform, identity) : undefined,
      wrapper: wrapper && this.#wrapper(wrapper),
      components: components.length > 0 ? components.map((each) => this.#component(each)) : undefined,
      children: children.length > 0 ? children.map((each) => this.#gameObject(each)) : undefined,
    });
  }

  #wrapper(wrapper: ObjectInfo): Mapping {
    const members = ['name', 'active', 'transform'].filter((each) => this.#values.isChanged(wrapper, each));
    const edited = members.map((each): [string, unknown] => [
      each,
      each === 'transform'
        ? differing(wrapper.transform as Instance, this.#values.beforeOf(wrapper, each) as Instance)
        : wrapper[each],
    ]);
    return present({
      key: this.#keys.of(wrapper['@id']),
      class: wrapper['@type'] === 'GameObject' ? 'GameObject' : undefined,
      alias: this.#keys.aliasOf(wrapper['@id']),
      edited: members.length > 0 ? Object.fromEntries(edited) : undefined,
    });
  }

  #component(component: ObjectInfo | Instance): Mapping {
    const id = component['@id'] as string | undefined;
    const key = id === undefined ? undefined : this.#keys.of(id);
    return present({
      class: component['@type'],
      key,
      exposed: id !== undefined && key === undefined ? true : undefined,
      alias: id && this.#keys.aliasOf(id),
      ...this.#held(component, id),
    });
  }
}

const identity: Instance = {
  position: { x: 0, y: 0, z: 0 },
  rotation: { x: 0, y: 0, z: 0, w: 1 },
  scale: { x: 1, y: 1, z: 1 },
};

/** The parts of a transform that differ; undefined where none does. */
function differing(transform: Instance, from: Instance): Mapping | undefined {
  const parts = Object.entries(transform).filter(([name, value]) => !same(value, from[name]));
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

function idsIn(components: Json | undefined): string[] {
  return ((components ?? []) as readonly Instance[]).flatMap((each) => (each['@ref'] as string) ?? []);
}

function unlessEmpty(held: Held): Held | undefined {
  return Object.keys(held).length === 0 ? undefined : held;
}
