import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenResponse } from '../http/api.js';
import { BackpressureLimiter } from './backpressure-limiter.js';
import { EventFilter, type Views } from './event-filter.js';
import type { StreamEvent } from './stream-event.js';
import { Subscriber } from './subscriber.js';
import { SubscriberGroups } from './subscriber-groups.js';

/** A client that accepts bytes while it reads. */
function client() {
  const chunks: string[] = [];
  const response: OpenResponse & { reads: boolean } = {
    owner: undefined,
    reads: true,
    write(chunk) {
      chunks.push(String(chunk));
      return this.reads;
    },
    close: () => response.owner?.onClosed(),
  };
  return { chunks, response };
}

const noOwner = { onStalled() {}, onWritable() {}, onClosed() {} };
const connection = { clientId: 'me', filter: new EventFilter(), lastEventId: undefined };

function event(seq: number, text: string, of: Partial<StreamEvent> = {}): StreamEvent {
  const kind = 'exposed_object_updated';
  return { seq, kind, text, addresses: undefined, exceptClient: undefined, id: undefined, path: '', ...of };
}

test('a client that reads again receives all it has missed at once', () => {
  const { chunks, response } = client();
  const subscriber = new Subscriber(connection, response, noOwner);
  response.reads = false;
  subscriber.write('first');
  assert.equal(subscriber.isStalled, true);
  assert.deepEqual([subscriber.undeliveredBytes, subscriber.undeliveredEvents], [0, 0]);
  subscriber.keep([event(2, 'second'), event(3, 'third', { exceptClient: 'me' }), event(4, 'fourth')]);
  assert.deepEqual([subscriber.undeliveredBytes, subscriber.undeliveredEvents], ['secondfourth'.length, 2]);
  response.reads = true;
  subscriber.onWritable();
  assert.deepEqual(chunks, ['first', 'secondfourth']);
  assert.equal(subscriber.isStalled, false);
});

test('nothing is written if nothing is pending', () => {
  const { chunks, response } = client();
  const subscriber = new Subscriber(connection, response, noOwner);
  response.reads = false;
  subscriber.write('first');
  subscriber.onWritable();
  assert.deepEqual(chunks, ['first']);
});

test('a subscriber is slow above the limit, which includes bytes in flight unless one event exceeds it', () => {
  const { response } = client();
  const subscriber = new Subscriber(connection, response, noOwner);
  response.reads = false;
  subscriber.write('12345');
  subscriber.keep([event(2, '123456')]);
  assert.equal(subscriber.isSlow(11), false);
  assert.equal(subscriber.isSlow(10), true);
  assert.equal(subscriber.isSlow(4), true, 'the pending bytes alone exceed it');
  const other = new Subscriber(connection, response, noOwner);
  other.write('1234567890');
  other.keep([event(2, '123')]);
  assert.equal(other.isSlow(5), false);
});

test('a megabyte of events is sent in several buffers, each event once', () => {
  const { chunks, response } = client();
  const clock = { mode: 'manual', now: () => 0, wallTime: () => 0 } as const;
  const subscriberGroups = new SubscriberGroups(clock, 1024 * 1024, () =>
    assert.fail('no subscriber is slow'),
  );
  subscriberGroups.join(new Subscriber(connection, response, noOwner));
  const texts = ['a', 'b', 'c', 'd'].map((character) => character.repeat(600 * 1024));
  for (const _ of subscriberGroups.send(texts.map((text, i) => event(i + 1, text)))) void _;
  assert.deepEqual(
    chunks.map((chunk) => chunk.length / 1024),
    [600, 600, 600, 600],
  );
  assert.ok(chunks.join('') === texts.join(''));
});

