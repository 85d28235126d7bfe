import assert from 'node:assert/strict';
import { mock, type TestContext, test } from 'node:test';
import { platform } from '../../service/common/platform.js';
import type { AbortListener, Exchange, Headers } from '../../service/index.js';
import { DelayedExchange } from './delayed-exchange.js';
import { NetworkConditions } from './network-conditions.js';

/** An exchange that records what it receives, and accepts nothing while it is full. */
class Sink implements Exchange {
  commonHeaders: Headers = [];
  isAborted = false;
  readonly got: string[] = [];
  isFull = false;
  #listener: AbortListener | undefined;
  #writable: (() => void) | undefined;
  watch(): void {}
  onAborted(listener: AbortListener): void {
    this.#listener = listener;
  }
  onData(): void {}
  send(status: number, _type: string, body: string | Uint8Array): void {
    this.got.push(`${status} ${body}`);
  }
  sendEmpty(status: number): void {
    this.got.push(`${status}`);
  }
  begin(status: number): void {
    this.got.push(`begin ${status}`);
  }
  write(piece: string | Uint8Array): boolean {
    this.got.push(String(piece));
    return !this.isFull;
  }
  onWritable(listener: () => void): void {
    this.#writable = listener;
  }
  end(): void {
    this.got.push('end');
  }
  close(): void {
    this.abort();
  }
  remoteAddress(): string {
    return '';
  }
  remotePort(): undefined {
    return undefined;
  }
  abort(): void {
    this.isAborted = true;
    this.#listener?.aborted();
  }
  drain(): void {
    this.isFull = false;
    this.#writable?.();
  }
}

/** Time that the test advances. */
function timers(t: TestContext): (ms: number) => void {
  let now = 0;
  mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(platform, 'setTimeout', setTimeout);
  t.mock.method(platform, 'clearTimeout', clearTimeout);
  t.mock.method(platform, 'now', () => now);
  t.after(() => mock.timers.reset());
  return (ms) => {
    for (let i = 0; i < ms; i++) {
      now++;
      mock.timers.tick(1);
    }
  };
}

function stream(network: NetworkConditions): { sink: Sink; exchange: DelayedExchange } {
  const sink = new Sink();
  const exchange = new DelayedExchange(sink, network);
  exchange.begin(200, 'text/event-stream', [], 'endless');
  return { sink, exchange };
}

test('messages are delayed and keep their order', (t) => {
  const pass = timers(t);
  const network = new NetworkConditions(3);
  const { sink, exchange } = stream(network);
  network.set({ latency: 100, jitter: 100 });
  const pieces = Array.from({ length: 50 }, (_, i) => `${i}`);
  for (const piece of pieces) exchange.write(piece);
  pass(99);
  assert.deepEqual(sink.got, ['begin 200']);
  pass(101);
  assert.deepEqual(sink.got, ['begin 200', ...pieces]);
  exchange.write('slow');
  network.set({});
  exchange.write('fast');
  assert.deepEqual(sink.got.slice(-1), ['49'], 'nothing overtakes');
  pass(1);
  assert.deepEqual(sink.got.slice(-2), ['slow', 'fast'], 'delayed messages arrive when the simulation ends');
  exchange.write('now');
  assert.deepEqual(sink.got.slice(-1), ['now']);
});

test('more than 16 MiB of delayed bytes close the connection', (t) => {
  const pass = timers(t);
  const network = new NetworkConditions(1);
  network.set({ latency: 30 });
  const { sink, exchange } = stream(network);
  const piece = 'x'.repeat(8 * 1024 * 1024);
  exchange.write(piece);
  exchange.write(piece);
  assert.equal(sink.isAborted, false);
  exchange.write('x');
  assert.equal(sink.isAborted, true);
  pass(30);
  assert.deepEqual(sink.got, []);
});

test('too many delayed bytes, or a client that does not read, cause backpressure', (t) => {
  const pass = timers(t);
  const network = new NetworkConditions(1);
  const { sink, exchange } = stream(network);
  let writable = 0;
  exchange.onWritable(() => writable++);
  network.set({ latency: 10 });
  const big = 'x'.repeat(200 * 1024);
  assert.deepEqual([exchange.write(big), exchange.write(big)], [true, false]);
  pass(10);
  assert.equal(writable, 1);
  assert.equal(sink.got.length, 3);
  sink.isFull = true;
  exchange.write('a');
  exchange.write('b');
  pass(50);
  assert.deepEqual(sink.got.slice(3), ['a'], 'the connection is full');
  sink.drain();
  pass(1);
  assert.deepEqual(sink.got.slice(3), ['a', 'b']);
});

test('delayed messages are discarded with the connection', (t) => {
  const pass = timers(t);
  const network = new NetworkConditions(1);
  const { sink, exchange } = stream(network);
  let aborted = 0;
  exchange.onAborted({ aborted: () => aborted++ });
  network.set({ latency: 10 });
  exchange.write('a');
  sink.abort();
  pass(50);
  assert.deepEqual(sink.got, ['begin 200']);
  assert.equal(aborted, 1);
  assert.equal(network.dropStreams(), 0);
});

test('open streams are dropped, whatever the settings were when they began', () => {
  const network = new NetworkConditions(1);
  const streams = [stream(network), stream(network)];
  streams[1]!.exchange.end();
  network.set({ latency: 5 });
  streams.push(stream(network));
  assert.equal(network.dropStreams(), 2);
  assert.deepEqual(
    streams.map(({ sink }) => sink.isAborted),
    [true, false, true],
  );
  assert.equal(network.dropStreams(), 0);
});
