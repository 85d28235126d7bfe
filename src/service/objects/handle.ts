import type { ExposedClass } from '../types/exposed-class.js';

/**
 * An exposed object as remote apps address it. The id is drawn for the session and never written to a file (OBJ-2);
 * the source key is the stable name under which a scene author or a file knows the object.
 */
export class ExposedObjectHandle {
  /** `@id`: the decimal text of a signed 64-bit integer. */
  readonly id: string;
  readonly target: object;
  readonly class: ExposedClass;
  readonly sourceKey: string | undefined;
  /** What an app may call it by in a filter: its id and its source key. */
  readonly addresses: readonly string[];
  /** False for an engine object that was wrapped for one request (OBJ-5). */
  readonly isRegistered: boolean;
  /** Bytes that are kept until a member changes. */
  readonly kept = new KeptBytes();
  readonly #name: () => string;

  constructor(init: {
    id: string;
    target: object;
    class: ExposedClass;
    sourceKey?: string | undefined;
    isRegistered: boolean;
    name: () => string;
  }) {
    this.id = init.id;
    this.target = init.target;
    this.class = init.class;
    this.sourceKey = init.sourceKey;
    this.addresses = init.sourceKey === undefined ? [init.id] : [init.id, init.sourceKey];
    this.isRegistered = init.isRegistered;
    this.#name = init.name;
  }

  /** `@name`: the name of the game object, else the one given at registration. */
  get name(): string {
    return this.#name();
  }
}

/**
 * Serialised bytes of an object, kept until they change. They hold names and ids of other objects too, so they are
 * good for one version of the registry only.
 */
export class KeptBytes {
  #version = -1;
  #members: (string | undefined)[] = [];
  #object: string | undefined;

  /** The property text of the member with that index, if it is still good. */
  member(index: number, version: number): string | undefined {
    return version === this.#version ? this.#members[index] : undefined;
  }

  keepMember(index: number, version: number, text: string): void {
    this.#startAt(version);
    this.#members[index] = text;
  }

  /** The depth-1 text of the whole object, if it is still good. */
  object(version: number): string | undefined {
    return version === this.#version ? this.#object : undefined;
  }

  keepObject(version: number, text: string): void {
    this.#startAt(version);
    this.#object = text;
  }

  /** Forgets what shows the member with that index. */
  drop(index: number): void {
    this.#members[index] = undefined;
    this.#object = undefined;
  }

  dropAll(): void {
    this.#version = -1;
  }

  #startAt(version: number): void {
    if (version === this.#version) return;
    this.#version = version;
    this.#members = [];
    this.#object = undefined;
  }
}
