import { elementOf, functionsOf, type Json, membersOf, Refusal } from './kinds.js';
import { type HostObject, Objects, type Place } from './objects.js';
import { converted, copy, fresh, same } from './values.js';

/** Edits of the objects by clients. */
export abstract class Edits extends Objects {
  /** Called after a write of a property. */
  protected abstract touch(owner: HostObject, path: string): void;

  protected settled(place: Place, value: Json): Json {
    if (place.member.isReadOnly) throw new Refusal(400, 'Property is read-only');
    const made = converted(place.type, place.value, value, (id) => this.named(id));
    const { most, settle } = place.member;
    if (most !== undefined && Array.isArray(made) && made.length > most)
      throw new Refusal(400, `Failed to set property: at most ${most}`);
    return settle === undefined ? made : settle(made);
  }

  protected write(place: Place, value: Json, isReset = false): Json {
    place.holder[place.key] = isReset ? copy(value) : this.settled(place, value);
    this.touch(place.owner, place.path);
    return this.property(this.find(place.owner, place.path));
  }

  protected writeAll(owner: HostObject, value: Json): Json {
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      throw new Refusal(400, 'Failed to set property: an object is expected');
    const made = membersOf(owner.type)
      .filter(({ name }) => Object.hasOwn(value, name))
      .filter((member) => !member.isReadOnly || !same(value[member.name], owner.values[member.name]))
      .map(({ name }) => [name, this.settled(this.find(owner, name), value[name])] as const);
    for (const [name, each] of made) {
      owner.values[name] = each;
      this.touch(owner, name);
    }
    return this.object(owner, Number.POSITIVE_INFINITY);
  }

  protected edit(method: string, owner: HostObject, rest: string[], body: Json): Json {
    const what = { POST: 'add', DELETE: 'remove', PATCH: 'reorder' }[method];
    const refusal = (why: string) => new Refusal(400, `Failed to ${what} array element: ${why}`);
    if (body !== undefined && (body === null || typeof body !== 'object' || Array.isArray(body)))
      throw new Refusal(400, 'Invalid request format: an object is wanted');
    let given = body?.index;
    let place: Place;
    if (method === 'DELETE' && given === undefined && /^\d+$/.test(rest.at(-1)!)) {
      given = Number(rest.at(-1));
      place = this.find(owner, rest.slice(0, -1).join('/'));
    } else place = this.find(owner, rest.join('/'));
    const element = elementOf(place.type);
    if (element === undefined) throw refusal('it is not a list');
    const made = [...place.value];
    const index = (each: Json) => {
      if (!Number.isInteger(each) || each < -1 || each >= made.length) throw refusal(`there is no ${each}`);
      return each === -1 ? made.length - 1 : each;
    };
    if (method === 'POST') {
      if (made.length >= (place.member.most ?? Number.POSITIVE_INFINITY)) throw refusal('the list is full');
      made.push(
        body !== undefined && Object.hasOwn(body, 'value')
          ? converted(element, fresh(element), body.value, (id) => this.named(id))
          : fresh(element),
      );
    } else if (method === 'DELETE') {
      if (made.length === 0) throw refusal('it is empty');
      made.splice(index(given), 1);
    } else {
      const [to, from] = [index(body?.toIndex), index(body?.fromIndex)];
      made.splice(to, 0, ...made.splice(from, 1));
    }
    place.holder[place.key] = made;
    this.touch(place.owner, place.path);
    return this.property(this.find(place.owner, place.path));
  }

  protected call(owner: HostObject, path: string, args: Json): Json {
    const found = functionsOf(owner.type).find(({ name }) => name.toLowerCase() === path.toLowerCase());
    if (found === undefined) throw new Refusal(404, `Function not found: ${path}`);
    if (!Array.isArray(args)) throw new Refusal(400, 'Invalid request format: args is a list');
    const given = found.parameters.map(({ type, value }, i) =>
      args[i] === undefined || args[i] === null
        ? (value ?? fresh(type))
        : converted(type, fresh(type), args[i], (id) => this.named(id)),
    );
    const before = copy(owner.values);
    const result = found.run(owner.values, ...given);
    for (const { name } of membersOf(owner.type))
      if (!same(before[name], owner.values[name])) this.touch(owner, name);
    return result;
  }
}

/** @throws Refusal 400 for a body without a value */
export function wanted(body: Json): Json {
  if (body === null || typeof body !== 'object' || !Object.hasOwn(body, 'value'))
    throw new Refusal(400, 'Invalid request format: value is missing');
  return body.value;
}
