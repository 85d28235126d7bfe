/** After any network conditions and concurrent changes, the state equals a fresh read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demo } from '../../test/support/demo.js';
import { isMissing } from '../../test/support/engines.js';
import { randomBelow } from '../../test/support/random.js';
import { Relay } from '../../test/support/relay.js';
import { startSimHost, type TestHost } from '../sim-host/testing/index.js';
import { parseJson } from '../wire/json.js';
import { connect, type RemoteHost, type RemoteObject } from './index.js';
import type { Json } from './json.js';

const runs = Number(process.env.CLIENT_RUNS ?? 4);
const firstSeed = Number(process.env.CLIENT_SEED ?? 1);
const steps = 60;

const keys = [
  'key-light',
  'fill-light',
  'main-camera',
  'main-avatar',
  'operations',
  'mover',
  'chair',
  'stage-spot',
  'extra',
  'StudioManager',
];

/** Members that can be written, and a value for each number. */
const writes: readonly (readonly [key: string, path: string, value: (n: number) => Json])[] = [
  ['key-light', 'intensity', (n) => n],
  ['key-light', 'color', (n) => ({ r: n / 10 })],
  ['key-light', 'color/g', (n) => n / 10],
  ['fill-light', 'mode', (n) => ['Point', 'Spot', 'Directional', 'None'][n % 4]!],
  ['main-camera', 'lens/focalLength', (n) => n],
  ['main-camera', 'lens', (n) => ({ aperture: n, coating: { layers: n } })],
  ['main-camera', 'lenses[0].coating/layers', (n) => n],
  ['main-camera', 'lenses/5/aperture', (n) => n],
  ['main-camera', 'target', (n) => [null, { '@ref': 'key-light' }, { '@ref': 'extra' }][n % 3]!],
  ['main-camera', 'presets', (n) => ['a', 'b', 'c', 'd'].slice(0, n % 5)],
  ['operations', 'operations', (n) => [{ '@type': 'WaitOperation', seconds: n }]],
  ['extra', 'intensity', (n) => n],
  ['main-avatar', 'name', (n) => `Avatar ${n}`],
  ['main-avatar', 'active', (n) => n % 2 === 0],
  ['StudioManager', 'title', (n) => `Studio ${n}`],
  ['StudioManager', 'qualityNames', () => []],
];

/** A run with its connection and host. */
class Run {
  readonly #draw: (below: number) => number;
  readonly #http: 'uws' | 'node';
  readonly #settling: Promise<unknown>[] = [];
  /** A fixed address for the client, since a restarted host has another port. */
  readonly #relay = new Relay('');
  readonly log: string[] = [];
  host!: TestHost;
  remote!: RemoteHost;
  /** For each object, the functions that end its subscriptions. */
  readonly ends = new Map<string, (() => void)[]>();

  constructor(seed: number, http: 'uws' | 'node') {
    this.#draw = randomBelow(seed);
    this.#http = http;
  }

  async start(): Promise<void> {
    this.host = await this.#startHost();
    this.#relay.target = this.host.url;
    this.remote = await connect(await this.#relay.start());
    for (const key of keys) this.#subscribe(key);
  }

  async #startHost(): Promise<TestHost> {
    return startSimHost({ scene: demo(), http: this.#http });
  }

  #subscribe(key: string): void {
    const end = this.remote.object(key).subscribe('', () => {});
    this.ends.set(key, [...(this.ends.get(key) ?? []), end]);
  }

  /** Carries out a random action. */
  async happen(): Promise<void> {
    const draw = this.#draw;
    const n = draw(10);
    const actions: Record<string, () => unknown> = {
      write: () => this.#write(n),
      other: () => this.#other(n),
      slider: () => {
        for (let i = 0; i < 5; i++) this.#settle(this.remote.object('key-light').set('intensity', i + n));
      },
      array: () => this.#array(n),
      call: () => this.#settle(this.remote.object('key-light').call('Flash', n)),
      step: () => this.host.step(1 + n),
      engine: () => this.host.control('set', { key: 'fill-light', path: 'intensity', value: n }),
      spawn: () => this.host.control('object.spawn', { class: 'StageLight', name: 'Extra', key: 'extra' }),
      destroy: () => this.host.control('object.destroy', { key: ['extra', 'key-light', 'chair'][n % 3]! }),
      asset: () => this.host.control('asset.load', { key: 'chair' }),
      scene: () =>
        this.host.control('scene.load', {
          name: ['Stage', 'Rooftop'][n % 2]!,
          mode: n < 7 ? 'additive' : 'single',
        }),
      reparent: () => this.#put('main-avatar/@parent', { parentId: null }),
      watch: () => {
        const key = keys[draw(keys.length)]!;
        const ends = this.ends.get(key) ?? [];
        if (ends.length < 2 && n < 5) this.#subscribe(key);
        else ends.pop()?.();
      },
      reset: () => n < 3 && this.host.control('host.reset'),
      restart: () => this.#restart(),
      delay: () => this.host.control('network', { latency: 5 * n, jitter: 30 }),
      drop: () => this.host.control('network', { dropStreams: true, jitter: n }),
      refuse: () => this.host.control('network', { dropStreams: n < 5, refuse: 20 * n }),
      fail: () => this.host.control('network', { failures: n / 12, latency: n }),
      undisturbed: () => this.host.control('network'),
      pause: () => new Promise((resolve) => setTimeout(resolve, 5 * n)),
    };
    const often = ['write', 'other', 'step', 'write', 'other', 'step', 'array', 'pause'];
    const names = [...Object.keys(actions), ...often];
    const name = names[draw(names.length)]!;
    this.log.push(`${name} ${n}`);
    try {
      await actions[name]!();
    } catch (error) {
      // The host refuses the action, for example because the object does not exist.
      this.log.push(`  ${(error as Error).message}`);
    }
  }

  #write(n: number): void {
    const [key, path, value] = writes[this.#draw(writes.length)]!;
    this.#settle(this.remote.object(key).set(path, value(n)));
  }

  #array(n: number): void {
    const [key, path] = [
      ['main-camera', 'presets'],
      ['main-camera', 'lenses'],
      ['main-avatar', 'components[Avatar]/expressions'],
    ][n % 3]! as [string, string];
    const object: RemoteObject = this.remote.object(key);
    const ask = [
      () => object.append(path),
      () => object.remove(path, -1),
      () => object.move(path, 0, 1),
      () => object.reset(path),
    ];
    this.#settle(ask[this.#draw(4)]!());
  }

