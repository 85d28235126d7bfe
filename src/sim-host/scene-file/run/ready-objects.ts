import type { Component, GameObject } from '../../engine/index.js';
import type { ComponentSpec, GameObjectSpec } from '../document.js';
import type { RepeatIndices } from '../repeat.js';

/** A component that was made, and its description with the numbers of its repeats filled in. */
export interface MadeComponent {
  readonly component: Component;
  readonly spec: ComponentSpec;
  /** As it stands in the file; undefined for one that an action spawned. */
  readonly written: ComponentSpec | undefined;
}

/** A game object that was made, and is in no scene yet. */
export interface MadeObject {
  readonly gameObject: GameObject;
  readonly components: readonly MadeComponent[];
}

/** Objects that were made before their scene is there, to be taken in the order in which they were made. */
export class ReadyObjects {
  readonly #all = new Map<GameObjectSpec, MadeObject[]>();
  readonly #taken = new Map<GameObjectSpec, number>();

  /** @param written the description as it stands in the file */
  add(written: GameObjectSpec, made: MadeObject): void {
    const all = this.#all.get(written);
    if (all === undefined) this.#all.set(written, [made]);
    else all.push(made);
  }

  /** The next one of a description; undefined when there is none left. */
  take(written: GameObjectSpec): MadeObject | undefined {
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
