/** Helpers for tests of relays. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EventStreamClient, type StreamEvent } from '../../conformance/client/event-stream.js';
import { type RunningRelay, startRelay } from '../../src/relay/relay.js';
import type { NatsOptions } from '../../src/service/index.js';
import { startSimHost, type TestHost, type TestHostOptions } from '../../src/sim-host/testing/index.js';
import { NatsServer } from './nats-server.js';
import { TcpProxy } from './tcp-proxy.js';

/** One lamp with a level and a note. */
export const scene = {
  application: { name: 'Relayed' },
  classes: { Lamp: { kind: 'component', fields: { level: { type: 'Int32' }, note: { type: 'String' } } } },
  scenes: {
    Main: { buildIndex: 0, objects: [{ name: 'Lamp', components: [{ class: 'Lamp', key: 'lamp' }] }] },
  },
} as unknown as TestHostOptions['scene'];

/** Only a failure reaches this limit. */
const limitMs = 60_000;

/** Encodes a message as hosts and relays do: a line of JSON, then bytes. */
export const encodeMessage = (head: object, bytes: Uint8Array = Buffer.alloc(0)) =>
  Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes]);

let names = 0;

/** Returns a unique name for a host. */
export const newName = () => `host-${process.pid}-${++names}`;

/** Starts a NATS server for a test. */
export async function natsOn(t: TestContext, config?: string): Promise<NatsServer> {
  const nats = new NatsServer(config);
  await nats.start();
  t.after(() => nats.stop().finally(() => nats.forget()));
  return nats;
}

/** Starts a proxy in front of a NATS server. */
export async function proxyOf(
  t: TestContext,
  { port }: NatsServer,
): Promise<{ proxy: TcpProxy; url: string }> {
  const proxy = new TcpProxy(port);
  t.after(() => proxy.stop());
  return { proxy, url: await proxy.start() };
}

/** Publishes a host of the scene until the test ends. */
export async function hostOn(
  t: TestContext,
  nats: string,
  natsName: string,
  options: Partial<TestHostOptions> = {},
): Promise<TestHost> {
  const running = await startSimHost({ scene, clock: 'real', nats, natsName, ...options });
  t.after(() => running.stop());
  return running;
}

/** Starts a relay and waits for its host. */
export async function relayOn(
  t: TestContext,
  nats: NatsOptions,
  log: (level: string, message: string) => void = () => {},
): Promise<RunningRelay> {
  const running = await startRelay({ nats, http: { port: 0 }, log });
  t.after(() => running.stop());
  await answering(running.url);
  return running;
}

/** Opens an event stream and waits for its first event. */
export async function stream(
  t: TestContext,
  url: string,
  lastEventId?: string,
  query = '',
): Promise<EventStreamClient> {
  const headers: Record<string, string> = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
  const opened = await EventStreamClient.open(url, { query, headers });
  t.after(() => opened.close());
  assert.equal(opened.status, 200, opened.raw);
  await eventOf(opened, ({ kind }) => kind === 'connected', 'the greeting');
  return opened;
}

/** Returns request options with a token. */
export const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

/** Sets a member of the lamp. */
export async function put(url: string, member: string, value: unknown): Promise<void> {
  const response = await fetch(`${url}/exposed/object/lamp/${member}`, {
    method: 'PUT',
    body: JSON.stringify({ value }),
  });
  assert.equal(response.status, 200, await response.text());
}

/** Reads a member of the lamp. */
export async function get(url: string, member: string): Promise<unknown> {
  return ((await (await fetch(`${url}/exposed/object/lamp/${member}`)).json()) as { value: unknown }).value;
}

/** Waits for an event; long enough for a restart of NATS on a busy machine. */
export function eventOf(
  app: EventStreamClient,
  matches: (event: StreamEvent) => boolean,
  what: string,
): Promise<StreamEvent> {
  return app.until(({ events }) => events.find(matches), what, limitMs);
}

/** Waits for the event of a level. */
export function levelOf(app: EventStreamClient, level: number): Promise<StreamEvent> {
  return eventOf(app, ({ data }) => data.path === 'level' && data.value === level, `level ${level}`);
}

/** Returns the numbers of events that have one, in order of arrival. */
export function numbersOf(events: readonly StreamEvent[]): number[] {
  return events.filter(({ data }) => data.path === 'level').map(({ data }) => data.value as number);
}

/** Waits until the relay reaches its host. */
export async function answering(url: string): Promise<void> {
  await until(async () => {
    const status = await probe(url);
    return status === undefined || status === 503 || status === 502 ? undefined : true;
  });
}

/** Waits until the relay reports that it has no host. */
export async function hostless(url: string): Promise<void> {
  await until(async () => ((await probe(url)) === 503 ? true : undefined));
}

/** Sends a short request to a relay, since one that was in flight when the host was cut off would be answered late. */
async function probe(url: string): Promise<number | undefined> {
  try {
    return (await fetch(`${url}/nothing`, { signal: AbortSignal.timeout(2000) })).status;
  } catch {
    return undefined;
  }
}

/** Waits until the stream has ended. */
export function closed(app: EventStreamClient): Promise<true> {
  return app.until(({ isClosed }) => isClosed || undefined, 'the end', limitMs);
}

/** Repeats a check until it returns something; only a failure reaches the limit. */
export async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`it did not come to be: ${look}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Options of a separate process. */
interface ProcessOptions {
  readonly args?: readonly string[];
  /** How far its clock is ahead, in milliseconds. */
  readonly aheadMs?: number;
}

/** Starts a relay in a separate process, which can be killed. */
export async function relayProcess(
  t: TestContext,
  servers: string,
  name: string,
  { args = [], aheadMs }: ProcessOptions = {},
) {
  const running = await processOf(t, ['relay', '--nats', servers, '--nats-name', name, ...args], aheadMs);
  await answering(running.url);
  return running;
}

/** Starts a host of the scene in a separate process. */
export function hostProcess(t: TestContext, servers: string, name: string, aheadMs?: number) {
  const folder = mkdtempSync(join(tmpdir(), 'nats-host-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'scene.yaml');
  writeFileSync(file, JSON.stringify(scene));
  return processOf(t, ['--scene', file, '--nats', servers, '--nats-name', name], aheadMs);
}

/** Returns the first line that a process prints. Rejects if it ends without one. */
export function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface(child.stdout!).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`it has ended with ${code}`)));
  });
}

async function processOf(t: TestContext, options: readonly string[], aheadMs = 0) {
  const bin = fileURLToPath(new URL('../../bin/sim-host.mjs', import.meta.url));
  const args = [bin, ...options, '--port', '0', '--json'];
  const preload = new URL('clock-apart.mjs', import.meta.url).href;
  const env = { ...process.env, CLOCK_AHEAD_MS: String(aheadMs), NODE_OPTIONS: `--import=${preload}` };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const printed: string[] = [];
  createInterface(child.stdout).on('line', (each) => printed.push(each));
  const line = await firstLine(child);
  const { url, pid } = JSON.parse(line) as { url: string; pid: number };
  return { url, pid, printed, kill: (signal: NodeJS.Signals = 'SIGKILL') => child.kill(signal) };
}
