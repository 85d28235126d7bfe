import type { CapturedMembers } from './captured.js';
import type { ModelClass } from './schema.js';

/** An object that is registered. */
export interface Registered {
  readonly id: string;
  readonly key: string | undefined;
  readonly name: string;
  readonly class: ModelClass;
  readonly target: object;
  /** What its members were when it was registered, by name. */
  readonly defaults: CapturedMembers;
  /** What they were when they were last taken as saved. */
  baseline: CapturedMembers;
  /** Members that a remote app has written since then. */
  readonly edited: Set<string>;
  /** Members that code may have set to what they were: whether that is an edit is not settled. */
  readonly doubtful: Set<string>;
}

/** The registered objects, in order. */
export class Registry {
  #all: Registered[] = [];

  add(object: Registered): void {
    this.#all.push(object);
  }

  remove(object: Registered): void {
    this.#all = this.#all.filter((each) => each !== object);
  }

  put(all: readonly Registered[]): void {
    this.#all = [...all];
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
