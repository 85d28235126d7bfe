import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { After, Before, Status, setDefaultTimeout, setWorldConstructor, World } from '@cucumber/cucumber';
import {
  type Answer,
  AttachedHost,
  describeExchange,
  EventStreamClient,
  HttpClient,
  type Json,
  SimHostProcess,
  type StreamEvent,
  type StreamOptions,
  simHostRoot,
  WarmHost,
} from '../../conformance/client/index.js';
import { contractViolation, eventViolation } from './contract.js';
import { clockIsStill, messageOfGone } from './hands.js';

setDefaultTimeout(60_000);

/** How the suite is run: against hosts of its own, or against one that runs already. */
export interface WorldParameters {
  /** Base URL of a host that runs already. */
  readonly baseUrl?: string;
  /** Base URL of its control channel. */
  readonly control?: string;
  /** That the channel wants. */
  readonly controlToken?: string;
  readonly token?: string;
  /** Of the generative part. */
  readonly seed?: number;
  /** Chosen by whoever runs the suite: an object, by id or source key, and a number of it. */
  readonly object?: string;
  readonly member?: string;
  /** What the host is judged as; `unity-0.20` and the like have no description of their API that is ours. */
  readonly profile?: string;
}

/** What a host is started with beside the options of the command. */
export interface StartOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly withControl?: boolean;
  /** URL of a module that starts an application in the host's process. */
  readonly application?: string;
}

let applications = 0;

