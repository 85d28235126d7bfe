import type { App, Classes } from '../table/evaluate.js';
import type { FunctionSpec, Table } from '../table/spec.js';
import { Converter } from './converter.js';
import { type Json, type JsonObject, sameJson } from './json.js';
import { remember } from './memory.js';
import { isPersistable } from './persistable.js';
import { Capturer } from './persistence.js';
import type { Place } from './place.js';
import { Reader } from './reader.js';
import { badValue, Refused } from './refused.js';
import { type Registered, Registry } from './registry.js';
import { type ModelClass, Schema } from './schema.js';

/** What a request is answered with; bodies of errors are the service's own words. */
export interface Answer {
  readonly status: number;
  readonly body?: Json;
}

type PersistedObjects = ReadonlyMap<Registered, Readonly<Record<string, Json>>>;

/** The naive model: it keeps nothing but the application's objects, and works everything out when it is asked. */
export class Model {
  readonly schema: Schema;
  readonly registry = new Registry();
  readonly reader: Reader;
  readonly #capturer: Capturer;
  readonly #converter: Converter;
  readonly app: App;

  constructor(table: Table, classes: Classes, app: App) {
    this.schema = new Schema(table, classes);
    this.reader = new Reader(this.schema, this.registry);
    this.#capturer = new Capturer(this.schema, this.registry, this.reader);
    this.#converter = new Converter(this.schema, this.registry, this.reader);
    this.app = app;
  }

  register(
    target: object,
    cls: ModelClass,
    { id, key, name }: Pick<Registered, 'id' | 'key' | 'name'>,
  ): void {
    const defaults = Object.fromEntries(
      cls.members.map((member) => [
        member.name,
        this.#capturer.capture(Reflect.get(target, member.name), member.type, [target]),
      ]),
    );
    const object: Registered = {
      id,
      key,
      name,
      class: cls,
      target,
      defaults,
      baseline: {},
      edited: new Set(),
      doubtful: new Set(),
    };
    object.baseline = this.#persisted(object);
    this.registry.add(object);
  }

  /** Property P. */
  property(place: Place): JsonObject {
    const value = this.reader.value(place.get(), place.type, Number.POSITIVE_INFINITY, []);
    const captured = place.captured();
    const changed = captured === undefined || !sameJson(value, captured.json);
    return { value, id: place.root.id, path: place.path, changed };
  }

  /** Whether `changed` of a place is settled. */
  isChangedKnown(place: Place): boolean {
    // Of a child that was null when it was captured, wire.md does not say what its members differ from.
    return place.captured() !== undefined || place.isAdded;
  }

  put(place: Place, json: Json): Answer {
    const answer = this.#written(place, () => this.#set(place, json));
    this.#noteEqual(place.root, [place.path.split('/')[0]!]);
    return answer;
  }

