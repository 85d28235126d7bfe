import type { Json } from '../../../client/index.js';
import { type CapturedTypes, wrapperTypes } from './captured-types.js';
import { type CapturedValues, isPicture, same } from './captured-values.js';
import { type Mapping, present } from './scene-classes.js';
import type { Instance, ObjectInfo } from './wire-shapes.js';

/** A game object with the handles of its wrapper and components. */
interface GameObjectGroup {
  readonly name: string;
  wrapper?: ObjectInfo;
  readonly components: (ObjectInfo | Instance)[];
  readonly parent: string | undefined;
  readonly children: GameObjectGroup[];
}

/** Converts the objects of a host for a scene file. */
export class SceneObjects {
  readonly #types: CapturedTypes;
  readonly #values: CapturedValues;
  readonly #keys: ReadonlyMap<string, string>;
  readonly #objects: readonly ObjectInfo[];
  readonly #byId: ReadonlyMap<string, ObjectInfo>;

  constructor(
    objects: readonly ObjectInfo[],
    types: CapturedTypes,
    values: CapturedValues,
    keys: ReadonlyMap<string, string>,
  ) {
    this.#objects = objects;
    this.#byId = new Map(objects.map((each) => [each['@id'], each]));
    this.#types = types;
    this.#values = values;
    this.#keys = keys;
  }

  /** Returns the objects without a game object, and the values of static classes. */
  plainObjects(): Mapping[] {
    const isStatic = (each: ObjectInfo) => this.#types.kind(each['@type']) === 'static';
    const statics = this.#objects.filter(isStatic).map((each) => this.#withValues(each, {}));
    const others = this.#objects.filter((each) => !this.#isEngine(each) && !isStatic(each));
    return [
      ...statics.filter((each) => Object.keys(each).length > 1),
      ...others.map((each) => {
        const key = this.#keys.get(each['@id']);
        return this.#withValues(each, { key, name: each['@name'] === key ? undefined : each['@name'] });
      }),
    ];
  }

  /** Returns the game objects of the scene. */
  gameObjects(): Mapping[] {
    return this.#roots().map((each) => this.#gameObject(each));
  }

  #isEngine(object: ObjectInfo): boolean {
    return this.#types.kind(object['@type']) === 'component';
  }

  #withValues(object: Instance, members: Mapping): Mapping {
    const { type, properties } = this.#types.find(object['@type'] as string)!;
    const pictures = properties.filter((each) => isPicture(each, object[each.name]));
    return present({
      class: type,
      ...members,
      values: unlessEmpty(this.#values.ofObject(object)),
      images: unlessEmpty(Object.fromEntries(pictures.map(({ name }) => [name, 'testcard']))),
    });
  }

  /** Returns the game objects without a parent, in the order of their first exposed object. */
  #roots(): GameObjectGroup[] {
    const byHandle = new Map<string, GameObjectGroup>();
    const all: GameObjectGroup[] = [];
    const add = (object: ObjectInfo, components: GameObjectGroup['components']): GameObjectGroup => {
      const parent = object['@parent'];
      const group: GameObjectGroup = { name: object['@name'], components, parent, children: [] };
      all.push(group);
      return group;
    };
    const engine = this.#objects.filter((each) => this.#isEngine(each));
    const wrapped = new Map<string, ObjectInfo>();
    for (const each of engine) for (const id of idsIn(each.components)) wrapped.set(id, each);
    for (const each of engine) {
      if (byHandle.has(each['@id'])) continue;
      const wrapper = wrapperTypes.has(each['@type']) ? each : wrapped.get(each['@id']);
      if (wrapper === undefined) byHandle.set(each['@id'], add(each, [each]));
      else {
        const group = add(wrapper, this.#componentsOf(wrapper));
        group.wrapper = wrapper;
        for (const id of [wrapper['@id'], ...idsIn(wrapper.components)]) byHandle.set(id, group);
      }
    }
    const roots: GameObjectGroup[] = [];
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

  #gameObject({ name, wrapper, components, children }: GameObjectGroup): Mapping {
    return present({
      name,
      active: wrapper?.active === false ? false : undefined,
      transform: wrapper?.transform ? differing(wrapper.transform as Instance, identity) : undefined,
      wrapper:
        wrapper &&
        present({
          key: this.#keys.get(wrapper['@id']),
          class: wrapper['@type'] === 'GameObject' ? 'GameObject' : undefined,
        }),
      components: components.length > 0 ? components.map((each) => this.#component(each)) : undefined,
      children: children.length > 0 ? children.map((each) => this.#gameObject(each)) : undefined,
    });
  }

  #component(component: ObjectInfo | Instance): Mapping {
    const id = component['@id'] as string | undefined;
    return this.#withValues(component, { key: id === undefined ? undefined : this.#keys.get(id) });
  }
}

const identity: Instance = {
  position: { x: 0, y: 0, z: 0 },
  rotation: { x: 0, y: 0, z: 0, w: 1 },
  scale: { x: 1, y: 1, z: 1 },
};

/** Returns the parts of a transform that differ; undefined if none does. */
function differing(transform: Instance, from: Instance): Mapping | undefined {
  const parts = Object.entries(transform).filter(([name, value]) => !same(value, from[name]));
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

function idsIn(components: Json | undefined): string[] {
  return ((components ?? []) as readonly Instance[]).flatMap((each) => (each['@ref'] as string) ?? []);
}

function unlessEmpty<T extends object>(members: T): T | undefined {
  return Object.keys(members).length === 0 ? undefined : members;
}