/** The environment of a process that imports a module before anything else. */
function importing(module: string | undefined): NodeJS.ProcessEnv {
  if (module === undefined) return {};
  return {
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${module}`,
    SIM_HOST_ROOT: simHostRoot,
  };
}

/** What the steps of a scenario share: a host of its own, the last answer, the open streams. */
export class HostWorld extends World<WorldParameters> {
  #answer: Answer | undefined;
  /** Asked for and not looked at yet: what was written, with its answer. */
  #unseen: { readonly what: string; readonly answer: Answer } | undefined;
  /** The answer to a request that nobody has waited for yet. */
  awaited: Promise<Answer> | undefined;
  awaitedCalls: Promise<Answer[]> | undefined;
  /** Answers to the same request, sent several times. */
  guesses: readonly Answer[] = [];
  /** What did not follow the API's description (VER-1). */
  readonly violations: string[] = [];
  /** Values that were remembered, for `<name>` in later steps. */
  readonly remembered = new Map<string, string>();
  readonly streams = new Map<string, EventStreamClient>();
  #process: SimHostProcess | WarmHost | undefined;
  #attached: AttachedHost | undefined;
  #http: HttpClient | undefined;
  #projectFolder: string | undefined;
  #args: readonly string[] = [];
  #start: StartOptions = {};
  #mayBeWarm = false;
  #barrier = 0;
  /** What was written in a host that goes on after the scenario, with what was there before. */
  readonly #borrowed = new Map<string, Json>();

  /** What was answered last; whoever asks for it judges it. */
  get answer(): Answer {
    this.#unseen = undefined;
    if (this.#answer === undefined) throw new Error('nothing was asked for yet');
    return this.#answer;
  }

  set answer(answer: Answer) {
    this.#answer = answer;
  }

  /** What a step has written is to be there, unless another one looks at what it was answered: a 500 after the write is seen, too. */
  requireWritten(): void {
    const { what, answer } = this.#unseen ?? {};
    this.#unseen = undefined;
    if (answer !== undefined && answer.status >= 400)
      assert.fail(`${what} was answered with ${answer.status} ${answer.text}, and no step asks for that`);
  }

  /** The host under test. */
  get host(): AttachedHost {
    const host = this.#process ?? this.#attached;
    if (host === undefined) throw new Error('no host runs: begin with "Given the demo scene"');
    return host;
  }

  /** The host as a process of the suite's own. */
  get process(): SimHostProcess {
    if (this.#process instanceof SimHostProcess) return this.#process;
    throw new Error('no process of the suite runs: steps that need one are in needsOwnProcess');
  }

  /** What was asked and answered last, for the report of a failure. */
  get last() {
    return this.#http?.last;
  }

  /** Takes the host that is to be tested as it is; without one, a demo scene of the suite's own. */
  async useHost(demo: string): Promise<void> {
    const { baseUrl, control, controlToken, token } = this.parameters;
    if (baseUrl === undefined) return this.start(demo, ['--clock', 'real']);
    this.#attached = new AttachedHost(baseUrl, { url: control, token: controlToken });
    this.#http = this.#client(baseUrl, token);
  }

  get projectFolder(): string {
    if (this.#projectFolder === undefined) throw new Error('no host runs: begin with "Given the demo scene"');
    return this.#projectFolder;
  }

  get http(): HttpClient {
    if (this.#http === undefined) throw new Error('no host runs: begin with "Given the demo scene"');
    return this.#http;
  }

  /** The demo scene: a host of the suite's own, else one that runs it already and is put back to its start. */
  async useDemo(scene: string): Promise<'skipped' | undefined> {
    const { baseUrl, control, controlToken, token } = this.parameters;
    if (baseUrl === undefined) {
      await this.start(scene);
      return undefined;
    }
    this.#attached = new AttachedHost(baseUrl, { url: control, token: controlToken });
    this.#http = this.#client(baseUrl, token);
    const { status } = await this.#http.request('GET', '/exposed/object/key-light');
    if (status !== 200) return this.notApplicable('it needs the objects of the demo scene');
    await this.#putBack(this.#attached);
    return undefined;
  }

  /** As it was at the start, as far as that can be had: also every window of time has passed then. */
  async #putBack(host: AttachedHost): Promise<void> {
    const { dialogs } = await host.control('dialog.list');
    for (const { id } of dialogs) await host.control('dialog.answer', { id, choice: 'cancel' });
    await host.control('scene.load', { name: 'Studio' });
    await host.control('live.resetAll');
    await host.control('notifier', { enabled: true });
    for (let i = 0; i < 1000 && (await host.control('state')).subscribers > 0; i++);
    await host.control('clock.step', { seconds: 40 });
  }

  /** Ends the scenario, which says nothing of the host: it has not what is needed. */
  notApplicable(reason: string): 'skipped' {
    this.attach(reason, { mediaType: 'text/plain', fileName: 'not-applicable' });
    return 'skipped';
  }

  /** Notes what stands at a path before the scenario writes there. */
  borrow(path: string, value: Json): void {
    if (!this.#borrowed.has(path)) this.#borrowed.set(path, value);
  }

  /** Puts back what was borrowed; a host of the suite's own goes away, and needs none of it. */
  async giveBack(): Promise<void> {
    if (this.parameters.baseUrl === undefined) return;
    for (const [path, value] of this.#borrowed) await this.http.request('PUT', path, { body: { value } });
  }

  /** Takes note of what the scenario will do, before it begins. */
  prepare(steps: readonly string[]): void {
    this.#mayBeWarm = !steps.some((text) => needsOwnProcess.test(text));
  }

  /** Starts a host on the manual clock, with a project folder that goes away with the scenario. */
  async start(scene: string, args: readonly string[] = [], options: StartOptions = {}): Promise<void> {
    const folder = await this.useProjectFolder();
    const manual = args.includes('--clock') ? [] : ['--clock', 'manual'];
    this.#args = ['--scene', scene, '--project', folder, ...manual, ...args];
    this.#start = options;
    this.remembered.set('project', folder);
    await this.restart();
  }

  /** The scenario's own folder, made when it is first needed. */
  async useProjectFolder(): Promise<string> {
    this.#projectFolder ??= await mkdtemp(join(tmpdir(), 'sim-host-'));
    return this.#projectFolder;
  }

  /** Ends the host and starts it again on the same project. */
  async restart(): Promise<void> {
    await this.#stop();
    const { env = {}, withControl = true, application } = this.#start;
    // A process imports a module once, and runs the application with each host that it starts.
    const module = application === undefined ? undefined : `${application}&start=${++applications}`;
    const isWarm = this.#mayBeWarm && withControl && Object.keys(env).length === 0;
    this.#process = isWarm
      ? await WarmHost.start(this.#args, module)
      : await SimHostProcess.start(this.#args, { ...env, ...importing(module) }, withControl);
    this.#http = this.#client(this.#process.url);
  }

  async #stop(): Promise<void> {
    this.#http?.close();
    this.#attached?.close();
    await this.#process?.stop();
    this.#process = undefined;
  }

  /** Every exchange is checked against the API's description. */
  #client(url: string, token?: string): HttpClient {
    const client = new HttpClient(url, token);
    // Hosts of a profile have another description, or none.
    if (this.parameters.profile !== undefined) return client;
    client.onExchange = (exchange) => {
      const violation = contractViolation(exchange, this.parameters.baseUrl !== undefined);
      if (violation !== undefined) this.violations.push(violation);
    };
    return client;
  }

  eventViolations(): string[] {
    if (this.parameters.profile !== undefined) return [];
    const events = [...this.streams.values()].flatMap((stream) => stream.events);
    return events.flatMap((event) => eventViolation(event, this.parameters.baseUrl !== undefined) ?? []);
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
    this.requireWritten();
    const answer = await this.http.request(method, this.fill(path), options);
    this.#answer = answer;
    if (!['GET', 'HEAD', 'OPTIONS'].includes(method)) this.#unseen = { what: `${method} ${path}`, answer };
    return answer;
  }

  async subscribe(name: string, options: StreamOptions = {}): Promise<EventStreamClient> {
    const query = options.query === undefined ? {} : { query: this.fill(options.query) };
    const { token } = this.parameters;
    const headers = { ...(token !== undefined && { Authorization: `Bearer ${token}` }), ...options.headers };
    const stream = await EventStreamClient.open(this.host.url, { ...options, ...query, headers });
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

/** Steps that look at the process itself, or at how well it keeps time. */
const needsOwnProcess =
  /exit|told to end|signal|first line|working set|the host (prints|has warned|tells)|answer(s)? on |clock real/;

/** Steps that need a process, a scene or a folder of the suite's own. */
const needsOwnHost =
  /the scene "|the application "|the demo scene with|started again|exit code|run sim-host|told to end|project|in the file|bytes|(saves|loads) the live scene|\/exposed\/(export|import)|answer(s)? on |working set|first line/;

Before(function (this: HostWorld, { pickle }) {
  this.prepare(pickle.steps.map(({ text }) => text));
});

/** Hosts that do not answer any more; they were asked after a scenario that failed. */
const goneHosts = new Set<string>();

/**
 * Scenarios in the demo scene need it, and hands on the host's machine; others a host of the suite's own. Where there is
 * none of that they do not apply.
 */
Before(async function (this: HostWorld, { pickle }) {
  const { baseUrl, control } = this.parameters;
  if (baseUrl === undefined) return undefined;
  if (goneHosts.has(baseUrl)) return this.notApplicable('the host does not answer any more');
  const has = (tag: string) => pickle.tags.some(({ name }) => name === tag);
  if (has('@any-host')) return undefined;
  if (has('@own-host') || pickle.steps.some(({ text }) => needsOwnHost.test(text)))
    return this.notApplicable("it needs a process, a scene or a folder of the suite's own");
  if (control === undefined) return this.notApplicable('it needs hands on the host: --control');
  const still = await clockIsStill(control, this.parameters.controlToken);
  return still === undefined ? undefined : this.notApplicable(still);
});

After(async function (this: HostWorld, { result, pickle }) {
  const { last } = this;
  const violations = [...this.violations, ...this.eventViolations()];
  const unseen = result?.status === Status.PASSED ? unseenOf(this) : undefined;
  if (result?.status === Status.FAILED && last !== undefined) {
    this.attach(describeExchange(last), { mediaType: 'text/plain', fileName: 'exchange' });
  }
  const { baseUrl, token } = this.parameters;
  if (result?.status === Status.FAILED && baseUrl !== undefined) {
    const gone = await messageOfGone(baseUrl, token);
    if (gone !== undefined) {
      goneHosts.add(baseUrl);
      this.attach(gone, { mediaType: 'text/plain', fileName: 'host-gone' });
    }
  }
  if (baseUrl !== undefined && !goneHosts.has(baseUrl)) await this.giveBack();
  await this.end();
  if (unseen !== undefined) throw unseen;
  // Simulated failures of the network are not responses of the service that the description covers.
  const hasNetworkFailures = pickle.tags.some(({ name }) => name === '@network-failures');
  if (result?.status !== Status.PASSED || hasNetworkFailures || violations.length === 0) return;
  this.attach(violations.join('\n'), { mediaType: 'text/plain', fileName: 'violations' });
  assert.fail(`what was exchanged does not follow docs/openapi.yaml:\n${listed(violations)}`);
});

/** So many are enough to see what is wrong; all of them are attached. */
const mostListed = 8;

/** Each once, with how often it was. */
function listed(violations: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const each of violations) counts.set(each, (counts.get(each) ?? 0) + 1);
  const lines = [...counts].map(([each, count]) => (count === 1 ? each : `${each} (${count} times)`));
  const more = lines.length - mostListed;
  return [...lines.slice(0, mostListed), ...(more > 0 ? [`and ${more} others`] : [])].join('\n');
}

function unseenOf(world: HostWorld): unknown {
  try {
    world.requireWritten();
    return undefined;
  } catch (error) {
    return error;
  }
}