  async #other(n: number): Promise<void> {
    const [key, path, value] = writes[this.#draw(writes.length)]!;
    await this.#put(`${key}/${path}`, { value: value(n) });
  }

  async #put(path: string, body: object): Promise<void> {
    const headers = { 'Content-Type': 'application/json' };
    const signal = AbortSignal.timeout(2000);
    await fetch(`${this.host.url}/exposed/object/${path}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify(body),
      signal,
    });
  }

  #settle(asked: Promise<unknown>): void {
    this.#settling.push(asked.catch(() => {}));
  }

  async #restart(): Promise<void> {
    await this.host.stop();
    this.host = await this.#startHost();
    this.#relay.target = this.host.url;
    this.#relay.dropStreams();
  }

  /** Ends the simulated conditions and waits for everything that is pending. */
  async calm(): Promise<void> {
    await this.host.control('network');
    await Promise.all(this.#settling);
    await this.host.step(40);
    await live(this.remote);
  }

  async fresh(key: string): Promise<Json | undefined> {
    const answer = await fetch(`${this.host.url}/exposed/object/${key}?nested`);
    const text = await answer.text();
    return answer.ok ? parseJson(text) : undefined;
  }

  /** Waits until everything watched equals a fresh read, or the test times out. */
  async agree(signal: AbortSignal): Promise<void> {
    let wrong: string[] = [];
    do {
      if (signal.aborted) assert.fail(`${wrong.join('\n')}\n${this.log.join('\n')}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      wrong = [];
      for (const key of keys) {
        if ((this.ends.get(key) ?? []).length === 0) continue;
        const [shown, fresh] = [this.remote.object(key).value, await this.fresh(key)];
        try {
          assert.deepEqual(shown, fresh);
        } catch (error) {
          wrong.push(`${key}: ${(error as Error).message}`);
        }
      }
    } while (wrong.length > 0);
  }

  async stop(): Promise<void> {
    this.remote.close();
    this.#relay.stop();
    await this.host.stop();
  }
}

async function live(remote: RemoteHost): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = remote.state.subscribe((state) => {
      if (state !== 'live') return;
      queueMicrotask(() => end());
      resolve();
    });
  });
}

for (const http of ['uws', 'node'] as const) {
  for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
    const options = { timeout: 60_000, skip: isMissing(http) };
    test(`the state equals a fresh read after network conditions ${seed} on ${http}`, options, async () => {
      const run = new Run(seed, http);
      await run.start();
      try {
        for (let i = 0; i < steps; i++) await run.happen();
        await run.calm();
        await run.agree(AbortSignal.timeout(15_000));
        // Nothing that arrives later may make it wrong again.
        await run.host.step(1);
        const heard = new Promise<void>((resolve) => {
          run.remote.onNotification(({ message }) => message === 'done' && resolve());
        });
        await run.host.control('notify', { message: 'done' });
        await run.host.step(1);
        await heard;
        await run.agree(AbortSignal.timeout(15_000));
      } finally {
        await run.stop();
      }
    });
  }
}
