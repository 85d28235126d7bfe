import { isJsonObject, type Json, type JsonObject } from '../../common/json.js';
import { notCaptured } from '../../objects/property-ref.js';
import { FileJsonWriter } from '../../types/graph/file-json-writer.js';
import { isArray } from '../../types/graph/kinds.js';
import { inlineElement, isObjectList } from '../../types/graph/list-diff.js';
import type { Type } from '../../types/type.js';
import { ValueMemberType } from '../../types/value.js';
import { omitUnknown } from '../unknown-members.js';
import { type Enclosing, type EntryValue, enclosingTargets, type PendingValue } from './entry-value.js';

/** Writes values as JSON for one entry. */
export class EntryValueWriter {
  readonly #walk: FileJsonWriter;

  /** `onLimit` is called once if a value is too large to be written completely. */
  constructor(onLimit: () => void) {
    this.#walk = new FileJsonWriter(onLimit);
  }

  /** Returns the complete JSON of a value; undefined if it cannot be written. */
  whole(value: EntryValue): Json | undefined {
    return omitUnknown(this.#inside(value.within, () => this.#json(value)));
  }

  /** Returns the JSON of an array element that the file lacks. */
  newElement(element: Type, value: unknown, isNew: boolean, within: Enclosing | undefined): Json {
    return this.#inside(within, () => this.#element(element, value, isNew));
  }

  /** Returns the differences between an element and its default. */
  delta(element: Type, value: unknown, old: unknown): Json {
    const json = omitUnknown(this.#walk.delta(element, value, old ?? null));
    return json === undefined ? {} : json;
  }

  #inside<T>(within: Enclosing | undefined, write: () => T): T {
    return this.#walk.inside(enclosingTargets(within), write);
  }

  #element(element: Type, value: unknown, isNew: boolean): Json {
    const inline = inlineElement(element);
    if (value === null || value === undefined) return null;
    const json =
      isNew && inline !== undefined ? this.#walk.added(inline, value) : this.#walk.whole(element, value);
    return omitUnknown(json) ?? null;
  }

  #json(value: EntryValue): Json | undefined {
    const { type, now, before, default: captured, held, isEdited, isNewElement } = value;
    if (isNewElement) return this.#element(type, now, true);
    if (value.earlier.length > 0) {
      // Omitted parts would keep the values of earlier entries, from which only lists of objects are removed.
      const delta =
        isObjectList(type) && captured !== notCaptured ? this.#walk.delta(type, now, captured) : undefined;
      return delta ?? this.#walk.whole(type, now);
    }
    const isOfFile = held === undefined && isEdited && !isArray(type) && before !== notCaptured;
    // An object that the file creates is relative to the file's state, others to their defaults.
    if (isOfFile && captured === notCaptured) return this.#walk.delta(type, now, before);
    const delta =
      captured === notCaptured ? this.#walk.whole(type, now) : this.#walk.delta(type, now, captured);
    if (held === undefined)
      return delta === undefined && isOfFile ? this.#walk.delta(type, now, before) : delta;
    // An entry whose JSON is not an object has none of the vector's components.
    const lacksComponents = type instanceof ValueMemberType && !isJsonObject(held);
    if (type.kind === 'leaf' && !lacksComponents) return type.persist(now);
    return delta ?? this.#walk.whole(type, now);
  }
}

/** Adds the members of an old entry that the value does not determine. */
export function carryMembers(held: Json, json: Json, pending: readonly PendingValue[]): Json {
  if (!isJsonObject(held) || !isJsonObject(json)) return json;
  const into: JsonObject = { ...json };
  for (const [name, value] of Object.entries(held)) {
    if (name.startsWith('@')) continue;
    if (!Object.hasOwn(json, name) || pending.some(({ path }) => path[0] === name)) into[name] = value;
  }
  return into;
}
