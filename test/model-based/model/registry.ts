import type { CapturedMembers } from './captured.js';
import type { ModelClass } from './schema.js';

/** A registered object. */
export interface Registered {
  readonly id: string;
  readonly key: string | undefined;
  readonly name: string;
  /** The id of its parent in the scene graph. */
  readonly parentId?: string | undefined;
  readonly class: ModelClass;
  readonly target: object;
  /** The values of its members at registration, by name. */
  readonly defaults: CapturedMembers;
  /** The values of its members when they were last saved. */
  baseline: CapturedMembers;
  /** Members written by a remote app since then. */
  readonly edited: Set<string>;
  /** Members that code may have set back; wire.md does not define whether that is an edit. */
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

  /** Finds an object by session id or source key. */
  resolve(id: string): Registered | undefined {
    return this.#all.find((each) => each.id === id) ?? this.#all.find((each) => each.key === id);
  }

  byTarget(target: object): Registered | undefined {
    return this.#all.find((each) => each.target === target);
  }
}
