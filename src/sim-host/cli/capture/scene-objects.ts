import type { Json, WireObject } from '../../../client/index.js';
import { type CapturedTypes, type Instance, wrapperTypes } from './captured-types.js';
import { type CapturedValues, isPicture, same } from './captured-values.js';
import { type Mapping, present, unlessEmpty } from './mapping.js';

/** A game object, with its wrapper if that is exposed. */
interface GameObjectGroup {
  /** The wrapper, or the only exposed component. */
  readonly object: WireObject;
  readonly components: readonly Instance[];
  readonly children: GameObjectGroup[];
}

/** Converts the objects of a host for a scene file. */
export class SceneObjects {
  readonly #types: CapturedTypes;
  readonly #values: CapturedValues;
  readonly #keys: ReadonlyMap<string, string>;
  readonly #objects: readonly WireObject[];

  constructor(
    objects: readonly WireObject[],
    types: CapturedTypes,
    values: CapturedValues,
    keys: ReadonlyMap<string, string>,
  ) {
    this.#objects = objects;
    this.#types = types;
    this.#values = values;
    this.#keys = keys;
  }

  /** Returns the objects without a game object, and the values of static classes. */
  plainObjects(): Mapping[] {
    const kindOf = (each: WireObject) => this.#types.kind(each['@type']);
    const statics = this.#objects.filter((each) => kindOf(each) === 'static');
    const others = this.#objects.filter((each) => !['static', 'component'].includes(kindOf(each)));
    return [
      ...statics.map((each) => this.#withValues(each, {})).filter((each) => Object.keys(each).length > 1),
      ...others.map((each) => {
        const key = this.#keys.get(each['@id']);
        return this.#withValues(each, { key, name: each['@name'] === key ? undefined : each['@name'] });
      }),
    ];
  }

  /** Returns the game objects of the scene, each below its parent. */
  gameObjects(): Mapping[] {
    const engine = this.#objects.filter((each) => this.#types.kind(each['@type']) === 'component');
    const byId = new Map(engine.map((each) => [each['@id'], each]));
    const wrapped = new Set(engine.flatMap(referredComponents));
    const groups = new Map<string, GameObjectGroup>();
    for (const object of engine) {
      if (wrapped.has(object['@id'])) continue;
      const components = isWrapper(object)
        ? componentsOf(object).map((each) => byId.get(String(each['@ref'])) ?? each)
        : [object];
      const group = { object, components, children: [] };
      for (const id of [object['@id'], ...referredComponents(object)]) groups.set(id, group);
    }
    const all = [...new Set(groups.values())];
    const parentOf = ({ object }: GameObjectGroup) => groups.get(object['@parent'] ?? '');
    for (const each of all) parentOf(each)?.children.push(each);
    return all.filter((each) => parentOf(each) === undefined).map((each) => this.#gameObject(each));
  }

  #withValues(object: Instance, members: Mapping): Mapping {
    const { type, properties } = this.#types.find(String(object['@type']))!;
    const pictures = properties.filter((each) => isPicture(each, object[each.name]));
    return present({
      class: type,
      ...members,
      values: unlessEmpty(this.#values.ofObject(object)),
      images: unlessEmpty(Object.fromEntries(pictures.map(({ name }) => [name, 'testcard']))),
    });
  }

  #gameObject({ object, components, children }: GameObjectGroup): Mapping {
    const { active, transform, '@name': name, '@id': id } = object;
    const cls = object['@type'] === 'GameObject' ? 'GameObject' : undefined;
    return present({
      name,
      ...(isWrapper(object) && {
        active: active === false ? false : undefined,
        transform: same(transform, identity) ? undefined : transform,
        wrapper: present({ key: this.#keys.get(id), class: cls }),
      }),
      components: unlessEmpty(components.map((each) => this.#component(each))),
      children: unlessEmpty(children.map((each) => this.#gameObject(each))),
    });
  }

  #component(component: Instance): Mapping {
    return this.#withValues(component, { key: this.#keys.get(component['@id'] as string) });
  }
}

const identity = {
  position: { x: 0, y: 0, z: 0 },
  rotation: { x: 0, y: 0, z: 0, w: 1 },
  scale: { x: 1, y: 1, z: 1 },
};

function isWrapper(object: WireObject): boolean {
  return wrapperTypes.has(object['@type']);
}

/** Returns the components of a wrapper: references to exposed objects, and inline ones. */
function componentsOf(wrapper: WireObject): readonly Instance[] {
  return (wrapper.components ?? []) as readonly Json[] as readonly Instance[];
}

/** Returns the ids of the exposed components of a wrapper. */
function referredComponents(object: WireObject): string[] {
  return isWrapper(object) ? componentsOf(object).flatMap((each) => (each['@ref'] as string) ?? []) : [];
}
