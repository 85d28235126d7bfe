import type { ExposedClass } from '../types/exposed-class.js';

/**
 * An exposed object as remote apps address it. The id is drawn for the session and never written to a file (OBJ-2);
 * the source key is the stable name under which a scene author or a file knows the object. `T` is the class of the object
 * as TypeScript knows it, for the paths of its properties.
 */
export class ExposedObjectHandle<T extends object = object> {
  /** `@id`: the decimal text of a signed 64-bit integer. */
  readonly id: string;
  readonly target: T;
  readonly class: ExposedClass;
  readonly sourceKey: string | undefined;
  /** What an app may call it by in a filter: its id and its source key, which is empty for none. */
  readonly addresses: readonly string[];
  /** False for an engine object that was wrapped for one request (OBJ-5). */
  readonly isRegistered: boolean;
  /** What the reading side keeps of its texts (access/json-cache.ts). @internal */
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

  /** `@name`: the name of the game object, else the one given at registration. */
  get name(): string {
    return this.#name();
  }
}
