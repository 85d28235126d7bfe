import type { Json, JsonObject } from '../model/json.js';
import { sameJson } from '../model/json.js';
import { showScalar } from '../model/scalars.js';
import type { Type } from './application.js';
import {
  componentsOf,
  type GameObjectThing,
  gameObjectOf,
  isGameObject,
  nameOf,
  type Thing,
  typesOf,
  type Value,
  type Vector,
} from './things.js';

const full = Number.POSITIVE_INFINITY;

/** The target of a path: a member of a thing or a part of it, reached from a registered thing. */
export interface Spot {
  readonly root: Thing;
  readonly path: string;
  readonly thing: Thing;
  readonly member: string;
  readonly parts: readonly string[];
}

/** The stage as data, read again for each answer by wire.md. */
export class StageModel {
  readonly things: Thing[] = [];
  #registered: Thing[] = [];
  /** Names by guid; an asset may be known and not loaded. */
  readonly assets: Readonly<Record<string, string>> = { 'guid-clip': 'Clip', 'guid-late': 'Late' };

  /** Things in the order of registration. */
  get registered(): readonly Thing[] {
    return this.#registered;
  }

  register(thing: Thing, handle: NonNullable<Thing['handle']>): void {
    thing.handle = handle;
    this.#registered.push(thing);
    this.capture(thing);
  }

  get gameObjects(): GameObjectThing[] {
    return this.things.filter(isGameObject);
  }

  /** Registers a thing: its current values are its defaults. */
  capture(thing: Thing): void {
    thing.defaults ??= this.#copy(thing.values);
    if (isGameObject(thing)) for (const each of componentsOf(thing)) this.capture(each);
  }

  /** Copies arrays and inline components; other values are never changed in place. */
  #copy(values: Readonly<Record<string, Value>>): Record<string, Value> {
    const copied = (each: Value): Value => {
      const thing = each as Thing | null;
      if (thing === null || thing.handle !== undefined) return thing;
      return new Inline(thing.className, this.#copy(thing.values));
    };
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.map(copied) : value]),
    );
  }

  kill(thing: Thing): void {
    if (isGameObject(thing)) {
      for (const child of this.gameObjects.filter(({ parent }) => parent === thing)) this.kill(child);
      for (const component of componentsOf(thing)) this.kill(component);
    }
    thing.isDead = true;
    thing.handle = undefined;
    this.#registered = this.#registered.filter((each) => each !== thing);
    this.things.splice(this.things.indexOf(thing), 1);
  }

  object(thing: Thing, depth: number): JsonObject {
    const { id, key } = thing.handle!;
    const parent = this.#parent(thing);
    return {
      '@type': thing.className,
      '@id': id,
      ...instance(thing),
      '@name': nameOf(thing),
      '@source': key,
      ...(parent !== undefined && { '@parent': parent }),
      ...this.#members(thing, depth, [thing]),
    };
  }

  /** The id of the parent game object: its wrapper, else its first registered component. */
  #parent(thing: Thing): string | undefined {
    const parent = gameObjectOf(thing)?.parent;
    if (parent === undefined) return undefined;
    return [parent, ...componentsOf(parent)].find(({ handle }) => handle !== undefined)?.handle?.id;
  }

  #members(thing: Thing, depth: number, ancestors: readonly Thing[]): JsonObject {
    return Object.fromEntries(
      Object.entries(typesOf(thing)).map(([name, type]) => [
        name,
        this.show(thing.values[name], type, depth, ancestors),
      ]),
    );
  }

  show(value: Value, type: Type, depth: number, ancestors: readonly Thing[]): Json {
    switch (type.of) {
      case 'Vector3':
        return vector(value as Vector);
      case 'Transform':
        return Object.fromEntries(
          Object.entries(value as Record<string, Vector>).map(([name, each]) => [name, vector(each)]),
        );
      case 'asset': {
        const guid = value as string | null;
        if (guid === null) return null;
        return { '@type': 'Clip', '@guid': guid, '@name': this.assets[guid]! };
      }
      case 'reference':
        return this.#child(value as Thing | null, depth, ancestors);
      case 'references':
        return (value as (Thing | null)[]).map((each) => this.#child(each, depth, ancestors));
      default:
        return showScalar(type.of, value);
    }
  }

  #child(thing: Thing | null, depth: number, ancestors: readonly Thing[]): Json {
    if (thing === null || thing.isDead) return null;
    if (thing.handle !== undefined) {
      return {
        '@type': thing.className,
        '@ref': thing.handle.id,
        '@name': nameOf(thing),
        ...instance(thing),
      };
    }
    if (depth <= 1 || ancestors.includes(thing)) return { '@type': thing.className, '@truncated': true };
    return {
      '@type': thing.className,
      ...instance(thing),
      ...this.#members(thing, depth - 1, [...ancestors, thing]),
    };
  }

  /** The value at a path, whole or in part. */
  value({ thing, member, parts }: Spot): Value {
    return parts.reduce((value, part) => (value as Record<string, Value>)[part], thing.values[member]);
  }

  typeOf({ thing, member, parts }: Spot): Type {
    const type = typesOf(thing)[member]!;
    if (parts.length === 0) return type;
    return type.of === 'Transform' && parts.length === 1 ? { of: 'Vector3' } : { of: 'Single' };
  }

  property(spot: Spot): JsonObject {
    const value = this.show(this.value(spot), this.typeOf(spot), full, []);
    return { value, id: spot.root.handle!.id, path: spot.path, changed: this.#isChanged(spot) };
  }

  #isChanged(spot: Spot): boolean {
    const { defaults } = spot.thing;
    if (defaults === undefined) return false;
    const before = { ...spot, thing: { ...spot.thing, values: defaults } };
    return !this.isSame(this.value(spot), this.value(before), this.typeOf(spot));
  }

  /** Things are equal by identity, other values by their shown form; destroyed things are null. */
  isSame(a: Value, b: Value, type: Type): boolean {
    if (type.of === 'reference') return living(a) === living(b);
    if (type.of === 'references') {
      const [left, right] = [a as Value[], b as Value[]];
      return left.length === right.length && left.every((each, i) => this.#isSameThing(each, right[i]));
    }
    if (type.of === 'asset') return a === b;
    return sameJson(this.show(a, type, full, []), this.show(b, type, full, []));
  }

  #isSameThing(present: Value, before: Value): boolean {
    if (!(before instanceof Inline)) return living(present) === living(before);
    const thing = living(present);
    if (thing === null || thing.handle !== undefined || thing.className !== before.className) return false;
    return Object.entries(typesOf(thing)).every(([name, type]) =>
      this.isSame(thing.values[name], before.values[name], type),
    );
  }

  /** A moved object has no dirty members, although the scene is unsaved. */
  dirtyMembers(thing: Thing): string[] {
    return [...thing.edited]
      .filter((name) => {
        const { defaults } = thing;
        return (
          defaults === undefined || !this.isSame(thing.values[name], defaults[name], typesOf(thing)[name]!)
        );
      })
      .sort();
  }
}

/** The state of a component that was shown inline. */
class Inline {
  readonly className: string;
  readonly values: Readonly<Record<string, Value>>;

  constructor(className: string, values: Readonly<Record<string, Value>>) {
    this.className = className;
    this.values = values;
  }
}

function living(value: Value): Thing | null {
  const thing = value as Thing | null;
  return thing?.isDead === false ? thing : null;
}

function instance({ instanceId }: Thing): JsonObject {
  return instanceId === undefined ? {} : { '@instanceID': Number(instanceId) };
}

function vector(value: Vector): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, showScalar('Single', each)]));
}
