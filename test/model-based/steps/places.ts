import type { Choices } from '../choices.js';
import type { Model } from '../model/model.js';
import { elementPlace, memberPlace, type Place, partPlace } from '../model/place.js';
import type { Registered } from '../model/registry.js';
import { partsOf } from '../table/spec.js';

/** A target and a path to it. */
export interface Spelled {
  /** The id or key of the object in which the path begins. */
  readonly id: string;
  readonly place: Place;
  /** The path after `/exposed/…/{id}/`, percent-encoded. */
  readonly url: string;
}

/** Draws paths into the objects. */
export class Places {
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
  }

  /** Any target; undefined if the object has no members. */
  pick(root: Registered, c: Choices): Spelled | undefined {
    const { members } = root.class;
    if (members.length === 0) return undefined;
    const member = c.pick(members);
    const id = root.key !== undefined && c.chance(50) ? root.id : (root.key ?? root.id);
    const start = { id, place: memberPlace(root, root.class, member), url: member.name };
    return this.#deeper(start, c);
  }

  #deeper(at: Spelled, c: Choices): Spelled {
    const { place, url } = at;
    if (!c.chance(50)) return at;
    const { type } = place;
    if (type.of === 'scalar' || type.of === 'enum') return at;
    if (type.of === 'parts') {
      const name = c.pick(Object.keys(partsOf[type.name]));
      return this.#deeper({ ...at, place: partPlace(place, name), url: `${url}/${name}` }, c);
    }
    const value = place.get();
    if (value === null || value === undefined) return at;
    if (type.of === 'array') {
      const elements = value as unknown[];
      if (elements.length === 0) return at;
      const index = c.below(elements.length);
      const key = keyOf(this.#model, elements, index);
      const isByKey = key !== undefined && c.chance(60);
      const step = isByKey ? keyStep(key, c) : c.chance(50) ? `[${index}]` : `/${index}`;
      return this.#deeper(
        {
          ...at,
          place: elementPlace(place, index, hasKey(this.#model, elements[index])),
          url: url + step,
        },
        c,
      );
    }
    if (type.of !== 'class') return at;
    const target = value as object;
    // A write through a cycle is also reported at a stub, which the subscriber ignores.
    if (place.ancestors.includes(target)) return at;
    const registered = this.#model.registry.byTarget(target);
    const cls = registered?.class ?? this.#model.schema.classOf(target);
    if (cls.members.length === 0) return at;
    const member = c.pick(cls.members);
    const next =
      registered === undefined
        ? memberPlace(place.root, cls, member, place)
        : memberPlace(registered, cls, member);
    return this.#deeper({ ...at, place: next, url: `${url}/${member.name}` }, c);
  }

  /** The target of a canonical path; undefined if it does not exist. */
  find(root: Registered, path: string): Place | undefined {
    let place: Place | undefined;
    for (const step of path.split('/')) {
      place = place === undefined ? this.#member(root, step) : this.#step(place, step);
      if (place === undefined) return undefined;
    }
    return place;
  }

  #member(root: Registered, name: string): Place | undefined {
    const member = root.class.members.find((each) => each.name === name);
    return member && memberPlace(root, root.class, member);
  }

  #step(place: Place, step: string): Place | undefined {
    const value = place.get();
    if (typeof value !== 'object' || value === null) return undefined;
    if (place.type.of === 'parts') return partPlace(place, step);
    if (Array.isArray(value))
      return Number(step) in value
        ? elementPlace(place, Number(step), hasKey(this.#model, value[Number(step)]))
        : undefined;
    const cls = this.#model.schema.classOf(value as object);
    const member = cls.members.find((each) => each.name === step);
    return member && memberPlace(place.root, cls, member, place);
  }
}

function hasKey(model: Model, element: unknown): boolean {
  if (typeof element !== 'object' || element === null) return false;
  return model.schema.classOf(element)?.members.some(({ isKey }) => isKey) === true;
}

/** The keys of elements; undefined for those without one. */
function keysOf(model: Model, elements: readonly unknown[]): (string | undefined)[] {
  return elements.map((each) => {
    if (typeof each !== 'object' || each === null) return undefined;
    const cls = model.schema.classOf(each);
    // A component is addressed by its class, too.
    if (cls?.spec.kind === 'component') return cls.name;
    const member = cls?.members.find(({ isKey }) => isKey);
    const shown = member && model.reader.member(each, member, 1, []);
    return shown === undefined || shown === null ? undefined : String(shown);
  });
}

/** The key of an element if it leads to that element. */
function keyOf(model: Model, elements: readonly unknown[], index: number): string | undefined {
  const keys = keysOf(model, elements);
  const key = keys[index];
  return key && keys.indexOf(key) === index ? key : undefined;
}

/** `["5"]` is the key 5, and `[5]` the index 5. */
function keyStep(key: string, c: Choices): string {
  const encoded = encodeURIComponent(key);
  if (/^\d+$/.test(key)) return `["${encoded}"]`;
  if (key.includes('.')) return `[${encoded}]`;
  return c.chance(50) ? `[${encoded}]` : `/${encoded}`;
}
