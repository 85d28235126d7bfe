import type { HostSpawner, ObjectOrigin, SpawnRequest } from '../service/host.js';
import { destroy, type Engine, gameObjectOf } from './engine/index.js';
import type { GameObjectSpec, ObjectBuilder, SceneDocument } from './scene-file/index.js';

/** Creates the objects that live scenes add: instances of a prop asset or of a class. */
export class SceneSpawner implements HostSpawner {
  readonly #engine: Engine;
  #builder: ObjectBuilder | undefined;
  /** The objects of prop assets by GUID. */
  #prefabs: ReadonlyMap<string, GameObjectSpec> = new Map();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Takes the builder and the prop assets of a scene; the service needs the spawner before there is a scene. */
  connect(builder: ObjectBuilder, { assets = {} }: SceneDocument): void {
    this.#builder = builder;
    this.#prefabs = new Map(
      Object.entries(assets).flatMap(([key, { guid, object }]) =>
        object === undefined ? [] : [[guid ?? key, object] as const],
      ),
    );
  }

  spawn({ sourceKey, className, prefab, name }: SpawnRequest): boolean {
    if (this.#builder === undefined) return false;
    if (prefab === undefined) return this.#spawnClass(this.#builder, className, sourceKey, name);
    const spec = this.#prefabs.get(prefab);
    if (spec === undefined) return false;
    // The key of the asset's own object loads the asset; any other key creates another instance.
    if (spec.wrapper?.key === sourceKey) this.#engine.assets.load(prefab);
    else this.#builder.instantiate(spec, sourceKey, prefab, name);
    return true;
  }

  origin(target: object): ObjectOrigin | undefined {
    return this.#builder?.origin(target);
  }

  destroy(target: object): void {
    const gameObject = gameObjectOf(target);
    // Objects without a game object belong to the application.
    if (gameObject !== undefined) destroy(gameObject);
  }

  #spawnClass(builder: ObjectBuilder, className: string, sourceKey: string, name = className): boolean {
    try {
      builder.spawn(className, name, sourceKey);
      return true;
    } catch {
      // The entry stays pending if its class cannot be spawned here.
      return false;
    }
  }
}
