import {
  createPlainHost,
  exposeClass,
  exposedClass,
  exposedField,
  exposedFunction,
  exposedProperty,
  exposeEnum,
  RemoteControlService,
} from 'sim-host';
import { declarations } from '../../../dist/service/classes/declarations.js';
import type { App, Classes, Library } from '../table/evaluate.js';
import { type Arrived, MemoryEngine } from './memory-engine.js';

/** The service under test, with an application of its own. */
export class Subject {
  readonly service: RemoteControlService;
  readonly classes: Classes;
  readonly app: App = {};
  readonly log: string[] = [];
  readonly #engine = new MemoryEngine();
  readonly #tick: () => void;
  /** What the stream has sent and nobody has taken yet. */
  #sent = '';

  constructor(make: (library: Library, app: App) => Classes) {
    // Declarations are the process's, and every run has its own.
    declarations.classes.length = 0;
    declarations.enums.clear();
    const plain = createPlainHost({
      name: 'oracle',
      loop: 'own',
      log: ({ level, message }) => void this.log.push(`${level}: ${message}`),
    });
    this.#tick = () => plain.tick();
    const clock = { mode: 'manual' as const, now: () => plain.frames.count * 20, wallTime: () => 0 };
    this.service = new RemoteControlService({ host: { ...plain, clock }, http: { engine: this.#engine } });
    const define = (definition: Parameters<RemoteControlService['classes']['define']>[0]) =>
      this.service.classes.define(definition);
    const library = {
      exposeClass,
      exposedClass,
      exposedField,
      exposedFunction,
      exposedProperty,
      exposeEnum,
      define,
    };
    this.classes = make(library, this.app);
    this.service.model.scanDeclarations();
  }

  async start(): Promise<void> {
    await this.service.start();
    this.#engine.stream('/api/stream', (text) => {
      this.#sent += text;
    });
    this.frame();
  }

  async stop(): Promise<void> {
    await this.service.stop();
  }

  /** The id of a static class: what is decorated is registered by itself, what is defined is not. */
  staticId(className: string): string {
    const { objects } = this.service;
    const options = { className, sourceKey: className };
    return (objects.resolve(className) ?? objects.register(this.classes[className]!, options)).id;
  }

  request(method: string, url: string, body?: string): Promise<Arrived> {
    return this.#engine.request(method, url, body);
  }

  /** Ends a frame; answers what the stream has sent with it. */
  frame(): string {
    this.#tick();
    const sent = this.#sent;
    this.#sent = '';
    return sent;
  }
}
