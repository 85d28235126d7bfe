import type { GameObjectAspect } from '../../service/host.js';
import type { Scene } from './scene.js';
import { identityTransform, type TransformValue, transformsEqual } from './transform.js';

/** Thrown if a destroyed object is used through a reference that still exists in JavaScript. */
export class MissingReferenceError extends Error {
  constructor(name: string) {
    super(`The game object "${name}" has been destroyed but is still used`);
    this.name = 'MissingReferenceError';
  }
}

/** The index of living objects, which every game object notifies of its changes. */
export interface GameObjectWorld {
  /** Adds `target` and returns its new id. */
  enter(target: Component | GameObject): bigint;
  /** Called just before `target` is destroyed, while it can still be used. */
  dying(target: Component | GameObject): void;
  /** Removes a destroyed object. */
  leave(target: Component | GameObject): void;
  changed(gameObject: GameObject, aspect: GameObjectAspect): void;
}

interface ComponentState {
  readonly gameObject: GameObject;
  readonly instanceId: bigint;
  isDestroyed: boolean;
}

let stateOf!: (component: Component) => ComponentState | undefined;
let setState!: (component: Component, state: ComponentState) => void;

/**
 * Base class of components. It has no members, so that derived classes can use every name; see `gameObjectOf`,
 * `instanceIdOf` and `isDestroyed`.
 */
export class Component {
  #state: ComponentState | undefined;

  static {
    stateOf = (component) => component.#state;
    setState = (component, state) => {
      component.#state = state;
    };
  }
}

/** Returns the game object of a component, or a game object itself; undefined for other objects. */
export function gameObjectOf(target: object): GameObject | undefined {
  if (target instanceof GameObject) return target;
  return target instanceof Component ? stateOf(target)?.gameObject : undefined;
}

/** Returns the instance id, also of a destroyed object; undefined if `target` is not an engine object. */
export function instanceIdOf(target: object): bigint | undefined {
  if (target instanceof GameObject) return target.instanceId;
  return target instanceof Component ? stateOf(target)?.instanceId : undefined;
}

/** True for a destroyed engine object, to which references read as null. */
export function isDestroyed(target: object): boolean {
  if (target instanceof GameObject) return target.isDestroyed;
  return target instanceof Component && stateOf(target)?.isDestroyed === true;
}

/** Destroys a game object with its descendants, or a component. A second call does nothing. */
export function destroy(target: GameObject | Component): void {
  if (target instanceof GameObject) target.destroy();
  else stateOf(target)?.gameObject.removeComponent(target);
}

/**
 * An object of a scene, created by `EngineObjects.create`. After it was destroyed, everything but `instanceId` and
 * `isDestroyed` throws MissingReferenceError.
 */
export class GameObject {
  readonly instanceId: bigint;
  readonly #world: GameObjectWorld;
  readonly #children: GameObject[] = [];
  readonly #components: Component[] = [];
  #name: string;
  #scene: Scene;
  #parent: GameObject | undefined;
  #activeSelf = true;
  #transform = identityTransform;
  #life: 'alive' | 'dying' | 'dead' = 'alive';

  constructor(world: GameObjectWorld, scene: Scene, name: string) {
    this.#world = world;
    this.#scene = scene;
    this.#name = name;
    this.instanceId = world.enter(this);
  }

  get isDestroyed(): boolean {
    return this.#life === 'dead';
  }

  get name(): string {
    this.#requireAlive();
    return this.#name;
  }

