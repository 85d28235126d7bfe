import type { App, Classes } from '../table/evaluate.js';
import type { FunctionSpec, Table, TypeSpec } from '../table/spec.js';
import type { CapturedMembers } from './captured.js';
import { Capturer } from './capturer.js';
import { Converter } from './converter.js';
import { Edits } from './edits.js';
import type { Json, JsonObject } from './json.js';
import { remember } from './memory.js';
import type { Place } from './place.js';
import { Reader } from './reader.js';
import { badValue, Refused } from './refused.js';
import { type Registered, Registry } from './registry.js';
import { Restorer } from './restore.js';
import { type ModelClass, Schema } from './schema.js';

/** The answer to a request; error bodies are those of the service. */
export interface Answer {
  readonly status: number;
  readonly body?: Json;
}

/** The naive model: it stores only the application objects and computes all answers from them. */
export class Model {
  readonly schema: Schema;
  readonly registry = new Registry();
  readonly reader: Reader;
  readonly #capturer: Capturer;
  readonly edits: Edits;
  readonly #converter: Converter;
  readonly #restorer: Restorer;
  readonly app: App;

  constructor(table: Table, classes: Classes, app: App) {
    this.schema = new Schema(table, classes);
    this.reader = new Reader(this.schema, this.registry);
    this.#capturer = new Capturer(this.schema, this.registry, this.reader);
    this.edits = new Edits(this.schema, this.registry, this.#capturer);
    this.#converter = new Converter(this.schema, this.registry, this.reader);
    this.#restorer = new Restorer(this.schema, this.registry, this.reader);
    this.app = app;
  }

  /** @param named may have getters for values that change */
  register(
    target: object,
    cls: ModelClass,
    named: Pick<Registered, 'id' | 'key' | 'name' | 'parentId'>,
  ): void {
    const own = {
      class: cls,
      target,
      defaults: this.defaultsOf(target),
      baseline: {},
      edited: new Set<string>(),
      doubtful: new Set<string>(),
    };
    const object: Registered = Object.defineProperties(own, Object.getOwnPropertyDescriptors(named)) as never;
    this.registry.add(object);
    this.edits.begin(object);
  }

  defaultsOf(target: object): CapturedMembers {
    return this.#capturer.members(target, this.schema.classOf(target), () => true);
  }

  /** The JSON of a property. */
  property(place: Place): JsonObject {
    const present = place.get();
    const value = this.reader.value(present, place.type, Number.POSITIVE_INFINITY, []);
    const captured = place.captured();
    const changed = captured === undefined || !this.#capturer.isSame(present, place.type, captured, false);
    return { value, id: place.root.id, path: place.path, changed };
  }

  /** True if `changed` of a path is defined. */
  isChangedKnown(place: Place): boolean {
    // wire.md does not define `changed` for members of a child that was captured as null.
    return place.captured() !== undefined || place.isAdded;
  }

  put(place: Place, json: Json): Answer {
    const answer = this.#write(place, () => this.#set(place, json));
    this.edits.noteEqual(place.root, [place.path.split('/')[0]!]);
    return answer;
  }

  putObject(object: Registered, json: JsonObject): Answer {
    const answer = this.#request(
      () => this.#converter.merge(object.target, object.class, json),
      () => this.reader.object(object, Number.POSITIVE_INFINITY),
    );
    this.edits.noteEqual(object, Object.keys(json));
    return answer;
  }

  /** If `json` is undefined, the default of the element type is used. */
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

  /** References to the object become inline. Returns false, without a change, if the result is too large. */
  unregister(object: Registered): boolean {
    const before = this.registry.all;
    this.registry.remove(object);
    if (!this.#isLarge()) return true;
    this.registry.put(before);
    return false;
  }

  /** True if an assignment would make a graph that is too large to show; nothing is changed. */
  growsTooLarge(assign: () => void): boolean {
    const restore = this.#remember();
    assign();
    const isLarge = this.#isLarge();
    restore();
    return isLarge;
  }

  /** Highly shared graphs expand to too many values for a run. */
  #isLarge(): boolean {
    return this.registry.all.some((object) => this.reader.isLarger(object, 2_000));
  }

  /** The answer to a GET of the path. */
  read(place: Place): Answer {
    if (place.isBelowNull) return { status: 404 };
    return { status: 200, body: this.property(place) };
  }

  reset(place: Place): Answer {
    if (place.isBelowNull && !place.isReadOnly) return { status: 404 };
    return this.#write(place, () => {
      const captured = place.captured();
      if (captured === undefined) throw badValue('no captured default');
      const value = this.#restorer.restored(captured, place.get(), (target, member, each) =>
        this.#converter.assign(() => void Reflect.set(target, member.name, each)),
      );
      this.#converter.assign(() => place.set(value));
    });
  }

  /** Changes made by the function before it threw are kept. */
  async call(target: object, spec: FunctionSpec, args: readonly Json[]): Promise<Answer> {
    const before = this.edits.present();
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
      this.edits.note(before);
    }
  }

  /** A value in memory; undefined for invalid JSON. */
  valueOf(json: Json, type: TypeSpec, isNullable: boolean): unknown {
    try {
      return this.#converter.value(json, type, isNullable, undefined);
    } catch {
      return undefined;
    }
  }

  /** A write by engine code is not an edit, but follows the same rules. @throws Refused */
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

  #set(place: Place, json: Json): void {
    const value = this.#converter.value(json, place.type, place.isNullable, place.get());
    this.#converter.assign(() => place.set(value));
  }

  #write(place: Place, write: () => void): Answer {
    return this.#request(
      () => {
        if (place.isReadOnly) throw badValue('read-only');
        write();
      },
      () => this.property(place),
    );
  }

  #arrayOperation(array: Place, change: (elements: unknown[], element: Place['type']) => void): Answer {
    return this.#write(array, () => {
      const { type } = array;
      if (type.of !== 'array') throw badValue('no array');
      const elements = [...(array.get() as unknown[])];
      change(elements, type.element);
      array.set(elements);
    });
  }

  /** Applies all changes or none. */
  #request(write: () => void, answer: () => Json): Answer {
    const restore = this.#remember();
    const before = this.edits.present();
    try {
      write();
      this.#converter.finish();
    } catch (error) {
      this.#converter.forget();
      restore();
      return { status: statusOf(error) };
    }
    this.edits.note(before);
    return { status: 200, body: answer() };
  }

  #remember(): () => void {
    return remember(
      this.schema,
      this.registry.all.map(({ target }) => target),
    );
  }
}

/** Rethrows other errors, which the application threw. */
function statusOf(error: unknown): number {
  return error instanceof Refused ? error.status : 500;
}
