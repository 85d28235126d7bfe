import type { Json, WireObject } from '../../../client/index.js';
import { toJson } from '../../../client/json.js';
import type { MemberInfo, TypeInfo } from '../exposed/exposed.js';
import { type HostTypes, wrapperTypes } from '../exposed/host-types.js';
import { type Mapping, unlessEmpty } from './mapping.js';

/** An instance as hosts send it. */
type Instance = { readonly [member: string]: Json | undefined };

/** Values of members in a scene file; a key may be a path. */
type MemberValues = Record<string, Json>;

/** A game object, with its wrapper if that is exposed. */
interface GameObjectGroup {
  /** The wrapper, or the only exposed component. */
  readonly object: WireObject;
  readonly components: readonly Instance[];
  readonly children: GameObjectGroup[];
}

/** Converts the objects of a host for a scene file, with the values that differ from the defaults of their types. */
export class SceneObjects {
  readonly #objects: readonly WireObject[];
  readonly #types: HostTypes;
  readonly #keys: ReadonlyMap<string, string>;

  constructor(objects: readonly WireObject[], types: HostTypes, keys: ReadonlyMap<string, string>) {
    this.#objects = objects;
    this.#types = types;
    this.#keys = keys;
  }

  /** Returns the objects without a game object, and the values of static classes. */
  plainObjects(): Mapping[] {
    const kindOf = (each: WireObject) => this.#types.kind(each['@type']);
    const statics = this.#objects.filter((each) => kindOf(each) === 'static');
    const others = this.#objects.filter((each) => !['static', 'component'].includes(kindOf(each)));
    return [
      ...statics
        .map((each) => this.#withValues(each, {}))
        .filter(({ values, images }) => values !== undefined || images !== undefined),
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
    const cls = this.#types.find(String(object['@type']))!;
    const pictures = cls.properties.filter((each) => isPicture(each, object[each.name]));
    // Read-only members of inline objects have a path, since only a file can set them.
    const paths: MemberValues = {};
    const values = this.#members(cls, object, '', paths);
    return {
      class: cls.type,
      ...members,
      values: unlessEmpty({ ...values, ...paths }),
      images: unlessEmpty(Object.fromEntries(pictures.map(({ name }) => [name, 'testcard']))),
    };
  }

  #members(cls: TypeInfo, instance: Instance, path: string, paths: MemberValues): MemberValues {
    const members: MemberValues = {};
    for (const property of cls.properties) {
      const { name, isReadOnly } = property;
      const value = instance[name];
      if (value === undefined || isPicture(property, value)) continue;
      const fallback = this.#types.defaultOf(property);
      if (fallback !== undefined && same(value, fallback)) continue;
      const inner = path === '' ? name : `${path}/${name}`;
      const written = this.#written(value, property.type, inner, paths);
      if (written === undefined || (fallback === undefined && isEmpty(written))) continue;
      if (isReadOnly && path !== '') paths[inner] = written;
      else members[name] = written;
    }
    return members;
  }

  /** Converts a value to its form in a scene file; undefined if the host has left it out. */
  #written(value: Json, declared: string, path: string, paths: MemberValues): Json | undefined {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const element = declared.replace(/\[\]$/, '');
      return value.map((item: Json, i) => this.#written(item, element, `${path}/${i}`, paths) ?? {});
    }
    const instance = value as Instance;
    const ref = instance['@ref'];
    if (ref !== undefined) return { ref: this.#keys.get(String(ref)) ?? String(ref) };
    if (instance['@guid'] !== undefined) return instance['@guid'];
    const cls = this.#types.find(String(instance['@type']));
    if (cls === undefined) return value;
    if (instance['@truncated']) return undefined;
    const members = this.#members(cls, instance, path, paths);
    const isDefault = cls === this.#types.concrete(declared)[0];
    return isDefault ? members : { '@type': cls.type, ...members };
  }
  #gameObject({ object, components, children }: GameObjectGroup): Mapping {
    const { active, transform, '@name': name, '@id': id } = object;
    const cls = object['@type'] === 'GameObject' ? 'GameObject' : undefined;
    return {
      name,
      ...(isWrapper(object) && {
        active: active === false ? false : undefined,
        transform: same(transform, identity) ? undefined : transform,
        wrapper: { key: this.#keys.get(id), class: cls },
      }),
      components: unlessEmpty(components.map((each) => this.#component(each))),
      children: unlessEmpty(children.map((each) => this.#gameObject(each))),
    };
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

/** True for the address of a picture, which contains an object id. */
function isPicture({ controller }: MemberInfo, value: Json | undefined): boolean {
  return controller?.type === 'ImagePreview' && typeof value === 'string' && value !== '';
}

function same(a: Json | undefined, b: Json | undefined): boolean {
  return toJson(a ?? null) === toJson(b ?? null);
}

function isEmpty(value: Json): boolean {
  return typeof value === 'object' && value !== null && unlessEmpty(value) === undefined;
}
