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
import { show } from './match.js';
import { manualClockProblem, unreachableReason } from './running-host.js';

setDefaultTimeout(60_000);

/** Parameters of the suite, which runs against its own hosts or a running one. */
export interface WorldParameters {
  /** Base URL of a running host. */
  readonly baseUrl?: string;
  /** Base URL of its control channel. */
  readonly control?: string;
  /** Token of the control channel. */
  readonly controlToken?: string;
  readonly token?: string;
  /** Settings of the generative part. */
  readonly seed?: number;
  /** Chosen by the user: an object by id or source key, and one of its numbers. */
  readonly object?: string;
  readonly member?: string;
  /** Profile of the host; for `unity-0.20` and similar ones no API description applies. */
  readonly profile?: string;
}

/** Start options of a host other than command options. */
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

/** The state that the steps of a scenario share: its host, the last answer, the open streams. */
export class HostWorld extends World<WorldParameters> {
  #answer: Answer | undefined;
  /** The last write and its answer, if no step has checked it. */
  #unchecked: { readonly what: string; readonly answer: Answer } | undefined;
  /** The answer to an unawaited request. */
  awaited: Promise<Answer> | undefined;
  awaitedCalls: Promise<Answer[]> | undefined;
  /** Answers to the same request, sent several times. */
  guesses: readonly Answer[] = [];
  /** Violations of the API description (VER-1). */
  readonly violations: string[] = [];
  /** Remembered values for `<name>` in later steps. */
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
  /** The values of written paths before the scenario, in a host that keeps running. */
  readonly #borrowed = new Map<string, Json>();

