import { type ExposedObjectHandle, type Host, RemoteControlService } from 'sim-host';
import { Component, Engine, GameObject } from '../../../dist/sim-host/engine/index.js';
import { MemoryFiles } from '../files/memory-files.js';
import { type Arrived, MemoryEngine } from '../subject/memory-engine.js';
import { readUnsaved, type Unsaved } from '../subject/unsaved.js';
import { type ClassName, create, defineLamp } from './application.js';

/** Internal modules have no types. */
const internals = '../../../dist/sim-host/host.js';
const { createSimHost } = (await import(internals)) as { createSimHost(engine: Engine): Host };

/** The service in the simulated engine, with the objects on its stage by number. */
export class StageSubject {
  readonly service: RemoteControlService;
  readonly targets: object[] = [];
  readonly log: string[] = [];
  readonly #engine: Engine;
  readonly #http = new MemoryEngine();
  #sent = '';

  constructor() {
    this.#engine = new Engine({
      application: { name: 'stage', version: '1', engineVersion: '1', mode: 'player' },
      clock: 'manual',
      rate: 50,
      idStart: 1000n,
      wallStart: 0,
    });
    this.#engine.log.onEntry(({ level, message }) => void this.log.push(`${level}: ${message}`));
    this.service = new RemoteControlService({
      host: createSimHost(this.#engine),
      http: { engine: this.#http },
      project: { folder: '/project', files: new MemoryFiles() },
    });
    defineLamp(this.service);
    this.service.scanDeclarations();
    this.#engine.assets.add({ guid: 'guid-clip', name: 'Clip', type: 'Clip' });
    this.#engine.assets.add({ guid: 'guid-late', name: 'Late', type: 'Clip', loaded: false });
    this.#engine.scenes.register({ name: 'Base', buildIndex: 0, populate: () => undefined });
    this.#engine.scenes.load('Base', 'single');
  }

  async start(): Promise<void> {
    await this.service.start();
    this.#engine.start();
    this.#http.connect('/api/stream', (text) => {
      this.#sent += text;
    });
    this.frame();
  }

  async stop(): Promise<void> {
    this.#engine.stop();
    await this.service.stop();
  }

  frame(): string {
    this.#engine.step(1);
    const sent = this.#sent;
    this.#sent = '';
    return sent;
  }

  request(method: string, url: string, body?: string): Promise<Arrived> {
    return this.#http.request(method, url, body);
  }

  /** The number and engine id of a new game object. */
  addGameObject(name: string): bigint {
    const made = this.#engine.objects.create(name);
    this.targets.push(made);
    return made.instanceId;
  }

  /** A component of a game object, or an object outside the engine. */
  add(className: ClassName, owner: number | undefined): bigint | undefined {
    const made = create(className);
    this.targets.push(made);
    if (!(made instanceof Component)) return undefined;
    (this.targets[owner!] as GameObject).addComponent(made);
    return this.service.objects.instanceId(made);
  }

  register(index: number, key: string): ExposedObjectHandle {
    const target = this.targets[index]!;
    const className = target instanceof GameObject ? 'GameObjectWithTransform' : undefined;
    return this.service.objects.register(target, { sourceKey: key, ...(className && { className }) });
  }

  destroy(index: number): void {
    const target = this.targets[index]!;
    if (target instanceof GameObject) target.destroy();
    else this.#ownerOf(target as Component).removeComponent(target as Component);
  }

  setParent(index: number, parent: number | undefined): void {
    const child = this.targets[index] as GameObject;
    child.parent = parent === undefined ? undefined : (this.targets[parent] as GameObject);
  }

  unsaved(): Promise<Unsaved> {
    return readUnsaved(this.#http);
  }

  #ownerOf(component: Component): GameObject {
    return this.targets.find(
      (each): each is GameObject =>
        each instanceof GameObject && !each.isDestroyed && each.components.includes(component),
    )!;
  }
}
