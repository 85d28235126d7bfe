import {
  classes,
  elementOf,
  isReference,
  type Json,
  type Member,
  membersOf,
  Refusal,
  typeWithin,
} from './kinds.js';
import { type Step, stepsOf } from './paths.js';
import { at, copy, fresh, same, shortest } from './values.js';

/** An object of the host. */
export interface HostObject {
  readonly type: string;
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly source?: string;
  readonly values: Json;
  readonly defaults: Json;
}

/** A property of an object: its value, its type and its setter. */
export interface Place {
  owner: HostObject;
  path: string;
  type: string;
  value: Json;
  member: Member;
  holder: Json;
  key: string | number;
}

/** The objects of the host and their JSON. */
export class Objects {
  readonly all: HostObject[] = [];
  #next = 9223372036854775000n;

  add(type: string, name: string, given: Json, source?: string): HostObject {
    const id = String(++this.#next);
    const values = {
      ...Object.fromEntries(membersOf(type).map((member) => [member.name, fresh(member.type)])),
      ...given,
    };
    const made = { type, id, number: 5000 + this.all.length, name, values, defaults: copy(values) };
    this.all.push(source === undefined ? made : { ...made, source });
    return this.all.at(-1)!;
  }

  /** The current values of the writable members, which a run must restore. */
  get objects(): Json {
    return this.all.map((each) => this.written(each.values, ['height', 'light']));
  }

  protected written(values: Json, but: readonly string[]): Json {
    return Object.fromEntries(
      Object.entries(values).map(([name, each]: [string, Json]) => [
        name,
        but.includes(name) ? 'moves' : (each?.id ?? each),
      ]),
    );
  }

  object(each: HostObject, depth: number): Json {
    const head = {
      '@name': each.name,
      '@id': each.id,
      ...(each.type !== 'Sky' && { '@instanceID': each.number }),
      ...(each.source && { '@source': each.source }),
    };
    const members = membersOf(each.type).map(({ name, type }) => [
      name,
      this.shown(type, each.values[name], depth),
    ]);
    return { ...head, ...Object.fromEntries(members), '@type': each.type };
  }

  protected shown(type: string, value: Json, depth: number): Json {
    const element = elementOf(type);
    if (element !== undefined) return value.map((each: Json) => this.shown(element, each, depth));
    if (value === null || value === undefined) return null;
    if (isReference(type))
      return { '@ref': value.id, '@name': value.name, '@type': value.type, '@instanceID': value.number };
    if (type === 'Single') return shortest(value);
    if (type === 'Double' && !Number.isFinite(value)) return String(value);
    if (typeof value !== 'object') return value;
    if (classes[type] !== undefined && depth <= 1) return { '@truncated': true, '@type': type };
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        name === '@type' ? each : this.shown(typeWithin(type, name)!, each, depth - 1),
      ]),
    );
  }

  protected property({ owner, path, type, value }: Place): Json {
    const [member] = path.split('/');
    const isSame = same(owner.values[member!], owner.defaults[member!]);
    return {
      path,
      id: owner.id,
      changed: !isSame && !same(value, at(owner.defaults, path)),
      value: this.shown(type, value, Number.POSITIVE_INFINITY),
    };
  }

  protected named(id: Json): HostObject | undefined {
    return this.all.find(
      (each) =>
        each.id === id ||
        each.source === id ||
        (each.type === id && id === 'Sky') ||
        String(each.number) === id,
    );
  }

  /** @throws Refusal 404 if the path does not exist */
  protected find(owner: HostObject, path: string): Place {
    const steps = stepsOf(path);
    let place: Place | undefined;
    for (let i = 0; i < steps.length; i++) {
      const next = this.step(owner, place, steps[i]!);
      if (next === undefined) {
        const parts = /[/.[]/.test(steps[i]!.text) ? stepsOf(steps[i]!.text, false) : [];
        if (parts.length < 2) throw new Refusal(404, `Property not found: ${steps[i]!.text}`);
        steps.splice(i--, 1, ...parts);
      } else place = next;
      if (place !== undefined && i < steps.length - 1 && isReference(place.type) && place.value !== null) {
        owner = place.value;
        place = undefined;
      }
    }
    if (place === undefined) throw new Refusal(404, 'Property not found');
    return place;
  }

  protected step(owner: HostObject, from: Place | undefined, { text, isKey }: Step): Place | undefined {
    if (from === undefined) {
      const member = membersOf(owner.type).find(({ name }) => name === text);
      return (
        member && {
          owner,
          path: text,
          type: member.type,
          value: owner.values[text],
          member,
          holder: owner.values,
          key: text,
        }
      );
    }
    const { value, type, member } = from;
    const element = elementOf(type);
    if (value === null || typeof value !== 'object' || isReference(type)) return undefined;
    if (element === undefined) {
      const inner = typeWithin(type, text);
      const of = classes[type] && membersOf(type).find(({ name }) => name === text);
      return inner === undefined
        ? undefined
        : {
            owner,
            path: `${from.path}/${text}`,
            type: inner,
            value: value[text],
            member: of ?? member,
            holder: value,
            key: text,
          };
    }
    const keyMember = classes[element] && membersOf(element).find((each) => each.isKey)?.name;
    const index =
      !isKey && /^\d+$/.test(text)
        ? Number(text)
        : keyMember
          ? value.findIndex((each: Json) => each[keyMember] === text)
          : -1;
    if (index < 0 || index >= value.length) return undefined;
    const shown = /^\d+$/.test(text) && !isKey ? text : String(index);
    return {
      owner,
      path: `${from.path}/${shown}`,
      type: element,
      value: value[index],
      member,
      holder: value,
      key: index,
    };
  }
}
