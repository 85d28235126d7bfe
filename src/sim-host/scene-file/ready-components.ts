import type { Component } from '../engine/index.js';
import type { ComponentSpec, GameObjectSpec } from './document.js';
import { filled, type RepeatIndices } from './repeat.js';

/** A component of a description, with the numbers of its repeats filled in. */
interface ReadyComponent {
  readonly spec: ComponentSpec;
  readonly component: Component;
}

/** Components that were made before the objects that they are for, to be taken in the order in which they were made. */
export class ReadyComponents {
  readonly #all = new Map<ComponentSpec, ReadyComponent[]>();
  readonly #taken = new Map<ComponentSpec, number>();

  /** @param written the description as it stands in the file */
  add(written: ComponentSpec, ready: ReadyComponent): void {
    const all = this.#all.get(written);
    if (all === undefined) this.#all.set(written, [ready]);
    else all.push(ready);
  }

  /** The next one of a description; undefined when there is none left. */
  take(written: ComponentSpec): ReadyComponent | undefined {
    const next = this.#taken.get(written) ?? 0;
    this.#taken.set(written, next + 1);
    return this.#all.get(written)?.[next];
  }
}

/** The components of descriptions, in the order in which they are built. */
export function* componentsOf(
  specs: readonly GameObjectSpec[],
  outer: RepeatIndices = [],
): Generator<{ readonly spec: ComponentSpec; readonly written: ComponentSpec }> {
  for (const { repeat, components = [], children = [] } of specs) {
    for (let i = 0; i < (repeat ?? 1); i++) {
      const indices = repeat === undefined ? outer : [i, ...outer];
      for (const written of components) yield { spec: filled(written, indices), written };
      yield* componentsOf(children, indices);
    }
  }
}
