import { longBytes, parseJson } from '../http/json-body.js';
import { readInSlices } from '../http/json-in-slices.js';
import { type Json, type JsonObject, stringifyJson } from '../json.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { ExposedClass } from '../types/exposed-class.js';
import type { Guard } from './guard.js';

/** So many characters are written at a time, at least. */
const charactersPerSlice = 16 * 1024;

/** How a member of a class is written at a place; undefined for one that is hidden. */
interface ShownMember {
  /** `"name":` */
  readonly key: string;
  /** The names on the way to it. */
  readonly path: string;
}

/** An array or an object that is being written; an object has names. */
interface Open {
  readonly json: readonly Json[] | JsonObject;
  readonly names: readonly string[] | undefined;
  readonly shown: (name: string) => ShownMember | undefined;
  readonly path: string;
  next: number;
  separator: '' | ',';
}

/**
 * Writes what a caller may see of a value in a text of the service's own making, in slices: inline composites without hidden members,
 * null for references to hidden objects. What the caller may see is asked for once for each member of a class at a place.
 */
export class VisibleText {
  readonly #guard: Guard;
  readonly #handle: ExposedObjectHandle;
  readonly #open: Open[] = [];
  readonly #shown = new Map<string, (name: string) => ShownMember | undefined>();
  /** What was written before `#text`, in long pieces. */
  #before = '';
  #text = '';

  constructor(guard: Guard, handle: ExposedObjectHandle) {
    this.#guard = guard;
    this.#handle = handle;
  }

  /** A value at a place. */
  *value(json: Json, path: string): Generator<void, string> {
    this.#begin(json, path);
    return yield* this.#finish();
  }

  /** The object itself. */
  *object(json: JsonObject): Generator<void, string> {
    const names = Object.keys(json).filter((name) => name !== '@parent' || this.#isReadable(json[name]));
    this.#push(json, '', names, this.#shownOf(this.#handle.class, ''));
    return yield* this.#finish();
  }

  #begin(json: Json, path: string): void {
    if (typeof json !== 'object' || json === null) this.#text += stringifyJson(json);
    else if (Array.isArray(json)) this.#push(json, path);
    else if (json['@ref'] !== undefined)
      this.#text += this.#isReadable(json['@ref']) ? stringifyJson(json) : 'null';
    else if (typeof json['@type'] !== 'string') this.#text += stringifyJson(json);
    else {
      const cls = this.#guard.model.classes.find(json['@type']);
      this.#push(json, path, Object.keys(json), this.#shownOf(cls, path));
    }
  }

  #push(json: Open['json'], path: string, names?: readonly string[], shown: Open['shown'] = hidden): void {
    this.#text += names === undefined ? '[' : '{';
    this.#open.push({ json, names, shown, path, next: 0, separator: '' });
  }

  *#finish(): Generator<void, string> {
    while (this.#open.length > 0) {
      this.#goOn(this.#open.at(-1)!);
      if (this.#text.length <= charactersPerSlice) continue;
      this.#flatten();
      yield;
    }
    return this.#before + this.#text;
  }

  #goOn(open: Open): void {
    const { json, names } = open;
    const count = names?.length ?? (json as readonly Json[]).length;
    const depth = this.#open.length;
    while (open.next < count) {
      if (this.#text.length > charactersPerSlice) return;
      const i = open.next++;
      if (names === undefined) this.#item(open, (json as readonly Json[])[i]!);
      else this.#member(open, names[i]!, (json as JsonObject)[names[i]!]!);
      if (this.#open.length > depth) return;
    }
    this.#text += names === undefined ? ']' : '}';
    this.#open.pop();
  }

  #item(open: Open, json: Json): void {
    this.#text += open.separator;
    open.separator = ',';
    this.#begin(json, open.path);
  }

  #member(open: Open, name: string, json: Json): void {
    if (name.startsWith('@')) this.#text += `${open.separator}${JSON.stringify(name)}:${stringifyJson(json)}`;
    else {
      const shown = open.shown(name);
      if (shown === undefined) return;
      this.#text += open.separator + shown.key;
      this.#begin(json, shown.path);
    }
    open.separator = ',';
  }

  /** What is shown of the members of a class at a place. */
  #shownOf(cls: ExposedClass | undefined, above: string): Open['shown'] {
    if (cls === undefined) return hidden;
    const place = `${cls.name} ${above}`;
    let shown = this.#shown.get(place);
    if (shown === undefined) {
      shown = this.#rememberedShown(cls, above);
      this.#shown.set(place, shown);
    }
    return shown;
  }

  #rememberedShown(cls: ExposedClass, above: string): Open['shown'] {
    const known = new Map<string, ShownMember | undefined>();
    return (name) => {
      if (known.has(name)) return known.get(name);
      const path = above === '' ? name : `${above}/${name}`;
      const isShown = cls.member(name) !== undefined && this.#guard.readsMember(this.#handle, path);
      const shown = isShown ? { key: `${JSON.stringify(name)}:`, path } : undefined;
      known.set(name, shown);
      return shown;
    };
  }

  #isReadable(id: Json | undefined): boolean {
    const handle = this.#guard.model.objects.resolve(String(id));
    return handle !== undefined && this.#guard.reads(handle);
  }

  #flatten(): void {
    // To look at a character makes one text of the pieces.
    this.#text.charCodeAt(0);
    this.#before += this.#text;
    this.#text = '';
  }
}

const hidden = () => undefined;

/** Reads a text of the service's own making, a long one in slices. */
export function* parsedInSlices(text: string): Generator<void, Json> {
  if (text.length <= longBytes) return parseJson(text);
  return (yield* readInSlices(text, parseJson)).value;
}
