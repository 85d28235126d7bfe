import type { Component } from '../engine/index.js';
import type { ComponentSpec, GameObjectSpec } from './document.js';
import type { RepeatIndices } from './repeat.js';

/** What a description needs that is built, with the numbers of its repeats filled in. */
export interface ReadyObject {
  readonly name: string;
  readonly components: readonly { readonly spec: ComponentSpec; readonly component: Component }[];
}

/** What was made before the objects that it is for, to be taken in the order in which it was made. */
export class ReadyObjects {
  readonly #all = new Map<GameObjectSpec, ReadyObject[]>();
  readonly #taken = new Map<GameObjectSpec, number>();

  /** @param written the description as it stands in the file */
  add(written: GameObjectSpec, ready: ReadyObject): void {
    const all = this.#all.get(written);
    if (all === undefined) this.#all.set(written, [ready]);
    else all.push(ready);
  }

  /** The next one of a description; undefined when there is none left. */
  take(written: GameObjectSpec): ReadyObject | undefined {
    const next = this.#taken.get(written) ?? 0;
    this.#taken.set(written, next + 1);
    return this.#all.get(written)?.[next];
  }
}

/** What descriptions describe, in the order in which it is built. */
export function* objectsOf(
  specs: readonly GameObjectSpec[],
  outer: RepeatIndices = [],
): Generator<{ readonly written: GameObjectSpec; readonly indices: RepeatIndices }> {
  for (const written of specs) {
    const { repeat, children = [] } = written;
    for (let i = 0; i < (repeat ?? 1); i++) {
      const indices = repeat === undefined ? outer : [i, ...outer];
      yield { written, indices };
      yield* objectsOf(children, indices);
    }
  }
}

/** How many these are. */
export function countOf(specs: readonly GameObjectSpec[]): number {
  return specs.reduce((sum, { repeat = 1, children = [] }) => sum + repeat * (1 + countOf(children)), 0);
}
