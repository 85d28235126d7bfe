import {
  type ExposedObjectHandle,
  type Host,
  type HostSpawner,
  RemoteControlService,
  type SpawnRequest,
} from 'sim-host';
import { Engine, type GameObject, gameObjectOf } from '../../../dist/sim-host/engine/index.js';
import { type Arrived, MemoryEngine } from '../subject/memory-engine.js';
import { Desk, Fan, Maker, Rig } from './application.js';
import { written } from './exact-json.js';
import type { MemoryFiles } from './memory-files.js';

/** Internal modules have no types. */
const internals = '../../../dist/sim-host/host.js';
const { createSimHost } = (await import(internals)) as {
  createSimHost(engine: Engine, spawner: HostSpawner): Host;
};

export const folder = '/project';
export const livePath = `${folder}/show.live.json`;
export const wrapper = 'GameObjectWithTransform';

/** Base scenes of a live scene; the second has fewer objects and other values. */
export const baseScenes = ['Base', 'Hall'] as const;
export type BaseScene = (typeof baseScenes)[number];
const hallObjects: readonly (keyof typeof baseObjects)[] = ['lamp', 'amp', 'desk'];

/** Changes by the application itself, which a restarted host repeats. */
export type Event =
  | { readonly of: 'object' | 'asset' | 'destroy'; readonly key: string }
  | { readonly of: 'load' | 'unload' }
  /** The application creates an object unless it exists. */
  | { readonly of: 'guest' }
  | { readonly of: 'base'; readonly name: BaseScene };

/** Objects of the base scene by source key; the component of a wrapper is inline. */
export const baseObjects = {
  lamp: 'wrapper',
  rig: 'wrapper',
  amp: 'component',
  dimmer: 'component',
  desk: 'plain',
} as const;

/** Objects that are added later, each in its own way. */
export const lateObjects = { moon: 'component', star: 'wrapper' } as const;
export const sceneObjects = { spot: 'component' } as const;
export const assetObjects = { prop: 'wrapper' } as const;

/** Components with source keys on game objects of others: one more of the same class, and one of another. */
export const besides = {
  amp: { key: 'twin', kind: 'component' },
  rig: { key: 'fan', kind: 'fan' },
  prop: { key: 'blade', kind: 'fan' },
} as const;

export type Kind = 'wrapper' | 'component' | 'plain' | 'fan';

/** The kinds of all possible objects. */
export const kinds: Readonly<Record<string, Kind>> = {
  ...baseObjects,
  ...lateObjects,
  ...sceneObjects,
  ...assetObjects,
  new1: 'component',
  new2: 'component',
  guest: 'component',
  ...Object.fromEntries(Object.values(besides).map(({ key, kind }) => [key, kind])),
};

/** A service with its application and project from start to stop, like one process. */
export class World {
  readonly service: RemoteControlService;
  readonly files: MemoryFiles;
  readonly log: string[] = [];
  readonly events: Event[] = [];
  readonly #engine: Engine;
  readonly #http = new MemoryEngine();
  readonly #spawned = new Map<object, { readonly prefab?: string }>();

