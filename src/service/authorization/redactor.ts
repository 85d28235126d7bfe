import { type Json, type JsonObject, stringifyJson } from '../json.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { ExposedClass } from '../types/exposed-class.js';
import type { Guard } from './guard.js';

/** How a visible member of a class is written at a path. */
interface ShownMember {
  /** `"name":` */
  readonly key: string;
  /** The names on the way to it. */
  readonly path: string;
}

/**
 * Writes what a caller may see of a value of the service's own making: inline composites without hidden members, null for
 * references to hidden objects. The rights to a member of a class at a path are asked for once.
 */
export class Redactor {
  readonly #guard: Guard;
  readonly #handle: ExposedObjectHandle;
  readonly #shown = new Map<string, ShownMember | undefined>();

  constructor(guard: Guard, handle: ExposedObjectHandle) {
    this.#guard = guard;
    this.#handle = handle;
  }

  /** A value at a path. */
  value(json: Json, path: string): string {
    if (typeof json !== 'object' || json === null) return stringifyJson(json);
    if (Array.isArray(json)) return `[${json.map((item) => this.value(item, path)).join()}]`;
    if (json['@ref'] !== undefined) return this.#isReadable(json['@ref']) ? stringifyJson(json) : 'null';
    if (typeof json['@type'] !== 'string') return stringifyJson(json);
    const cls = this.#guard.model.classes.find(json['@type']);
    return this.#members(json, Object.keys(json), cls, path);
  }

  /** The object itself. */
  object(json: JsonObject): string {
    const names = Object.keys(json).filter((name) => name !== '@parent' || this.#isReadable(json[name]));
    return this.#members(json, names, this.#handle.class, '');
  }

  #members(json: JsonObject, names: readonly string[], cls: ExposedClass | undefined, above: string): string {
    const members: string[] = [];
    for (const name of names) {
      if (name.startsWith('@')) members.push(`${JSON.stringify(name)}:${stringifyJson(json[name]!)}`);
      else {
        const shown = cls && this.#shownMember(cls, name, above);
        if (shown !== undefined) members.push(shown.key + this.value(json[name]!, shown.path));
      }
    }
    return `{${members.join()}}`;
  }

  #shownMember(cls: ExposedClass, name: string, above: string): ShownMember | undefined {
    const path = above === '' ? name : `${above}/${name}`;
    const place = `${cls.name} ${path}`;
    if (this.#shown.has(place)) return this.#shown.get(place);
    const isShown = cls.member(name) !== undefined && this.#guard.readsMember(this.#handle, path);
    const shown = isShown ? { key: `${JSON.stringify(name)}:`, path } : undefined;
    this.#shown.set(place, shown);
    return shown;
  }

  #isReadable(id: Json | undefined): boolean {
    const handle = this.#guard.model.objects.resolve(String(id));
    return handle !== undefined && this.#guard.reads(handle);
  }
}
