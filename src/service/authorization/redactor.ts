import { type Json, type JsonObject, stringifyJson } from '../common/json.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { ExposedClass } from '../types/exposed-class.js';
import type { Guard } from './guard.js';

/** A visible member at a path. */
interface VisibleMember {
  /** `"name":` */
  readonly key: string;
  /** The member names on the path to it. */
  readonly path: string;
}

/**
 * Writes the visible part of a value: inline composites without hidden members, null for references to hidden objects.
 * The rights to a member of a class at a path are requested once.
 */
export class Redactor {
  readonly #guard: Guard;
  readonly #handle: ExposedObjectHandle;
  readonly #visible = new Map<string, VisibleMember | undefined>();

  constructor(guard: Guard, handle: ExposedObjectHandle) {
    this.#guard = guard;
    this.#handle = handle;
  }

  /** Writes a value at a path. */
  value(json: Json, path: string): string {
    if (typeof json !== 'object' || json === null) return stringifyJson(json);
    if (Array.isArray(json)) return `[${json.map((item) => this.value(item, path)).join()}]`;
    if (json['@ref'] !== undefined) return this.#isReadable(json['@ref']) ? stringifyJson(json) : 'null';
    if (typeof json['@type'] !== 'string') return stringifyJson(json);
    const cls = this.#guard.model.classes.find(json['@type']);
    return this.#members(json, Object.keys(json), cls, path);
  }

  /** Writes the object itself. */
  object(json: JsonObject): string {
    const names = Object.keys(json).filter((name) => name !== '@parent' || this.#isReadable(json[name]));
    return this.#members(json, names, this.#handle.class, '');
  }

  #members(
    json: JsonObject,
    names: readonly string[],
    cls: ExposedClass | undefined,
    parentPath: string,
  ): string {
    const members: string[] = [];
    for (const name of names) {
      if (name.startsWith('@')) members.push(`${JSON.stringify(name)}:${stringifyJson(json[name]!)}`);
      else {
        const shown = cls && this.#visibleMember(cls, name, parentPath);
        if (shown !== undefined) members.push(shown.key + this.value(json[name]!, shown.path));
      }
    }
    return `{${members.join()}}`;
  }

  #visibleMember(cls: ExposedClass, name: string, parentPath: string): VisibleMember | undefined {
    const path = parentPath === '' ? name : `${parentPath}/${name}`;
    const key = `${cls.name} ${path}`;
    if (this.#visible.has(key)) return this.#visible.get(key);
    const isVisible = cls.member(name) !== undefined && this.#guard.canReadMember(this.#handle, path);
    const shown = isVisible ? { key: `${JSON.stringify(name)}:`, path } : undefined;
    this.#visible.set(key, shown);
    return shown;
  }

  #isReadable(id: Json | undefined): boolean {
    const handle = this.#guard.model.objects.resolve(String(id));
    return handle !== undefined && this.#guard.canRead(handle);
  }
}
