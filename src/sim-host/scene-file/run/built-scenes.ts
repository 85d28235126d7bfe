import type { EngineObjects, GameObject } from '../../engine/index.js';
import type { BuiltObject } from './object-builder.js';

/** What the scenes' descriptions have made, so that scenes can begin again with the objects that they have. */
export class BuiltScenes {
  readonly #last = new Map<string, readonly BuiltObject[]>();
  #again = new Map<string, readonly (BuiltObject | undefined)[]>();

  /** Notes what a scene was built of. */
  note(scene: string, built: readonly BuiltObject[]): void {
    this.#last.set(scene, built);
  }

  /** What a scene may be built of again while `restart` runs. */
  again(scene: string): readonly (BuiltObject | undefined)[] {
    return this.#again.get(scene) ?? [];
  }

  /** Destroys everything but the objects of `scenes` that are whole, and calls `build`, which builds these scenes again. */
  restart(objects: EngineObjects, scenes: readonly string[], build: () => void): void {
    for (const scene of scenes) {
      const whole = (this.#last.get(scene) ?? []).map((each) => (isWhole(each) ? each : undefined));
      this.#again.set(scene, whole);
    }
    const kept = new Set([...this.#again.values()].flat().map((each) => each?.gameObject));
    keepOnly(objects, kept);
    try {
      build();
    } finally {
      this.#again = new Map();
    }
  }
}

/** It is there, with the components that it was built with and no others. */
function isWhole({ gameObject, components }: BuiltObject): boolean {
  if (gameObject.isDestroyed || gameObject.components.length !== components.length) return false;
  return components.every(({ component }, i) => gameObject.components[i] === component);
}

/** What is kept must not die with a parent that is not. */
function keepOnly(objects: EngineObjects, kept: ReadonlySet<GameObject | undefined>): void {
  const all = [...objects.gameObjects()];
  for (const gameObject of all) {
    if (kept.has(gameObject) && !kept.has(gameObject.parent)) gameObject.parent = undefined;
  }
  for (const gameObject of all) if (!kept.has(gameObject)) gameObject.destroy();
}
