import { isObject, type Json, type JsonObject } from '../model/json.js';
import type { Answer } from '../model/model.js';
import { badValue, Refused } from '../model/refused.js';
import { readScalar } from '../model/scalars.js';
import type { Type } from './application.js';
import type { Spot, StageModel } from './model.js';
import { componentsOf, gameObjectOf, type Thing, typesOf, type Value } from './things.js';

/** Applies requests to the stage. Everything is converted before anything is set. */
export class StageWrites {
  readonly #model: StageModel;

  constructor(model: StageModel) {
    this.#model = model;
  }

  put(spot: Spot, json: Json): Answer {
    return answer(() => {
      refuseComponents(spot.member);
      this.set(spot, this.#converted(json, this.#model.typeOf(spot), this.#model.value(spot)), true);
      return this.#model.property(spot);
    });
  }

  putObject(thing: Thing, body: JsonObject): Answer {
    return answer(() => {
      const values = Object.entries(body).map(([member, json]) => {
        refuseComponents(member);
        return [member, this.#converted(json, typesOf(thing)[member]!, thing.values[member])] as const;
      });
      for (const [member, value] of values)
        this.set({ root: thing, path: member, thing, member, parts: [] }, value, true);
      return this.#model.object(thing, Number.POSITIVE_INFINITY);
    });
  }

  reset(spot: Spot): Answer {
    return answer(() => {
      refuseComponents(spot.member);
      const { defaults } = spot.thing;
      if (defaults === undefined) throw badValue('no captured default');
      const before = this.#model.value({ ...spot, thing: { ...spot.thing, values: defaults } });
      this.set(spot, Array.isArray(before) ? [...before] : before, true);
      return this.#model.property(spot);
    });
  }

  reparent(thing: Thing, parentId: Json): Answer {
    return answer(() => {
      const child = gameObjectOf(thing);
      if (child === undefined) throw badValue('no child');
      const above = parentId === null ? undefined : gameObjectOf(this.#resolve(parentId) ?? thing);
      const isKnown = parentId === null || (above !== undefined && this.#resolve(parentId) !== undefined);
      if (!isKnown) throw badValue('no parent');
      for (let each = above; each !== undefined; each = each.parent)
        if (each === child) throw badValue('a cycle');
      child.parent = above;
      return this.#model.object(thing, Number.POSITIVE_INFINITY);
    });
  }

  /** `isEdit`: written by a remote app. */
  set({ thing, member, parts }: Spot, value: Value, isEdit: boolean): void {
    const before = thing.values[member];
    const whole = parts.reduceRight((inner, part, i) => {
      const outer = parts.slice(0, i).reduce((at, each) => (at as Record<string, Value>)[each], before);
      return { ...(outer as object), [part]: inner };
    }, value);
    // A game object without a name has an empty name.
    thing.values[member] = member === 'name' ? (whole ?? '') : whole;
    if (isEdit && !this.#model.isSame(before, thing.values[member], typesOf(thing)[member]!))
      thing.edited.add(member);
  }

  #resolve(id: Json): Thing | undefined {
    return this.#model.registered.find(
      ({ handle }) => handle!.id === String(id) || handle!.key === String(id),
    );
  }

  #converted(json: Json, type: Type, current: Value): Value {
    switch (type.of) {
      case 'Vector3':
        return this.#parts(json, current, () => ({ of: 'Single' }));
      case 'Transform':
        return this.#parts(json, current, () => ({ of: 'Vector3' }));
      case 'asset': {
        const guid = isObject(json) ? json['@guid'] : json;
        if (guid !== null && typeof guid !== 'string') throw badValue('no asset');
        return guid !== null && guid in this.#model.assets ? guid : null;
      }
      case 'reference':
        return this.#reference(json, type.to, current as Thing | null);
      case 'references': {
        if (!Array.isArray(json)) throw badValue('no array');
        const before = current as (Thing | null)[];
        return json.map((each, i) => this.#reference(each, type.to, i in before ? before[i]! : undefined));
      }
      default:
        return readScalar(type.of, json);
    }
  }

  #parts(json: Json, current: Value, typeOf: (name: string) => Type): Value {
    if (!isObject(json)) throw badValue('no parts');
    const before = current as Record<string, Value>;
    const given = Object.keys(json).filter((name) => name in before);
    return {
      ...before,
      ...Object.fromEntries(
        given.map((name) => [name, this.#converted(json[name]!, typeOf(name), before[name])]),
      ),
    };
  }

  #reference(json: Json, to: string, current: Thing | null | undefined): Thing | null {
    if (json === null) return null;
    if (!isObject(json)) throw badValue('no reference');
    if (json['@truncated'] === true) {
      if (current === undefined) throw badValue('a stub for what is not there');
      return current;
    }
    // An unregistered component is inline and merged; only an empty body fits it.
    if (!('@ref' in json) && current?.isDead === false && current.handle === undefined) return current;
    const found = this.#found(String(json['@ref']));
    if (found === undefined || found.className !== to) throw badValue('unresolved');
    return found;
  }

  /** Finds an object by id or key, or a component of a wrapper: `lamp.components[Stage.Rig]`. */
  #found(ref: string): Thing | undefined {
    const [, key, which] = /^([^.]+)\.components\[(.+)\]$/.exec(ref) ?? [];
    if (key === undefined || which === undefined) return this.#resolve(ref);
    const owner = this.#model.registered.find(({ handle }) => handle!.key === key);
    const gameObject = owner && gameObjectOf(owner);
    if (gameObject === undefined) return undefined;
    const components = componentsOf(gameObject);
    return /^\d+$/.test(which)
      ? components[Number(which)]
      : components.find((each) => each.className === which);
  }
}

function refuseComponents(member: string): void {
  if (member === 'components') throw badValue('read-only');
}

function answer(act: () => Json): Answer {
  try {
    return { status: 200, body: act() };
  } catch (error) {
    if (error instanceof Refused) return { status: error.status };
    throw error;
  }
}
