import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeEvent } from '../events/encoding.js';
import type { StreamEvent } from '../events/stream-event.js';
import { EventLog, type EventStore } from './event-log.js';
import { decodeEvents, type EventMessage } from './event-messages.js';
import { Joiner } from './parts.js';

function event(seq: number, text = 'ü'): StreamEvent {
  const members = `"value":${JSON.stringify(text)}`;
  const pending = {
    kind: 'exposed_object_updated',
    members,
    addresses: ['7', 'lamp'],
    exceptClient: undefined,
    id: '7',
    path: 'level',
  } as const;
  // Objects of the host do not travel.
  const { subjects: _, ...event } = encodeEvent(pending, 'epoch', seq, '2026-01-01T00:00:00.000Z')!;
  return event;
}

/** A store that takes what it is told to, one message at a time. */
class ManualStore implements EventStore {
  readonly stored: EventMessage[] = [];
  readonly ids: string[] = [];
  drops = 0;
  isReady = true;
  becomeReady = (): void => {};
  readonly #readiness = new Promise<void>((resolve) => {
    this.becomeReady = resolve;
  });
  readonly #joiner = new Joiner();
  #settle: { resolve: () => void; reject: (error: Error) => void } | undefined;
  #message: Uint8Array | undefined;

  async ready(): Promise<number> {
    if (!this.isReady) await this.#readiness;
    return 2000;
  }

  append(message: Uint8Array, id: string): Promise<void> {
    assert.equal(this.#settle, undefined, 'one at a time');
    this.#message = message;
    this.ids.push(id);
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  async failed(): Promise<void> {}

  dropped(): void {
    this.drops++;
  }

  /** Resolves once a message is under way. */
  async underWay(): Promise<void> {
    while (this.#settle === undefined) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Waits for a message that is under way, and stores it or not. */
  async settle(isStored: boolean): Promise<void> {
    await this.underWay();
    const { resolve, reject } = this.#settle!;
    this.#settle = undefined;
    if (!isStored) return reject(new Error('away'));
    const whole = this.#joiner.add(this.#message!);
    if (whole !== undefined) this.stored.push(decodeEvents(whole));
    resolve();
  }
}

const seqs = ({ stored }: ManualStore) =>
  stored.map((message) => (message.kind === 'events' ? message.events.map(({ seq }) => seq) : message.kind));

test('a flush is published as it went out; what happens meanwhile goes together with the next message', async () => {
  const store = new ManualStore();
  const log = new EventLog('epoch', 'nonce', store);
  log.mark('started', 0);
  await store.settle(true);
  const first = [event(1), event(2)];
  log.publish(first);
  await store.settle(true);
  assert.deepEqual(store.stored[1], { kind: 'events', epoch: 'epoch', events: first });
  log.publish([event(3)]);
  await store.underWay();
  log.publish([event(4)]);
  log.publish([event(5)]);
  log.skipTo(7);
  log.publish([event(8)]);
  for (let i = 0; i < 8 && store.stored.length < 6; i++) await store.settle(true);
  assert.deepEqual(seqs(store), ['started', [1, 2], [3], [4, 5], 'leapt', [8]]);
  await log.idle;
});

test('what is not known to be stored is sent again under the same id, and nothing overtakes it', async () => {
  const store = new ManualStore();
  const log = new EventLog('epoch', 'nonce', store);
  log.publish([event(1)]);
  await store.settle(false);
  log.publish([event(2)]);
  await store.settle(false);
  await store.settle(true);
  await store.settle(true);
  assert.deepEqual(seqs(store), [[1], [2]]);
  assert.deepEqual(new Set(store.ids.slice(0, 3)).size, 1);
  assert.notEqual(store.ids[3], store.ids[0]);
});

test('an event that is longer than a message goes in parts', async () => {
  const store = new ManualStore();
  const log = new EventLog('epoch', 'nonce', store);
  const long = event(1, 'x'.repeat(5000));
  log.publish([long]);
  while (store.stored.length === 0) await store.settle(true);
  assert.deepEqual(store.stored, [{ kind: 'events', epoch: 'epoch', events: [long] }]);
  assert.ok(store.ids.length > 1);
});

test('past the bound what waits is dropped, and the leap is told', async () => {
  const store = new ManualStore();
  const log = new EventLog('epoch', 'nonce', store, 1000);
  log.publish([event(1)]);
  await store.underWay();
  for (let seq = 2; seq < 30; seq++) log.publish([event(seq)]);
  assert.ok(store.drops >= 1);
  for (let i = 0; i < 20; i++) {
    await store.settle(true);
    const last = store.stored.at(-1)!;
    if (last.kind === 'events' && last.events.at(-1)!.seq === 29) break;
  }
  const [first, second, ...rest] = store.stored;
  assert.equal(first!.kind, 'events');
  assert.equal(second!.kind, 'leapt');
  // After the leap nothing is missing.
  let newest = (second as { seq: number }).seq;
  for (const message of rest) {
    assert.ok(message.kind === 'events');
    for (const { seq } of message.events) assert.equal(seq, ++newest);
  }
  assert.equal(newest, 29);
});

test('a log that is stopped lets go, also while nothing can be stored', async () => {
  const store = new ManualStore();
  store.isReady = false;
  const log = new EventLog('epoch', 'nonce', store);
  log.publish([event(1)]);
  const idle = log.idle;
  log.stop();
  await idle;
  log.publish([event(2)]);
  log.skipTo(3);
  store.becomeReady();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(store.ids, []);
});

test('a log that is stopped does not try again what was not stored', async () => {
  const store = new ManualStore();
  const log = new EventLog('epoch', 'nonce', store);
  log.publish([event(1)]);
  await store.underWay();
  log.stop();
  await store.settle(false);
  await log.idle;
  assert.equal(store.ids.length, 1);
});
