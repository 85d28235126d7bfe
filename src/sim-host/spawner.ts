import type { HostSpawner, ObjectOrigin, SpawnRequest } from '../service/host.js';
import { destroy, type Engine, gameObjectOf } from './engine/index.js';
import type { GameObjectSpec, ObjectBuilder } from './scene-file/index.js';

/** Creates the objects that live scenes add: instances of a prop asset, or of a class alone. */
export class SceneSpawner implements HostSpawner {
  readonly #engine: Engine;
  #builder: ObjectBuilder | undefined;
  #prefabs: ReadonlyMap<string, GameObjectSpec> = new Map();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Completes it once there is a scene; `prefabs` are what assets look like, by GUID. */
  connect(builder: ObjectBuilder, prefabs: ReadonlyMap<string, GameObjectSpec>): void {
    this.#builder = builder;
    this.#prefabs = prefabs;
  }

  spawn({ sourceKey, className, prefab, name }: SpawnRequest): boolean {
    if (this.#builder === undefined) return false;
    if (prefab === undefined) return this.#spawnClass(this.#builder, className, sourceKey, name);
    const spec = this.#prefabs.get(prefab);
    if (spec === undefined) return false;
    // The asset's own object comes with the asset; any other key is one more of its kind.
    if (spec.wrapper?.key === sourceKey) this.#engine.assets.load(prefab);
    else this.#builder.instantiate(spec, sourceKey, prefab, name);
    return true;
  }

  origin(target: object): ObjectOrigin | undefined {
    return this.#builder?.origin(target);
  }

  destroy(target: object): void {
    const gameObject = gameObjectOf(target);
    // Objects without a game object are the application's own, as for `object.destroy`.
    if (gameObject !== undefined) destroy(gameObject);
  }

  #spawnClass(builder: ObjectBuilder, className: string, sourceKey: string, name = className): boolean {
    try {
      builder.spawn(className, name, sourceKey);
      return true;
    } catch {
      // A class that cannot be spawned here: the entry stays pending.
      return false;
    }
  }
}
