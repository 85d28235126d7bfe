import { Listeners } from '../../service/common/listeners.js';
import type { GameObjectAspect, HostIds, Unsubscribe } from '../../service/host.js';
import { type Component, GameObject, type GameObjectWorld, instanceIdOf } from './game-object.js';
import type { Scene } from './scene.js';

export interface CreateOptions {
  /** Defaults to the scene of the parent, else to the active scene. */
  readonly scene?: Scene;
  readonly parent?: GameObject;
}

/** All living engine objects. */
export class EngineObjects {
  readonly #byId = new Map<bigint, GameObject | Component>();
  readonly #gameObjects = new Set<GameObject>();
  readonly #destroyed = new Listeners<[Component | GameObject]>();
  readonly #changed = new Listeners<[GameObject, GameObjectAspect]>();
  readonly #world: GameObjectWorld;
  readonly #activeScene: () => Scene;

  /** @param activeScene the scene of new objects for which no other is given */
  constructor(ids: HostIds, activeScene: () => Scene) {
    this.#activeScene = activeScene;
    this.#world = {
      enter: (target) => {
        const id = ids.next();
        this.#byId.set(id, target);
        if (target instanceof GameObject) this.#gameObjects.add(target);
        return id;
      },
      dying: (target) => this.#destroyed.notify(target),
      leave: (target) => {
        this.#byId.delete(instanceIdOf(target)!);
        if (target instanceof GameObject) this.#gameObjects.delete(target);
      },
      changed: (gameObject, aspect) => this.#changed.notify(gameObject, aspect),
    };
  }

  /** @throws SceneError if no scene is loaded and none is given */
  create(name: string, options: CreateOptions = {}): GameObject {
    const scene = options.scene ?? options.parent?.scene ?? this.#activeScene();
    const gameObject = new GameObject(this.#world, scene, name);
    if (options.parent !== undefined) gameObject.parent = options.parent;
    return gameObject;
  }

  /** Finds a living game object or component by its id. */
  find(instanceId: bigint): GameObject | Component | undefined {
    return this.#byId.get(instanceId);
  }

  /** All game objects in the order of their creation. */
  gameObjects(): Iterable<GameObject> {
    return this.#gameObjects;
  }

  /** The game objects of a scene that have no parent. */
  roots(scene: Scene): GameObject[] {
    return [...this.#gameObjects].filter((each) => each.scene === scene && each.parent === undefined);
  }

  /** Calls `listener` before an object is destroyed; for a game object after its components. */
  onDestroyed(listener: (target: Component | GameObject) => void): Unsubscribe {
    return this.#destroyed.add(listener);
  }

  /** Calls `listener` when an aspect of a game object has changed. */
  onChanged(listener: (gameObject: GameObject, aspect: GameObjectAspect) => void): Unsubscribe {
    return this.#changed.add(listener);
  }
}