  constructor(files: MemoryFiles) {
    this.files = files;
    this.#engine = new Engine({
      application: { name: 'model-based', version: '1.0.0', engineVersion: '1', mode: 'player' },
      clock: 'manual',
      rate: 50,
      idStart: 1000n,
      wallStart: 0,
    });
    const engine = this.#engine;
    engine.log.onEntry(({ level, message }) => void this.log.push(`${level}: ${message}`));
    const host = createSimHost(engine, {
      spawn: (request) => this.#spawn(request),
      origin: (target) => this.#spawned.get(gameObjectOf(target) ?? target),
      destroy: (target) => gameObjectOf(target)?.destroy(),
    });
    this.service = new RemoteControlService({
      host,
      http: { engine: this.#http },
      project: { folder, files },
    });
    this.service.scanDeclarations();
    for (const [buildIndex, name] of baseScenes.entries())
      engine.scenes.register({ name, buildIndex, populate: () => this.#populate(name) });
    engine.scenes.register({
      name: 'Extra',
      buildIndex: -1,
      populate: (scene) => {
        for (const [key, kind] of Object.entries(sceneObjects)) this.#make(key, kind, scene);
      },
    });
    engine.assets.add({ guid: 'guid-clip', name: 'Clip', type: 'Clip' });
    engine.assets.add({
      guid: 'guid-prop',
      name: 'Prop',
      type: 'Prop',
      loaded: false,
      onLoad: () => {
        for (const [key, kind] of Object.entries(assetObjects)) this.#make(key, kind);
      },
    });
    engine.scenes.load('Base', 'single');
    const maker = new Maker({ spawn: (key) => this.#spawnNew(key), destroy: (key) => this.#destroy(key) });
    this.service.objects.register(maker, { sourceKey: 'maker' });
  }

  /** Starts the service; `before` lists changes made before the files are read. */
  async start(before: readonly Event[] = []): Promise<void> {
    await this.service.start();
    this.#engine.start();
    for (const event of before) this.happen(event);
    await this.settle(this.service.live!.start('show.live.json'));
    this.frame();
  }

  async stop(): Promise<void> {
    this.#engine.stop();
    await this.service.stop();
  }

  frame(count = 1): void {
    if (this.#engine.isRunning) this.#engine.step(count);
  }

  /** Awaits work that may need frames. */
  async settle<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    work.then(end, end);
    for (let i = 0; !isDone; i++) {
      await new Promise((resolve) =>
        i < 5 ? queueMicrotask(() => resolve(undefined)) : setImmediate(resolve),
      );
      if (i >= 5) this.frame();
    }
    return work;
  }

  request(method: string, url: string, body?: unknown): Promise<Arrived> {
    return this.settle(this.#http.request(method, url, body === undefined ? undefined : written(body)));
  }

  /** Applies a change; false if it is impossible. */
  happen(event: Event): boolean {
    const { scenes, assets } = this.#engine;
    if (event.of === 'object') {
      if (this.#find(event.key) !== undefined) return false;
      this.#make(event.key, kinds[event.key]!);
    } else if (event.of === 'destroy') {
      const target = this.#find(event.key)?.target;
      const gameObject = target && gameObjectOf(target);
      if (gameObject === undefined) return false;
      gameObject.destroy();
    } else if (event.of === 'asset') {
      if (this.#find('prop') !== undefined || assets.find(event.key)?.loaded === true) return false;
      assets.load(event.key);
      this.frame(2);
    } else if (event.of === 'base') {
      if (this.base === event.name) return false;
      scenes.load(event.name, 'single');
      // Added objects are removed with the scene.
      this.events.length = 0;
    } else if (event.of === 'guest') {
      if (this.#find('guest') !== undefined) return false;
      this.#spawnNew('guest');
    } else if (event.of === 'load') {
      if (scenes.find('Extra') !== undefined) return false;
      scenes.load('Extra', 'additive');
    } else {
      if (scenes.find('Extra') === undefined) return false;
      scenes.unload('Extra');
    }
    this.events.push(event);
    return true;
  }

  get base(): BaseScene {
    return this.#engine.scenes.active!.name as BaseScene;
  }

  /** True if a user or a file added objects. */
  get isAnythingSpawned(): boolean {
    return [...this.service.objects].some(({ target }) => this.#spawned.has(gameObjectOf(target) ?? target));
  }

  #find(key: string): ExposedObjectHandle | undefined {
    return this.service.objects.bySourceKey(key);
  }

  #populate(base: BaseScene): void {
    for (const key of base === 'Base' ? keysOf(baseObjects) : hallObjects)
      this.#make(key, baseObjects[key], undefined, base);
    const nameless = [...this.service.objects].find(({ name }) => name === 'nameless');
    if (nameless !== undefined) this.service.objects.unregister(nameless);
    // An object without a key is not saved.
    this.service.objects.register(new Desk(), { name: 'nameless' });
  }

  #make(
    key: string,
    kind: Kind,
    scene?: Parameters<Engine['objects']['roots']>[0],
    base: BaseScene = 'Base',
  ): GameObject | undefined {
    const { objects } = this.service;
    if (kind === 'plain') {
      const present = this.#find(key);
      if (present !== undefined) objects.unregister(present);
      const desk = new Desk();
      if (base === 'Hall') desk.note = 'hall';
      objects.register(desk, { sourceKey: key });
      return undefined;
    }
    const gameObject = this.#engine.objects.create(key, scene && { scene });
    if (key === 'rig') gameObject.parent = this.#find('lamp')!.target as GameObject;
    const component = gameObject.addComponent(new Rig());
    if (base === 'Hall' && key === 'lamp') component.numbers = [9, 2];
    if (kind === 'wrapper') objects.register(gameObject, { className: wrapper, sourceKey: key });
    else objects.register(component, { sourceKey: key });
    const beside = Object.hasOwn(besides, key) ? besides[key as keyof typeof besides] : undefined;
    if (beside !== undefined) {
      const another = gameObject.addComponent(beside.kind === 'fan' ? new Fan() : new Rig());
      objects.register(another, { sourceKey: beside.key });
    }
    return gameObject;
  }

  #spawn({ sourceKey, className, prefab }: SpawnRequest): boolean {
    const kind = className === 'Model.Rig' ? 'component' : className === wrapper ? 'wrapper' : undefined;
    if (kind === undefined || prefab === 'guid-none') return false;
    this.#spawned.set(this.#make(sourceKey, kind)!, prefab === undefined ? {} : { prefab });
    return true;
  }

  #spawnNew(key: string): void {
    if (this.#find(key) !== undefined) throw new Error('it is there');
    this.#spawned.set(this.#make(key, 'component')!, {});
  }

  #destroy(key: string): void {
    const target = this.#find(key)?.target;
    const gameObject = target && gameObjectOf(target);
    if (gameObject === undefined) throw new Error('it is not there');
    gameObject.destroy();
  }
}

function keysOf<K extends string>(of: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(of) as K[];
}
