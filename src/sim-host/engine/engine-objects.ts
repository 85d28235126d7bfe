import type { GameObjectAspect, HostIds, TransformValue, Unsubscribe } from '../../service/host.js';
import {
  type Component,
  GameObject,
  type GameObjectWorld,
  instanceIdOf,
  isDestroyed,
} from './game-object.js';
import { Listeners } from './listeners.js';
import type { Scene } from './scene.js';

export interface CreateOptions {
  /** The active scene when left out, or that of the parent. */
  readonly scene?: Scene;
  readonly parent?: GameObject;
  readonly transform?: TransformValue;
  readonly active?: boolean;
}

/** Objects that are filed under their ids in each frame. */
const filedPerFrame = 1000;
/** Where no frame comes, as on a manual clock, no more than so many wait. */
const mostUnfiled = 100_000;

/** All living engine objects, by their ids. */
export class EngineObjects {
  readonly #byId = new Map<bigint, GameObject | Component>();
  /**
   * What has come and gone since, and is to be filed. Hardly anybody looks for a number, and a large scene that takes the
   * place of another one has better things to do in its frame.
   */
  #unfiled: (GameObject | Component)[] = [];
  readonly #gameObjects = new Set<GameObject>();
  readonly #destroyed = new Listeners<[Component | GameObject]>();
  readonly #changed = new Listeners<[GameObject, GameObjectAspect]>();
  readonly #world: GameObjectWorld;
  readonly #activeScene: () => Scene;

  /** @param activeScene where a new object goes that names no scene */
  constructor(ids: HostIds, activeScene: () => Scene) {
    this.#activeScene = activeScene;
    this.#world = {
      enter: (target, gameObject) => {
        if (this.#gameObjects.has(gameObject)) this.#toFile(target);
        return ids.next();
      },
      dying: (target) => this.#destroyed.notify(target),
      leave: (target) => {
        this.#toFile(target);
        if (target instanceof GameObject) this.#gameObjects.delete(target);
      },
      changed: (gameObject, aspect) => {
        if (this.#gameObjects.has(gameObject)) this.#changed.notify(gameObject, aspect);
      },
    };
  }

  /** @throws Error when no scene is loaded and none is given. */
  create(name: string, options: CreateOptions = {}): GameObject {
    const scene = options.scene ?? options.parent?.scene ?? this.#activeScene();
    const gameObject = this.make(name, scene);
    this.place(gameObject, scene);
    if (options.parent !== undefined) gameObject.parent = options.parent;
    if (options.transform !== undefined) gameObject.transform = options.transform;
    if (options.active !== undefined) gameObject.activeSelf = options.active;
    return gameObject;
  }

  /** A game object that is in no scene yet: nobody finds it, or hears of it, until it is placed. */
  make(name: string, scene = this.#activeScene()): GameObject {
    return new GameObject(this.#world, scene, name);
  }

  /** Puts a game object that was made, and what was added to it since, into a scene. */
  place(gameObject: GameObject, scene = this.#activeScene()): void {
    gameObject.moveTo(scene);
    this.#gameObjects.add(gameObject);
    this.#toFile(gameObject);
    for (const component of gameObject.components) this.#toFile(component);
  }

  /** The living game object or component with that id. */
  find(instanceId: bigint): GameObject | Component | undefined {
    this.#file(this.#unfiled.length);
    return this.#byId.get(instanceId);
  }

  /** To be called in each frame. */
  update(): void {
    this.#file(filedPerFrame);
  }

  #toFile(target: GameObject | Component): void {
    if (this.#unfiled.length >= mostUnfiled) this.#file(mostUnfiled);
    this.#unfiled.push(target);
  }

  #file(count: number): void {
    if (this.#unfiled.length === 0) return;
    for (const target of this.#unfiled.splice(0, count)) {
      const id = instanceIdOf(target)!;
      if (isDestroyed(target)) this.#byId.delete(id);
      else this.#byId.set(id, target);
    }
  }

  /** All game objects in the order of their creation. */
  gameObjects(): Iterable<GameObject> {
    return this.#gameObjects;
  }

  /** The game objects of a scene that have no parent. */
  roots(scene: Scene): GameObject[] {
    return [...this.#gameObjects].filter((each) => each.scene === scene && each.parent === undefined);
  }

  /** Told when an object dies, before it answers as dead; of a game object after its components. */
  onDestroyed(listener: (target: Component | GameObject) => void): Unsubscribe {
    return this.#destroyed.add(listener);
  }

  /** Told when an aspect of a game object changed. */
  onChanged(listener: (gameObject: GameObject, aspect: GameObjectAspect) => void): Unsubscribe {
    return this.#changed.add(listener);
  }
}
