import { type EngineObjects, type GameObject, gameObjectOf, type Scene } from '../../engine/index.js';
import type { GameObjectSpec, SceneDocument } from '../document.js';
import { keysOfScene } from '../keys.js';
import type { BuiltObject } from './object-builder.js';
import type { RunningScene } from './running-scene.js';

/** The scenes of a scene file: registers them with the engine, loads them and resets them. */
export class FileScenes {
  readonly #scene: RunningScene;
  /** The objects that the last load of each scene has built. */
  readonly #built = new Map<string, readonly BuiltObject[]>();
  /** During a reset, the objects that each scene keeps; undefined for an object to build again. */
  #kept = new Map<string, readonly (BuiltObject | undefined)[]>();

  constructor(scene: RunningScene) {
    this.#scene = scene;
  }

  /** Loads those of `wanted` that the file has, the first of them active; the initial scenes if it has none. */
  start(wanted: readonly string[]): void {
    const { scenes } = this.#scene.engine;
    const specs = scenesOf(this.#scene.document);
    for (const [name, { buildIndex = -1, objects = [] }] of Object.entries(specs)) {
      scenes.register({
        name,
        buildIndex,
        check: (replaced) => this.#checkKeys(name, replaced),
        populate: (scene) => this.#populate(scene, objects),
      });
    }
    const known = wanted.filter((name) => Object.hasOwn(specs, name));
    const [active, ...others] = known.length > 0 ? known : initialScenes(this.#scene.document);
    scenes.load(active!, 'single');
    for (const name of others) scenes.load(name, 'additive');
  }

  /** Loads the initial scenes. Their objects that still exist are kept; every other object is destroyed. */
  reset(): void {
    const { objects, scenes } = this.#scene.engine;
    const names = initialScenes(this.#scene.document);
    for (const name of names) {
      const built = this.#built.get(name) ?? [];
      this.#kept.set(
        name,
        built.map((each) => (isUnchanged(each) ? each : undefined)),
      );
    }
    keepOnly(objects, new Set([...this.#kept.values()].flat().map((each) => each?.gameObject)));
    try {
      scenes.reset(names);
    } finally {
      this.#kept = new Map();
    }
  }

  #populate(scene: Scene, objects: readonly GameObjectSpec[]): void {
    const { name } = scene;
    this.#built.set(name, this.#scene.builder.build(objects, scene, this.#kept.get(name)));
  }

  /** @throws Error if a key of the scene belongs to an object that the load does not remove */
  #checkKeys(name: string, replaced: readonly Scene[]): void {
    const taken = new Set<string>();
    for (const { sourceKey, target } of this.#scene.service.objects) {
      const scene = gameObjectOf(target)?.scene;
      if (sourceKey !== undefined && !(scene && replaced.includes(scene))) taken.add(sourceKey);
    }
    if (taken.size === 0) return;
    for (const sourceKey of keysOfScene(this.#scene.document, name))
      if (taken.has(sourceKey)) throw new Error(`Source key "${sourceKey}" is taken`);
  }
}

function scenesOf({ scenes }: SceneDocument): NonNullable<SceneDocument['scenes']> {
  return scenes !== undefined && Object.keys(scenes).length > 0 ? scenes : { Scene: { buildIndex: 0 } };
}

/** Returns the scenes that are loaded at the start, the active one first. */
export function initialScenes(document: SceneDocument): string[] {
  const scenes = Object.entries(scenesOf(document));
  const [active] = scenes.find(([, each]) => each.active) ?? scenes[0]!;
  return [active, ...scenes.flatMap(([name, { loaded }]) => (loaded && name !== active ? [name] : []))];
}

/** True if the object exists and has exactly the components that it was built with. */
function isUnchanged({ gameObject, components }: BuiltObject): boolean {
  if (gameObject.isDestroyed || gameObject.components.length !== components.length) return false;
  return components.every(({ target }, i) => gameObject.components[i] === target);
}

/** Destroys all other game objects, first moving kept ones out of parents that are destroyed. */
function keepOnly(objects: EngineObjects, kept: ReadonlySet<GameObject | undefined>): void {
  const all = [...objects.gameObjects()];
  for (const gameObject of all) {
    if (kept.has(gameObject) && !kept.has(gameObject.parent)) gameObject.parent = undefined;
  }
  for (const gameObject of all) if (!kept.has(gameObject)) gameObject.destroy();
}