  set name(name: string) {
    this.#requireAlive();
    if (name === this.#name) return;
    this.#name = name;
    this.#world.changed(this, 'name');
  }

  /** The object's own state, whatever that of its parents. */
  get activeSelf(): boolean {
    this.#requireAlive();
    return this.#activeSelf;
  }

  set activeSelf(active: boolean) {
    this.#requireAlive();
    if (active === this.#activeSelf) return;
    this.#activeSelf = active;
    this.#world.changed(this, 'active');
  }

  /** Relative to the parent. */
  get transform(): TransformValue {
    this.#requireAlive();
    return this.#transform;
  }

  set transform(transform: TransformValue) {
    this.#requireAlive();
    if (transformsEqual(transform, this.#transform)) return;
    this.#transform = transform;
    this.#world.changed(this, 'transform');
  }

  get scene(): Scene {
    this.#requireAlive();
    return this.#scene;
  }

  /** Removes the object from its parent and moves it with its descendants to a scene. */
  moveTo(scene: Scene): void {
    this.parent = undefined;
    this.#moveToScene(scene);
  }

  get children(): readonly GameObject[] {
    this.#requireAlive();
    return this.#children;
  }

  get parent(): GameObject | undefined {
    this.#requireAlive();
    return this.#parent;
  }

  /**
   * Children keep their local transform and move to the scene of the parent.
   * @throws Error if the parent is the object itself or a descendant
   */
  set parent(parent: GameObject | undefined) {
    this.#requireAlive();
    if (parent === this.#parent) return;
    if (parent !== undefined) parent.#requireAlive();
    for (let ancestor = parent; ancestor !== undefined; ancestor = ancestor.#parent) {
      if (ancestor === this) throw new Error(`"${this.#name}" cannot be a child of itself`);
    }
    this.#leaveParent();
    this.#parent = parent;
    if (parent !== undefined) {
      parent.#children.push(this);
      this.#moveToScene(parent.#scene);
    }
    this.#world.changed(this, 'parent');
  }

  /** In the order in which they were added. */
  get components(): readonly Component[] {
    this.#requireAlive();
    return this.#components;
  }

  /** @throws Error if the component already belongs to a game object */
  addComponent<T extends Component>(component: T): T {
    this.#requireAlive();
    if (stateOf(component) !== undefined) {
      throw new Error(`The ${component.constructor.name} already belongs to a game object`);
    }
    setState(component, {
      gameObject: this,
      instanceId: this.#world.enter(component),
      isDestroyed: false,
    });
    this.#components.push(component);
    this.#world.changed(this, 'components');
    return component;
  }

  /** Destroys a component of the object; does nothing if it has no such component. */
  removeComponent(component: Component): void {
    if (this.#life !== 'alive' || !this.#components.includes(component)) return;
    this.#world.dying(component);
    // A listener may have removed it.
    if (!this.#components.includes(component)) return;
    this.#components.splice(this.#components.indexOf(component), 1);
    this.#leave(component);
    this.#world.changed(this, 'components');
  }

  /** Destroys the object with its components and descendants. Listeners are called while all of them still exist. */
  destroy(): void {
    if (this.#life !== 'alive') return;
    const removed = this.#subtree();
    for (const gameObject of removed) gameObject.#life = 'dying';
    for (const gameObject of removed) {
      for (const component of [...gameObject.#components]) this.#world.dying(component);
      this.#world.dying(gameObject);
    }
    this.#leaveParent();
    for (const gameObject of removed) {
      for (const component of gameObject.#components) gameObject.#leave(component);
      gameObject.#life = 'dead';
      this.#world.leave(gameObject);
    }
  }

  #subtree(): GameObject[] {
    return [this, ...this.#children.flatMap((child) => child.#subtree())];
  }

  #leaveParent(): void {
    if (this.#parent === undefined) return;
    const siblings = this.#parent.#children;
    siblings.splice(siblings.indexOf(this), 1);
    this.#parent = undefined;
  }

  #moveToScene(scene: Scene): void {
    this.#scene = scene;
    for (const child of this.#children) child.#moveToScene(scene);
  }

  #leave(component: Component): void {
    const state = stateOf(component);
    if (state !== undefined) state.isDestroyed = true;
    this.#world.leave(component);
  }

  #requireAlive(): void {
    if (this.#life === 'dead') throw new MissingReferenceError(this.#name);
  }
}