  /** The last answer; the step that reads it checks it. */
  get answer(): Answer {
    this.#unchecked = undefined;
    if (this.#answer === undefined) throw new Error('nothing was asked for yet');
    return this.#answer;
  }

  set answer(answer: Answer) {
    this.#answer = answer;
  }

  /** Fails if a write was refused and no step checked its answer, so that a 500 after the write is noticed. */
  requireWritten(): void {
    const { what, answer } = this.#unchecked ?? {};
    this.#unchecked = undefined;
    if (answer !== undefined && answer.status >= 400)
      assert.fail(`${what} was answered with ${answer.status} ${answer.text}, and no step asks for that`);
  }

  /** The host under test. */
  get host(): AttachedHost {
    const host = this.#process ?? this.#attached;
    if (host === undefined) throw new Error('no host runs: begin with "Given the demo scene"');
    return host;
  }

  /** The host as a process of the suite. */
  get process(): SimHostProcess {
    if (this.#process instanceof SimHostProcess) return this.#process;
    throw new Error('no process of the suite runs: steps that need one are in needsOwnProcess');
  }

  /** The last exchange, for the report of a failure. */
  get last() {
    return this.#http?.last;
  }

  /** Uses the host under test, or a demo scene of the suite without one. */
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

  /** Uses the demo scene: a host of the suite, or a running one that is reset. */
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

  /** Resets the state as far as possible and advances the clock past every time window. */
  async #putBack(host: AttachedHost): Promise<void> {
    const { dialogs } = await host.control('dialog.list');
    for (const { id } of dialogs) await host.control('dialog.answer', { id, choice: 'cancel' });
    await host.control('scene.load', { name: 'Studio' });
    await host.control('live.resetAll');
    await host.control('notifier', { enabled: true });
    for (let i = 0; i < 1000 && (await host.control('state')).subscribers > 0; i++);
    await host.control('clock.step', { seconds: 40 });
  }

  /** Skips the scenario because the host lacks something that it needs. */
  notApplicable(reason: string): 'skipped' {
    this.attach(reason, { mediaType: 'text/plain', fileName: 'not-applicable' });
    return 'skipped';
  }

  /** Records the value at a path before the scenario writes it. */
  borrow(path: string, value: Json): void {
    if (!this.#borrowed.has(path)) this.#borrowed.set(path, value);
  }

  /** Restores the written values of a running host; hosts of the suite are discarded. */
  async giveBack(): Promise<void> {
    if (this.parameters.baseUrl === undefined) return;
    for (const [path, value] of this.#borrowed) await this.http.request('PUT', path, { body: { value } });
  }

  /** Decides by the steps of a scenario whether it may share a process. */
  prepare(steps: readonly string[]): void {
    this.#mayBeWarm = !steps.some((text) => needsOwnProcess.test(text));
  }

  /** Starts a host on the manual clock with a project folder that is removed after the scenario. */
  async start(scene: string, args: readonly string[] = [], options: StartOptions = {}): Promise<void> {
    const folder = await this.useProjectFolder();
    const manual = args.includes('--clock') ? [] : ['--clock', 'manual'];
    this.#args = ['--scene', scene, '--project', folder, ...manual, ...args];
    this.#start = options;
    this.remembered.set('project', folder);
    await this.restart();
  }

  /** The folder of the scenario, created on first use. */
  async useProjectFolder(): Promise<string> {
    this.#projectFolder ??= await mkdtemp(join(tmpdir(), 'sim-host-'));
    return this.#projectFolder;
  }

  /** Ends the host and starts it again on the same project. */
  async restart(): Promise<void> {
    await this.#stop();
    const { env = {}, withControl = true, application } = this.#start;
    // A process imports a module once, but runs the application with each of its hosts.
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
    // Hosts of a profile have another description or none.
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

  /** Remembers values for `<name>` in later steps; values other than strings as JSON. */
  remember(values: Readonly<Record<string, Json>>): void {
    for (const [name, value] of Object.entries(values))
      this.remembered.set(name, typeof value === 'string' ? value : show(value));
  }

  /** Replaces `<name>` with the remembered value. */
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
    if (!['GET', 'HEAD', 'OPTIONS'].includes(method)) this.#unchecked = { what: `${method} ${path}`, answer };
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

  /** Waits for a notification sent now, which follows all earlier events. */
  async barrierNotification(name: string): Promise<void> {
    const title = `barrier ${++this.#barrier}`;
    await this.host.control('notify', { title, message: '' });
    await this.step(1);
    await this.stream(name).event(({ data }) => data.title === title, `the barrier on ${name}`);
  }

  /**
   * Returns the events before a change made now, without those of the moving parts of the demo scene.
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

/** Steps that inspect the process or its timing. */
const needsOwnProcess =
  /exit code|told to end|signal|first line|working set|the host (prints|has warned|tells)|answer(s)? on |clock real/;

/** Steps that need a process, a scene or a folder of the suite. */
const needsOwnHost =
  /the scene "|the application "|the demo scene with|started again|exit code|run sim-host|told to end|project|in the file|bytes|(saves|loads) the live scene|\/exposed\/(export|import)|answer(s)? on |working set|first line/;

Before(function (this: HostWorld, { pickle }) {
  this.prepare(pickle.steps.map(({ text }) => text));
});

/** Hosts that stopped answering after a failed scenario. */
const unreachableHosts = new Set<string>();

/**
 * Skips scenarios of the demo scene without a control channel, and scenarios that need a host of the suite.
 */
Before(async function (this: HostWorld, { pickle }) {
  const { baseUrl, control } = this.parameters;
  if (baseUrl === undefined) return undefined;
  if (unreachableHosts.has(baseUrl)) return this.notApplicable('the host does not answer any more');
  const has = (tag: string) => pickle.tags.some(({ name }) => name === tag);
  if (has('@any-host')) return undefined;
  if (has('@own-host') || pickle.steps.some(({ text }) => needsOwnHost.test(text)))
    return this.notApplicable("it needs a process, a scene or a folder of the suite's own");
  if (control === undefined) return this.notApplicable('it needs the control API: --control');
  const problem = await manualClockProblem(control, this.parameters.controlToken);
  return problem === undefined ? undefined : this.notApplicable(problem);
});

After(async function (this: HostWorld, { result, pickle }) {
  const { last } = this;
  const violations = [...this.violations, ...this.eventViolations()];
  const unchecked = result?.status === Status.PASSED ? uncheckedProblem(this) : undefined;
  if (result?.status === Status.FAILED && last !== undefined) {
    this.attach(describeExchange(last), { mediaType: 'text/plain', fileName: 'exchange' });
  }
  const { baseUrl, token } = this.parameters;
  if (result?.status === Status.FAILED && baseUrl !== undefined) {
    const reason = await unreachableReason(baseUrl, token);
    if (reason !== undefined) {
      unreachableHosts.add(baseUrl);
      this.attach(reason, { mediaType: 'text/plain', fileName: 'host-unreachable' });
    }
  }
  if (baseUrl !== undefined && !unreachableHosts.has(baseUrl)) await this.giveBack();
  await this.end();
  if (unchecked !== undefined) throw unchecked;
  // Simulated network failures are not service responses, so the description does not cover them.
  const hasNetworkFailures = pickle.tags.some(({ name }) => name === '@network-failures');
  if (result?.status !== Status.PASSED || hasNetworkFailures || violations.length === 0) return;
  this.attach(violations.join('\n'), { mediaType: 'text/plain', fileName: 'violations' });
  assert.fail(`what was exchanged does not follow docs/openapi.yaml:\n${listed(violations)}`);
});

/** Maximum number of violations listed; all are attached. */
const maxListed = 8;

/** Lists each violation once with its count. */
function listed(violations: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const each of violations) counts.set(each, (counts.get(each) ?? 0) + 1);
  const lines = [...counts].map(([each, count]) => (count === 1 ? each : `${each} (${count} times)`));
  const more = lines.length - maxListed;
  return [...lines.slice(0, maxListed), ...(more > 0 ? [`and ${more} others`] : [])].join('\n');
}

function uncheckedProblem(world: HostWorld): unknown {
  try {
    world.requireWritten();
    return undefined;
  } catch (error) {
    return error;
  }
}
