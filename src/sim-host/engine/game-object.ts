import type { GameObjectAspect } from '../../service/host.js';
import type { Scene } from './scene.js';
import { identityTransform, type TransformValue, transformsEqual } from './transform.js';

/** Thrown by the use of an object that was destroyed: the reference is dead, though JavaScript still holds it. */
export class MissingReferenceError extends Error {
  constructor(name: string) {
    super(`The game object "${name}" has been destroyed, but something still uses it`);
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
 * Base class of all components. It has no members of its own, so that exposed classes which derive from it may use
 * every name; ask `gameObjectOf`, `instanceIdOf` and `isDestroyed` instead.
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

/** The game object of a component, a game object itself; undefined for other objects and unattached components. */
export function gameObjectOf(target: object): GameObject | undefined {
  if (target instanceof GameObject) return target;
  return target instanceof Component ? stateOf(target)?.gameObject : undefined;
}

/** The engine's id, also of a dead object; undefined for what is no engine object. */
export function instanceIdOf(target: object): bigint | undefined {
  if (target instanceof GameObject) return target.instanceId;
  return target instanceof Component ? stateOf(target)?.instanceId : undefined;
}

/** True for an engine object that was destroyed: a dead reference ("fake null"). */
export function isDestroyed(target: object): boolean {
  if (target instanceof GameObject) return target.isDestroyed;
  return target instanceof Component && stateOf(target)?.isDestroyed === true;
}

/** Destroys a game object with all below it, or a single component. Twice does nothing. */
export function destroy(target: GameObject | Component): void {
  if (target instanceof GameObject) target.destroy();
  else stateOf(target)?.gameObject.removeComponent(target);
}

/**
 * An object of a scene. Everything but `instanceId` and `isDestroyed` throws a MissingReferenceError once it has
 * been destroyed. Made by `EngineObjects.create`.
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
    this.#requireLife();
    return this.#name;
  }

  set name(name: string) {
    this.#requireLife();
    if (name === this.#name) return;
    this.#name = name;
    this.#world.changed(this, 'name');
  }

  /** The object's own switch. */
  get activeSelf(): boolean {
    this.#requireLife();
    return this.#activeSelf;
  }

  set activeSelf(active: boolean) {
    this.#requireLife();
    if (active === this.#activeSelf) return;
    this.#activeSelf = active;
    this.#world.changed(this, 'active');
  }

  /** Relative to the parent. */
  get transform(): TransformValue {
    this.#requireLife();
    return this.#transform;
  }

  set transform(transform: TransformValue) {
    this.#requireLife();
    if (transformsEqual(transform, this.#transform)) return;
    this.#transform = transform;
    this.#world.changed(this, 'transform');
  }

  get scene(): Scene {
    this.#requireLife();
    return this.#scene;
  }

  /** Moves it, with all below it, out of its parent and into a scene. */
  moveTo(scene: Scene): void {
    this.parent = undefined;
    this.#moveToScene(scene);
  }

  get children(): readonly GameObject[] {
    this.#requireLife();
    return this.#children;
  }

  get parent(): GameObject | undefined {
    this.#requireLife();
    return this.#parent;
  }

  /**
   * Children keep their local transform and go along into the parent's scene.
   * @throws Error when the parent is the object itself or below it.
   */
  set parent(parent: GameObject | undefined) {
    this.#requireLife();
    if (parent === this.#parent) return;
    if (parent !== undefined) parent.#requireLife();
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
    this.#requireLife();
    return this.#components;
  }

  /** @throws Error when the component sits on a game object already. */
  addComponent<T extends Component>(component: T): T {
    this.#requireLife();
    if (stateOf(component) !== undefined) {
      throw new Error(`The ${component.constructor.name} sits on a game object already`);
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

  /** Destroys one of the object's components; one that is not there is left alone. */
  removeComponent(component: Component): void {
    if (this.#life !== 'alive' || !this.#components.includes(component)) return;
    this.#world.dying(component);
    // A listener may have been faster.
    if (!this.#components.includes(component)) return;
    this.#components.splice(this.#components.indexOf(component), 1);
    this.#bury(component);
    this.#world.changed(this, 'components');
  }

  /** Destroys the object with its components and everything below it. Listeners hear of it while all is still alive. */
  destroy(): void {
    if (this.#life !== 'alive') return;
    const doomed = this.#subtree();
    for (const gameObject of doomed) gameObject.#life = 'dying';
    for (const gameObject of doomed) {
      for (const component of [...gameObject.#components]) this.#world.dying(component);
      this.#world.dying(gameObject);
    }
    this.#leaveParent();
    for (const gameObject of doomed) {
      for (const component of gameObject.#components) gameObject.#bury(component);
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

  #bury(component: Component): void {
    const state = stateOf(component);
    if (state !== undefined) state.isDestroyed = true;
    this.#world.leave(component);
  }

  #requireLife(): void {
    if (this.#life === 'dead') throw new MissingReferenceError(this.#name);
  }
}
