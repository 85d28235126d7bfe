import assert from 'node:assert/strict';
import { mock, type TestContext, test } from 'node:test';
import type { AbortListener, Exchange, Headers } from '../../service/index.js';
import { platform } from '../../service/platform.js';
import { Weather } from './weather.js';
import { WeatherExchange } from './weather-exchange.js';

/** An exchange that notes what reaches it, and takes so many bytes until it is read. */
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
  cork(work: () => void): void {
    assert.equal(this.isAborted, false, 'after an abort nothing may be used');
    work();
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

/** Time that the test moves. */
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

function stream(weather: Weather): { sink: Sink; exchange: WeatherExchange } {
  const sink = new Sink();
  const exchange = new WeatherExchange(sink, weather);
  exchange.begin(200, 'text/event-stream', [], 'endless');
  return { sink, exchange };
}

test('fair weather is straight through', () => {
  const { sink, exchange } = stream(new Weather(1));
  assert.equal(exchange.write('a'), true);
  assert.deepEqual(sink.got, ['begin 200', 'a']);
});

test('what is sent comes late, and never before what was sent earlier', (t) => {
  const pass = timers(t);
  const weather = new Weather(3);
  const { sink, exchange } = stream(weather);
  weather.set({ latency: 100, jitter: 100 });
  const pieces = Array.from({ length: 50 }, (_, i) => `${i}`);
  for (const piece of pieces) exchange.write(piece);
  pass(99);
  assert.deepEqual(sink.got, ['begin 200']);
  pass(101);
  assert.deepEqual(sink.got, ['begin 200', ...pieces]);
  exchange.write('slow');
  weather.set({});
  exchange.write('fast');
  assert.deepEqual(sink.got.slice(-1), ['49'], 'nothing overtakes');
  pass(1);
  assert.deepEqual(sink.got.slice(-2), ['slow', 'fast'], 'in fair weather, what is under way arrives');
  exchange.write('now');
  assert.deepEqual(sink.got.slice(-1), ['now']);
});

test('an answer is late as a whole', (t) => {
  const pass = timers(t);
  const weather = new Weather(1);
  weather.set({ latency: 30 });
  const sink = new Sink();
  new WeatherExchange(sink, weather).send(200, 'application/json', '{}');
  pass(29);
  assert.deepEqual(sink.got, []);
  pass(1);
  assert.deepEqual(sink.got, ['200 {}']);
});

test('answers that are late are bounded together: the oldest go', (t) => {
  const pass = timers(t);
  const weather = new Weather(1, undefined, 10);
  weather.set({ latency: 30 });
  const sinks = Array.from({ length: 3 }, () => new Sink());
  for (const sink of sinks) new WeatherExchange(sink, weather).send(200, 'application/json', '12345');
  assert.deepEqual(
    sinks.map(({ isAborted }) => isAborted),
    [true, false, false],
  );
  pass(30);
  assert.deepEqual(
    sinks.map(({ got }) => got),
    [[], ['200 12345'], ['200 12345']],
  );
  assert.equal(weather.answers.bytes, 0);
});

test('silence ends when the weather changes', (t) => {
  const pass = timers(t);
  const weather = new Weather(1);
  const { sink, exchange } = stream(weather);
  weather.set({ latency: 600_000 });
  exchange.write('a');
  pass(100);
  weather.set({ latency: 20 });
  exchange.write('b');
  pass(19);
  assert.deepEqual(sink.got, ['begin 200']);
  pass(1);
  assert.deepEqual(sink.got, ['begin 200', 'a', 'b']);
});

test('too much under way, or a client that does not read, holds the writer back', (t) => {
  const pass = timers(t);
  const weather = new Weather(1);
  const { sink, exchange } = stream(weather);
  let writable = 0;
  exchange.onWritable(() => writable++);
  weather.set({ latency: 10 });
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

test('what is under way is lost with the connection', (t) => {
  const pass = timers(t);
  const weather = new Weather(1);
  const { sink, exchange } = stream(weather);
  let aborted = 0;
  exchange.onAborted({ aborted: () => aborted++ });
  weather.set({ latency: 10 });
  exchange.write('a');
  sink.abort();
  pass(50);
  assert.deepEqual(sink.got, ['begin 200']);
  assert.equal(aborted, 1);
  assert.equal(weather.dropStreams(), 0);
});

test('streams that are open are dropped, whatever the weather was when they began', () => {
  const weather = new Weather(1);
  const streams = [stream(weather), stream(weather)];
  streams[1]!.exchange.end();
  weather.set({ latency: 5 });
  streams.push(stream(weather));
  assert.equal(weather.dropStreams(), 2);
  assert.deepEqual(
    streams.map(({ sink }) => sink.isAborted),
    [true, false, true],
  );
  assert.equal(weather.dropStreams(), 0);
});
