import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { After, setDefaultTimeout, setWorldConstructor, World } from '@cucumber/cucumber';
import {
  type Answer,
  EventStreamClient,
  HttpClient,
  type Json,
  SimHostProcess,
  type StreamEvent,
  type StreamOptions,
} from '../../conformance/client/index.js';

setDefaultTimeout(60_000);

/** What the steps of a scenario share: a host of its own, the last answer, the open streams. */
export class HostWorld extends World {
  answer!: Answer;
  /** Values that were remembered, for `<name>` in later steps. */
  readonly remembered = new Map<string, string>();
  readonly streams = new Map<string, EventStreamClient>();
  #host: SimHostProcess | undefined;
  #http: HttpClient | undefined;
  #projectFolder: string | undefined;
  #args: readonly string[] = [];
  #env: NodeJS.ProcessEnv = {};
  #withControl = true;
  #barrier = 0;

  get host(): SimHostProcess {
    if (this.#host === undefined) throw new Error('no host runs: begin with "Given the demo scene"');
    return this.#host;
  }

  get projectFolder(): string {
    if (this.#projectFolder === undefined) throw new Error('no host runs: begin with "Given the demo scene"');
    return this.#projectFolder;
  }

  get http(): HttpClient {
    if (this.#http === undefined) throw new Error('no host runs: begin with "Given the demo scene"');
    return this.#http;
  }

  /** Starts a host on the manual clock, with a project folder that goes away with the scenario. */
  async start(
    scene: string,
    args: readonly string[] = [],
    env: NodeJS.ProcessEnv = {},
    withControl = true,
  ): Promise<void> {
    this.#withControl = withControl;
    this.#projectFolder ??= await mkdtemp(join(tmpdir(), 'sim-host-'));
    const manual = args.includes('--clock') ? [] : ['--clock', 'manual'];
    this.#args = ['--scene', scene, '--project', this.#projectFolder, ...manual, ...args];
    this.#env = env;
    this.remembered.set('project', this.#projectFolder);
    await this.restart();
  }

  /** Ends the host and starts it again on the same project. */
  async restart(): Promise<void> {
    await this.#stop();
    this.#host = await SimHostProcess.start(this.#args, this.#env, this.#withControl);
    this.#http = new HttpClient(this.#host.url);
  }

  async #stop(): Promise<void> {
    this.#http?.close();
    await this.#host?.stop();
    this.#host = undefined;
  }

  /** Fills in `<name>` with what was remembered. */
  fill(text: string): string {
    return text.replace(/<([\w-]+)>/g, (all, name: string) => this.remembered.get(name) ?? all);
  }

  async send(
    method: string,
    path: string,
    options: Parameters<HttpClient['request']>[2] = {},
  ): Promise<Answer> {
    this.answer = await this.http.request(method, this.fill(path), options);
    return this.answer;
  }

  async subscribe(name: string, options: StreamOptions = {}): Promise<EventStreamClient> {
    const query = options.query === undefined ? {} : { query: this.fill(options.query) };
    const stream = await EventStreamClient.open(this.host.url, { ...options, ...query });
    this.streams.set(name, stream);
    return stream;
  }

  stream(name: string): EventStreamClient {
    const stream = this.streams.get(name);
    if (stream === undefined) throw new Error(`there is no stream "${name}"`);
    return stream;
  }

  step(frames: number): Promise<Json> {
    return this.host.control('clock.step', { frames });
  }

  /** Waits for a notification that is sent now: every earlier event has come then. */
  async barrierNotification(name: string): Promise<void> {
    const title = `barrier ${++this.#barrier}`;
    await this.host.control('notify', { title, message: '' });
    await this.step(1);
    await this.stream(name).event(({ data }) => data.title === title, `the barrier on ${name}`);
  }

  /**
   * What a stream has received before a change that is made now: nothing else can still be under way. The moving parts
   * of the demo scene are left out.
   */
  async eventsBeforeBarrier(name: string): Promise<StreamEvent[]> {
    const stream = this.stream(name);
    const caption = `barrier ${++this.#barrier}`;
    await this.host.control('set', { key: 'StudioManager', path: 'title', value: caption });
    await this.step(1);
    const barrier = await stream.event(({ data }) => data.value === caption, `the barrier on ${name}`);
    const mover = (await this.http.request('GET', '/exposed/object/mover')).json?.['@id'];
    const before = stream.events.slice(0, stream.events.indexOf(barrier));
    const isNoise = ({ kind, data }: StreamEvent) =>
      kind === 'connected' || data.id === mover || String(data.value).startsWith('barrier ');
    return before.filter((event) => !isNoise(event));
  }

  async end(): Promise<void> {
    for (const stream of this.streams.values()) stream.close();
    await this.#stop();
    if (this.#projectFolder !== undefined) await rm(this.#projectFolder, { recursive: true, force: true });
  }
}

setWorldConstructor(HostWorld);

After(async function (this: HostWorld) {
  await this.end();
});
