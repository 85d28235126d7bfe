import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import { noBaseline } from '../../objects/property-ref.js';
import { hasOperations } from '../../types/graph/file-reader.js';
import { FileWalk } from '../../types/graph/file-walk.js';
import { isArray, itemsOf } from '../../types/graph/kinds.js';
import { inlineElement } from '../../types/graph/list-diff.js';
import type { Type } from '../../types/type.js';
import { ValueMemberType } from '../../types/value.js';
import { known } from '../load/unknown-members.js';
import { type Kept, type Place, targets, type Within } from './edit-place.js';

/** Says values in the shape of files, for one entry. */
export class FileValueWriter {
  readonly #walk: FileWalk;

  /** `onLimit` is called once when something is too much to be written whole. */
  constructor(onLimit: () => void) {
    this.#walk = new FileWalk(onLimit);
  }

  /** What is to stand at a place as a whole; undefined for what cannot be said. */
  whole(place: Place): Json | undefined {
    return known(this.#inside(place.within, () => this.#json(place)));
  }

  /** An element of an array that the file does not have yet. */
  added(element: Type, value: unknown, isNew: boolean, within: Within | undefined): Json {
    return this.#inside(within, () => this.#element(element, value, isNew));
  }

  /** What an element differs from its default in. */
  delta(element: Type, value: unknown, old: unknown): Json {
    const json = known(this.#walk.delta(element, value, old ?? null));
    return json === undefined ? {} : json;
  }

  #inside<T>(within: Within | undefined, write: () => T): T {
    return this.#walk.inside(targets(within), write);
  }

  #element(element: Type, value: unknown, isNew: boolean): Json {
    const inline = inlineElement(element);
    if (value === null || value === undefined) return null;
    const json =
      isNew && inline !== undefined ? this.#walk.added(inline, value) : this.#walk.whole(element, value);
    return known(json) ?? null;
  }

  #json(place: Place): Json | undefined {
    const { type, now, before, default: captured, held, isEdited, isNewElement } = place;
    if (isNewElement) return this.#element(type, now, true);
    if (place.under.length > 0) return this.#overOthers(place);
    const isOfFile = held === undefined && isEdited && !isArray(type) && before !== noBaseline;
    // Of an object that the file makes it says what differs from that, of others what differs from their defaults.
    if (isOfFile && captured === noBaseline) return this.#walk.delta(type, now, before);
    const delta =
      captured === noBaseline ? this.#walk.whole(type, now) : this.#walk.delta(type, now, captured);
    if (held === undefined)
      return delta === undefined && isOfFile ? this.#walk.delta(type, now, before) : delta;
    // What stands there and is no vector says nothing of any of its components.
    const saysNothing = type instanceof ValueMemberType && !isJsonObject(held);
    if (type.kind === 'leaf' && !saysNothing) return type.persist(now);
    return delta ?? this.#walk.whole(type, now);
  }

  /** What is left out would be as earlier entries have it, and not as it began: all of it is said. */
  #overOthers({ type, now, default: captured }: Place): Json | undefined {
    const inline = isArray(type) ? inlineElement(type.element) : undefined;
    const items = itemsOf(now);
    if (inline === undefined || captured === noBaseline || items === undefined)
      return this.#walk.whole(type, now);
    const delta = this.#walk.delta(type, now, captured) ?? [];
    if (!Array.isArray(delta) || hasOperations(delta)) return delta;
    // With an operation in it the list tells of the default again: one element is taken out, and put there anew.
    const first = items.findIndex((each) => (each ?? null) !== null);
    if (first < 0) return this.#walk.whole(type, now);
    const lines = items.map((_, i) => delta[i] ?? {});
    const anew = this.#element(inline, items[first], true) as JsonObject;
    return lines.toSpliced(first, 1, { '@op': 'removed' }, { '@op': 'new', ...anew });
  }
}

/** What an entry of an element holds that its value does not tell, added to what is written of the value. */
export function carried(held: Json, json: Json, kept: readonly Kept[]): Json {
  if (!isJsonObject(held) || !isJsonObject(json)) return json;
  const into: JsonObject = { ...json };
  for (const [name, value] of Object.entries(held)) {
    if (name.startsWith('@')) continue;
    if (!Object.hasOwn(json, name) || kept.some(({ path }) => path[0] === name)) into[name] = value;
  }
  return into;
}
