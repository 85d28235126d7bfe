import type { ExposedClass } from '../types/exposed-class.js';

/**
 * An exposed object as clients address it. The id is random per session and never saved (OBJ-2); the source key is the
 * stable name in scenes and files. `T` is the TypeScript class of the object, for typed property paths.
 */
export class ExposedObjectHandle<T extends object = object> {
  /** `@id`: a signed 64-bit integer in decimal. */
  readonly id: string;
  readonly target: T;
  readonly class: ExposedClass;
  readonly sourceKey: string | undefined;
  /** The id and the source key (empty if none), by which a stream filter may name the object. */
  readonly addresses: readonly string[];
  /** False for an engine object that was wrapped for one request (OBJ-5). */
  readonly isRegistered: boolean;
  /** The cached JSON of the object (members/texts/json-cache.ts). @internal */
  cached: unknown = undefined;
  readonly #name: () => string;

  /** @internal */
  constructor(init: {
    id: string;
    target: T;
    class: ExposedClass;
    sourceKey?: string | undefined;
    isRegistered: boolean;
    name: () => string;
  }) {
    this.id = init.id;
    this.target = init.target;
    this.class = init.class;
    this.sourceKey = init.sourceKey;
    this.addresses = [init.id, init.sourceKey ?? ''];
    this.isRegistered = init.isRegistered;
    this.#name = init.name;
  }

  /** `@name`: the name of the game object, or the one given at registration. */
  get name(): string {
    return this.#name();
  }
}
