import {
  createPlainHost,
  exposedClass,
  exposedField,
  exposedFunction,
  exposedProperty,
  exposeEnum,
  RemoteControlService,
} from 'sim-host';
import { resetDeclarations } from 'sim-host/testing';
import { MemoryFiles } from '../files/memory-files.js';
import type { App, Classes, Library } from '../table/evaluate.js';
import { type Arrived, MemoryEngine } from './memory-engine.js';
import { readUnsaved, type Unsaved } from './unsaved.js';

/** The service under test with its own application. */
export class Subject {
  readonly service: RemoteControlService;
  readonly classes: Classes;
  readonly app: App = {};
  readonly log: string[] = [];
  readonly #http = new MemoryEngine();
  readonly #tick: () => void;
  /** The stream text that is not read yet. */
  #sent = '';
  #frames = 0;
  /** Checks whether the awaited text has arrived. */
  #onText: () => void = () => undefined;

  constructor(make: (library: Library, app: App) => Classes) {
    // Declarations are global to the process, and every run has its own.
    resetDeclarations();
    const plain = createPlainHost({
      name: 'model-based',
      loop: 'own',
      log: ({ level, message }) => void this.log.push(`${level}: ${message}`),
    });
    this.#tick = () => plain.tick();
    const clock = { mode: 'manual' as const, now: () => plain.frames.count * 20, wallTime: () => 0 };
    this.service = new RemoteControlService({
      host: { ...plain, clock },
      http: { engine: this.#http, port: 0 },
      project: { folder: '/project', files: new MemoryFiles() },
    });
    const define = (definition: Parameters<RemoteControlService['classes']['define']>[0]) =>
      this.service.classes.define(definition);
    const library = { exposedClass, exposedField, exposedFunction, exposedProperty, exposeEnum, define };
    this.classes = make(library, this.app);
    this.service.scanDeclarations();
  }

  async start(): Promise<void> {
    await this.service.start();
    this.#http.connect('/api/stream', (text) => {
      this.#sent += text;
      this.#onText();
    });
    await this.frame();
  }

  async stop(): Promise<void> {
    this.#http.close();
    await this.service.stop();
  }

  /** The id of a static class: a decorated one registers itself, a defined one is registered here. */
  staticId(className: string): string {
    const { objects } = this.service;
    const options = { className, sourceKey: className };
    return (objects.resolve(className) ?? objects.register(this.classes[className]!, options)).id;
  }

  request(method: string, url: string, body?: string): Promise<Arrived> {
    return this.#http.request(method, url, body);
  }

  unsaved(): Promise<Unsaved> {
    return readUnsaved(this.#http);
  }

  /** Ends a frame and returns the stream text of it. */
  async frame(): Promise<string> {
    this.#tick();
    // This event follows all others of the frame.
    const mark = `end of frame ${++this.#frames}`;
    this.service.notifications.notify({ type: 'info', title: mark, message: '' });
    this.#tick();
    await new Promise<void>((resolve) => {
      this.#onText = () => this.#sent.includes(mark) && resolve();
      this.#onText();
    });
    const sent = this.#sent;
    this.#sent = '';
    return sent;
  }
}
