import type { Json } from './json.js';
import type { ModelClass } from './schema.js';

/** An object that is registered. */
export interface Registered {
  readonly id: string;
  readonly key: string | undefined;
  readonly name: string;
  readonly class: ModelClass;
  readonly target: object;
  /** What its members were when it was registered, by name. */
  readonly defaults: Readonly<Record<string, Captured>>;
  /** What they were when they were last taken as saved. */
  baseline: Readonly<Record<string, Json>>;
  /** Members that a remote app has written since then. */
  readonly edited: Set<string>;
  /** Members that code may have set to what they were: whether that is an edit is not settled. */
  readonly doubtful: Set<string>;
}

/** A copy of a value: scalars as JSON, and of an instance its class and members. */
export type Captured =
  | { readonly kind: 'value'; readonly value: unknown; readonly json: Json }
  | { readonly kind: 'reference'; readonly target: object; readonly json: Json }
  | { readonly kind: 'array'; readonly elements: readonly Captured[]; readonly json: Json }
  | {
      readonly kind: 'instance';
      readonly class: ModelClass;
      readonly members: Readonly<Record<string, Captured>>;
      readonly json: Json;
    };

/** The registered objects, in order. */
export class Registry {
  #all: Registered[] = [];

  add(object: Registered): void {
    this.#all.push(object);
  }

  remove(object: Registered): void {
    this.#all = this.#all.filter((each) => each !== object);
  }

  get all(): readonly Registered[] {
    return this.#all;
  }

  /** By session id or source key. */
  resolve(id: string): Registered | undefined {
    return this.#all.find((each) => each.id === id) ?? this.#all.find((each) => each.key === id);
  }

  byTarget(target: object): Registered | undefined {
    return this.#all.find((each) => each.target === target);
  }
}