for (const addsSourceKeys of [false, true])
  test(`a large event is one buffer for all filters${addsSourceKeys ? ', with source keys too' : ''}`, () => {
    const clock = { mode: 'manual', now: () => 0, wallTime: () => 0 } as const;
    const subscriberGroups = new SubscriberGroups(clock, 1024 * 1024, () =>
      assert.fail('no subscriber is slow'),
    );
    const written: (string | Uint8Array)[][] = [];
    for (const ids of ['1,2', '1,3', '1,4']) {
      const filter = new EventFilter(undefined, ids, addsSourceKeys);
      const { response } = client();
      const own: (string | Uint8Array)[] = [];
      written.push(own);
      response.write = (chunk) => own.push(chunk) > 0;
      subscriberGroups.join(new Subscriber({ ...connection, filter }, response, noOwner));
    }
    const addresses = ['1', 'lamp'];
    for (const value of ['x'.repeat(70_000), 'short']) {
      const text = `{"value":"${value}","id":"1","path":"level"}`;
      for (const _ of subscriberGroups.send([event(1, text, { addresses })])) void _;
    }
    const [[first], ...others] = written as [(string | Uint8Array)[], ...(string | Uint8Array)[][]];
    assert.ok(first instanceof Uint8Array);
    assert.equal(String(first).includes('"source":"lamp"'), addsSourceKeys);
    for (const [chunk] of others) assert.equal(chunk, first);
    for (const [, chunk] of written) assert.equal(typeof chunk, 'string');
  });

test('equal large texts pending in connections count once for each', () => {
  const closed: string[] = [];
  const backpressureLimiter = new BackpressureLimiter(() => {}, 400_000);
  for (const clientId of ['first', 'second', 'third', 'fourth', 'fifth']) {
    const { response } = client();
    response.reads = false;
    const owner = {
      ...noOwner,
      onStalled: (each: Subscriber) => backpressureLimiter.noteStalled(each),
      onClosed: (each: Subscriber) => {
        closed.push(each.clientId);
        backpressureLimiter.release(each);
      },
    };
    new Subscriber({ ...connection, clientId }, response, owner).write('x'.repeat(100_000));
  }
  assert.deepEqual(closed, ['first']);
});

/**
 * Subscribers with the given rights who do not read, and which of them are closed after the given number of events
 * of 1 kB.
 */
function silent(keys: readonly string[], limit: number) {
  const closed: string[] = [];
  const backpressureLimiter = new BackpressureLimiter(() => {}, limit);
  const subscribers = keys.map((key, i) => {
    const { response } = client();
    response.reads = false;
    const owner = {
      onStalled: (each: Subscriber) => backpressureLimiter.noteStalled(each),
      onWritable: (each: Subscriber) => backpressureLimiter.release(each),
      onClosed: (each: Subscriber) => {
        closed.push(each.clientId);
        backpressureLimiter.release(each);
      },
    };
    const guard = {
      key,
      visible(of: StreamEvent): StreamEvent {
        return { ...of, text: of.text + key };
      },
    };
    const filter = new EventFilter(undefined, undefined, false, guard);
    const subscriber = new Subscriber({ ...connection, clientId: `${i}`, filter }, response, owner);
    subscriber.write('x');
    const read = () => {
      response.reads = true;
      subscriber.onWritable();
    };
    return Object.assign(subscriber, { read });
  });
  const send = (count: number, to: readonly Subscriber[] = subscribers) => {
    for (let seq = 1; seq <= count; seq++) {
      const views: Views = new Map();
      for (const subscriber of to) {
        if (subscriber.isClosed) continue;
        const sent = event(seq, 'x'.repeat(1000), { addresses: [`${seq % keys.length}`] });
        subscriber.keep(subscriber.filter.select([sent], views));
        backpressureLimiter.noteGrowth(subscriber);
      }
    }
  };
  return { closed, subscribers, send };
}

const many = Array.from({ length: 20 }, (_, i) => `${i}`);

test('pending texts count for each group of rights; the longest silent subscriber is closed', () => {
  const { closed, subscribers, send } = silent(many, 200_000);
  send(30);
  assert.deepEqual(closed, many.slice(0, closed.length));
  const held = subscribers.reduce((sum, { undeliveredBytes }) => sum + undeliveredBytes, 0);
  assert.ok(held <= 200_000 && held > 150_000, `${held} bytes are pending`);
});

test('a subscriber that reads again has no pending texts', () => {
  const { closed, subscribers, send } = silent(many, 100_000);
  const [first, second] = [subscribers.slice(0, 10), subscribers.slice(10)];
  send(8, first);
  for (const each of first) each.read();
  send(8, second);
  assert.deepEqual(closed, []);
});
