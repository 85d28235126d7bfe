import type { TypeSpec } from '../table/spec.js';
import { isObject, type Json, sameJson } from './json.js';
import { readEnum, readScalar, showEnum, showScalar } from './scalars.js';
import { Walker } from './walker.js';

/** True if a body would not change a value, as required for read-only members (ERR-10). */
export class Presence extends Walker {
  /** @throws Refused for a value of another type. */
  isPresent(json: Json, type: TypeSpec, value: unknown): boolean {
    switch (type.of) {
      case 'scalar':
        return sameJson(showScalar(type.name, readScalar(type.name, json)), showScalar(type.name, value));
      case 'enum':
        return showEnum(type.name, readEnum(type.name, json)) === showEnum(type.name, value);
      case 'array': {
        const elements = value as unknown[];
        if (!Array.isArray(json) || json.length !== elements.length) return false;
        return json.every((each, i) => this.isPresent(each, type.element, elements[i]));
      }
      case 'parts': {
        const present = this.reader.value(value, type, Number.POSITIVE_INFINITY, []);
        if (json === null || present === null) return json === present;
        if (!isObject(json) || !isObject(present)) return false;
        // Unknown members are ignored.
        const listed = Object.keys(present).filter((name) => json[name] !== undefined);
        return listed.every((name) => sameJson(json[name], present[name]));
      }
      case 'class':
        return this.#isInstance(json, (value ?? null) as object | null);
    }
  }

  #isInstance(json: Json, value: object | null): boolean {
    if (json === null || value === null) return json === value;
    if (!isObject(json)) return false;
    const registered = this.registry.byTarget(value);
    if ('@ref' in json) {
      return registered !== undefined && this.registry.resolve(String(json['@ref'])) === registered;
    }
    const cls = this.schema.classOf(value);
    if (json['@type'] !== undefined && json['@type'] !== cls.name) return false;
    if (json['@truncated'] === true) return true;
    if (registered !== undefined) return false;
    const listed = cls.members.filter(({ name }) => json[name] !== undefined);
    return listed.every((member) => {
      const current = this.reader.get(value, member);
      return this.isPresent(json[member.name]!, member.type, current);
    });
  }
}
