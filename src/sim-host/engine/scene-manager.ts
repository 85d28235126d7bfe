import { Listeners } from '../../service/common/listeners.js';
import type { Unsubscribe } from '../../service/host.js';
import type { EngineObjects } from './engine-objects.js';
import { Scene } from './scene.js';

/** A scene that can be loaded. */
export interface SceneDefinition {
  readonly name: string;
  /** Index among the build scenes; -1 for an additive scene. */
  readonly buildIndex: number;
  /**
   * Checks, before anything is unloaded, that the objects can be built without those of `replaced`.
   * @throws Error with the reason if they cannot
   */
  readonly check?: (replaced: readonly Scene[]) => void;
  /** Creates the scene's objects; called on every load. */
  readonly populate: (scene: Scene) => void;
}

export type SceneLoadMode = 'single' | 'additive';

/** Thrown if a scene operation is not possible. */
export class SceneError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SceneError';
  }
}

/** The scenes of the application: the known ones, the loaded ones and the active one. */
export class SceneManager {
  readonly #objects: EngineObjects;
  readonly #definitions = new Map<string, SceneDefinition>();
  readonly #onLoaded = new Listeners<[Scene, SceneLoadMode]>();
  #loaded: readonly Scene[] = [];
  #active: Scene | undefined;

  constructor(objects: EngineObjects) {
    this.#objects = objects;
  }

  /** @throws SceneError if the name or the build index is taken */
  register(definition: SceneDefinition): void {
    for (const other of this.#definitions.values()) {
      if (other.name === definition.name) throw new SceneError(`scene "${other.name}" already exists`);
      if (definition.buildIndex >= 0 && other.buildIndex === definition.buildIndex) {
        throw new SceneError(`scenes "${other.name}" and "${definition.name}" have the same build index`);
      }
    }
    this.#definitions.set(definition.name, definition);
  }

  /** Removes all definitions; loaded scenes stay until others replace them. */
  forgetAll(): void {
    this.#definitions.clear();
  }

  /** All scenes that can be loaded. */
  get known(): readonly SceneDefinition[] {
    return [...this.#definitions.values()];
  }

  /** In the order in which they were loaded. */
  get loaded(): readonly Scene[] {
    return this.#loaded;
  }

  /** The scene of new objects; undefined until a scene is loaded. */
  get active(): Scene | undefined {
    return this.#active;
  }

  /** Finds a loaded scene by its name. */
  find(name: string): Scene | undefined {
    return this.#loaded.find((scene) => scene.name === name);
  }

  /**
   * Loads a scene. `single` unloads all others first, itself included, and makes it active; `additive` adds it. A
   * failed load changes nothing, except that a single scene whose `populate` throws is loaded but empty.
   * @throws SceneError if the scene is unknown, or already loaded for `additive`, and what `check` and `populate`
   * throw
   */
  load(name: string, mode: SceneLoadMode): Scene {
    const definition = this.#definitions.get(name);
    if (definition === undefined) {
      throw new SceneError(`unknown scene "${name}"; available: ${quoteAll(this.#definitions.keys())}`);
    }
    if (mode === 'additive' && this.find(name)) throw new SceneError(`scene "${name}" is already loaded`);
    const replaced = mode === 'single' ? this.#loaded : [];
    definition.check?.(replaced);
    const scene = new Scene(name, definition.buildIndex);
    const before = { loaded: this.#loaded, active: this.#active };
    // The new scene is added first, so that there is always a loaded scene.
    this.#loaded = mode === 'single' ? [scene] : [...this.#loaded, scene];
    if (mode === 'single' || this.#active === undefined) this.#active = scene;
    for (const old of replaced) this.#empty(old);
    try {
      definition.populate(scene);
    } catch (error) {
      for (const root of this.#objects.roots(scene)) root.destroy();
      if (mode === 'additive') {
        this.#loaded = before.loaded;
        this.#active = before.active;
      }
      throw error;
    }
    this.#onLoaded.notify(scene, mode);
    return scene;
  }

  /**
   * Loads exactly these scenes, the first of them active. A scene that is loaded stays and is populated again, while its
   * objects exist.
   */
  reset(names: readonly string[]): void {
    const dropped = this.#loaded.filter(({ name }) => !names.includes(name));
    const definitions = names.map((name) => this.#definitions.get(name)!);
    this.#loaded = definitions.map(({ name, buildIndex }) => this.find(name) ?? new Scene(name, buildIndex));
    this.#active = this.#loaded[0];
    for (const old of dropped) this.#empty(old);
    for (const [i, { populate }] of definitions.entries()) {
      populate(this.#loaded[i]!);
      this.#onLoaded.notify(this.#loaded[i]!, i === 0 ? 'single' : 'additive');
    }
  }

  /** @throws SceneError if the scene is not loaded */
  setActive(name: string): Scene {
    const scene = this.#requireLoaded(name);
    this.#active = scene;
    return scene;
  }

  /**
   * Unloads a scene with its objects. If it is active, the first remaining scene becomes active.
   * @throws SceneError if it is not loaded or the last one
   */
  unload(name: string): void {
    const scene = this.#requireLoaded(name);
    if (this.#loaded.length === 1)
      throw new SceneError(`cannot unload "${name}": it is the last loaded scene`);
    this.#loaded = this.#loaded.filter((other) => other !== scene);
    if (this.#active === scene) this.setActive(this.#loaded[0]!.name);
    this.#empty(scene);
  }

  /** Calls `listener` when a scene is loaded and its objects exist. */
  onLoaded(listener: (scene: Scene, mode: SceneLoadMode) => void): Unsubscribe {
    return this.#onLoaded.add(listener);
  }

  #empty(scene: Scene): void {
    for (const root of this.#objects.roots(scene)) root.destroy();
  }

  #requireLoaded(name: string): Scene {
    const scene = this.find(name);
    if (scene === undefined) {
      const loaded = quoteAll(this.#loaded.map((each) => each.name));
      throw new SceneError(`scene "${name}" is not loaded; loaded: ${loaded}`);
    }
    return scene;
  }
}

function quoteAll(names: Iterable<string>): string {
  return [...names].map((name) => `"${name}"`).join(', ') || 'none';
}