  putObject(object: Registered, json: JsonObject): Answer {
    const answer = this.#request(
      () => this.#converter.merge(object.target, object.class, json),
      () => this.reader.object(object, Number.POSITIVE_INFINITY),
    );
    this.#noteEqual(object, Object.keys(json));
    return answer;
  }

  /** Whether a write of the value that is there already is an edit, wire.md leaves open. */
  #noteEqual(object: Registered, names: readonly string[]): void {
    for (const name of names) if (!object.edited.has(name)) object.doubtful.add(name);
  }

  /** `json` undefined: the element type's default. */
  append(array: Place, json: Json | undefined): Answer {
    return this.#arrayOperation(array, (elements, element) => {
      const value =
        json === undefined
          ? this.#converter.default(element)
          : this.#converter.value(json, element, false, undefined);
      elements.push(value);
    });
  }

  remove(array: Place, index: number): Answer {
    return this.#arrayOperation(array, (elements) => {
      const at = index === -1 ? elements.length - 1 : index;
      if (!(at in elements)) throw badValue('out of range');
      elements.splice(at, 1);
    });
  }

  reorder(array: Place, from: number, to: number): Answer {
    return this.#arrayOperation(array, (elements) => {
      if (!(from in elements) || !(to in elements)) throw badValue('out of range');
      elements.splice(to, 0, ...elements.splice(from, 1));
    });
  }

  reset(place: Place): Answer {
    return this.#written(place, () => {
      const captured = place.captured();
      if (captured === undefined) throw badValue('no captured default');
      const value = this.#converter.restored(captured, place.get());
      this.#converter.assign(() => place.set(value));
    });
  }

  /** What the function has changed before it threw stays. */
  async call(target: object, spec: FunctionSpec, args: readonly Json[]): Promise<Answer> {
    const before = this.#allPersisted();
    try {
      const given = spec.parameters.map(({ type }, i) => {
        const json = args[i] ?? null;
        return json === null
          ? this.#converter.default(type)
          : this.#converter.value(json, type, false, this.#converter.default(type));
      });
      const method = Reflect.get(target, spec.name) as (...args: unknown[]) => unknown;
      const result = await method.apply(target, given);
      const shown =
        spec.returns === undefined
          ? null
          : this.reader.value(result, spec.returns.type, Number.POSITIVE_INFINITY, []);
      return { status: 200, body: { result: shown } };
    } catch (error) {
      return { status: statusOf(error) };
    } finally {
      this.#noteEdits(before);
    }
  }

  /** What engine code writes is no edit, but goes by the same rules. @throws Refused */
  engineSet(place: Place, json: Json): boolean {
    const restore = this.#remember();
    try {
      if (place.isReadOnly) throw badValue('read-only');
      this.#set(place, json);
      this.#converter.finish();
      return true;
    } catch {
      this.#converter.forget();
      restore();
      return false;
    }
  }

  dirtyMembers(object: Registered): string[] {
    const present = this.#persisted(object);
    return [...object.edited].filter((name) => !sameJson(present[name], object.baseline[name])).sort();
  }

  get hasUnsavedChanges(): boolean {
    return this.registry.all.some((object) => this.dirtyMembers(object).length > 0);
  }

  markClean(object: Registered): void {
    object.baseline = this.#persisted(object);
    object.edited.clear();
    object.doubtful.clear();
  }

  #set(place: Place, json: Json): void {
    const value = this.#converter.value(json, place.type, place.isNullable, place.get());
    this.#converter.assign(() => place.set(value));
  }

  #written(place: Place, write: () => void): Answer {
    return this.#request(
      () => {
        if (place.isReadOnly) throw badValue('read-only');
        write();
      },
      () => this.property(place),
    );
  }

  #arrayOperation(array: Place, change: (elements: unknown[], element: Place['type']) => void): Answer {
    return this.#written(array, () => {
      const { type } = array;
      if (type.of !== 'array') throw badValue('no array');
      const elements = [...(array.get() as unknown[])];
      change(elements, type.element);
      array.set(elements);
    });
  }

  /** All or nothing. */
  #request(write: () => void, answer: () => Json): Answer {
    const restore = this.#remember();
    const before = this.#allPersisted();
    try {
      write();
      this.#converter.finish();
    } catch (error) {
      this.#converter.forget();
      restore();
      return { status: statusOf(error) };
    }
    this.#noteEdits(before);
    return { status: 200, body: answer() };
  }

  #remember(): () => void {
    return remember(
      this.schema,
      this.registry.all.map(({ target }) => target),
    );
  }

  #allPersisted(): PersistedObjects {
    return new Map(this.registry.all.map((object) => [object, this.#persisted(object)]));
  }

  #noteEdits(before: PersistedObjects): void {
    for (const [object, name] of this.#changedSince(before)) object.edited.add(name);
    for (const object of this.registry.all) this.#noteDoubts(object);
  }

  #changedSince(before: PersistedObjects): (readonly [Registered, string])[] {
    return [...before].flatMap(([object, members]) =>
      Object.entries(this.#persisted(object))
        .filter(([name, json]) => !sameJson(json, members[name]))
        .map(([name]) => [object, name] as const),
    );
  }

  #noteDoubts(object: Registered): void {
    for (const name of this.schema.setByCode) object.doubtful.add(name);
    for (const name of object.edited) object.doubtful.delete(name);
  }

  #persisted({ target, class: cls }: Pick<Registered, 'target' | 'class'>): Record<string, Json> {
    const members = cls.members.filter(isPersistable);
    return Object.fromEntries(
      members.map(({ name, type }) => [
        name,
        this.#capturer.persisted(Reflect.get(target, name), type, [target]),
      ]),
    );
  }
}

/** What else is thrown is the application's own. */
function statusOf(error: unknown): number {
  return error instanceof Refused ? error.status : 500;
}
