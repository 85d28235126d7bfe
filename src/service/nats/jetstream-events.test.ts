import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { NatsConnection } from '@nats-io/transport-node';
import { deferred } from '../../../test/support/deferred.js';
import { platform } from '../common/platform.js';
import { encodeEvent } from '../events/encoding.js';
import type { StreamEvent } from '../events/stream-event.js';
import { decodeEvents, type EventMessage } from './event-messages.js';
import { JetStreamEvents } from './jetstream-events.js';
import { MessageJoiner } from './message.js';
import type { NatsLink } from './nats-link.js';
import { Names, NatsError } from './nats-options.js';
import type { NatsPackages } from './packages.js';

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
  // Objects of the host are not encoded.
  const { subjects: _, ...event } = encodeEvent(pending, 'epoch', seq, '2026-01-01T00:00:00.000Z')!;
  return event;
}

/** A JetStream that stores one message at a time, when the test says so. */
class ManualStream {
  readonly stored: EventMessage[] = [];
  readonly ids: string[] = [];
  readonly warnings: string[] = [];
  readonly log: JetStreamEvents;
  readonly #joiner = new MessageJoiner();
  #settle: { resolve: (answer: object) => void; reject: (error: Error) => void } | undefined;
  #message: Uint8Array | undefined;

  constructor(limit?: number, up = Promise.resolve()) {
    const jetstream = {
      jetstream: () => ({
        publish: (_subject: string, message: Uint8Array, { msgID }: { msgID: string }) =>
          this.#publish(message, msgID),
      }),
      jetstreamManager: () => Promise.reject(new Error('away')),
    };
    const link = { up, connection: { info: { max_payload: 3024 } } };
    this.log = new JetStreamEvents(
      { jetstream } as unknown as NatsPackages,
      new Names('test'),
      link as unknown as NatsLink,
      { epoch: 'epoch', seq: () => 0, warn: (message) => void this.warnings.push(message) },
      limit,
    );
  }

  /** Resolves when a message is in flight. */
  async underWay(): Promise<void> {
    while (this.#settle === undefined) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Stores or rejects the message in flight. */
  async settle(isStored: boolean): Promise<void> {
    await this.underWay();
    const { resolve, reject } = this.#settle!;
    this.#settle = undefined;
    if (!isStored) return reject(new Error('no space'));
    const whole = this.#joiner.add(this.#message!);
    if (whole !== undefined) this.stored.push(decodeEvents(whole));
    resolve({ seq: this.ids.length });
  }

  #publish(message: Uint8Array, id: string): Promise<object> {
    assert.equal(this.#settle, undefined, 'one at a time');
    this.#message = message;
    this.ids.push(id);
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }
}

/** Makes delays between attempts end immediately. */
function withoutPauses(t: TestContext): void {
  t.mock.method(platform, 'setTimeout', (work: () => void) => {
    setImmediate(work);
    return { unref() {} };
  });
}

const seqs = ({ stored }: ManualStream) =>
  stored.map((message) => (message.kind === 'events' ? message.events.map(({ seq }) => seq) : message.kind));

test('a flush is published unchanged, and flushes during a publication are combined', async () => {
  const store = new ManualStream();
  const { log } = store;
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
  assert.deepEqual(seqs(store), ['started', [1, 2], [3], [4, 5], 'truncated', [8]]);
  await log.idle;
});

test('a message that may not be stored is sent again with the same id, in order, with one warning', async (t) => {
  withoutPauses(t);
  const store = new ManualStream();
  const { log } = store;
  log.publish([event(1)]);
  await store.settle(false);
  log.publish([event(2)]);
  await store.settle(false);
  await store.settle(true);
  await store.settle(true);
  assert.deepEqual(seqs(store), [[1], [2]]);
  assert.deepEqual(new Set(store.ids.slice(0, 3)).size, 1);
  assert.notEqual(store.ids[3], store.ids[0]);
  assert.equal(store.warnings.length, 1);
  assert.match(store.warnings[0]!, /rejected the events.*no space/);
});

test('an event larger than a message is sent in parts', async () => {
  const store = new ManualStream();
  const { log } = store;
  const long = event(1, 'x'.repeat(5000));
  log.publish([long]);
  while (store.stored.length === 0) await store.settle(true);
  assert.deepEqual(store.stored, [{ kind: 'events', epoch: 'epoch', events: [long] }]);
  assert.ok(store.ids.length > 1);
});

test('pending events beyond the limit are dropped and marked as missing', async () => {
  const store = new ManualStream(1000);
  const { log } = store;
  log.publish([event(1)]);
  await store.underWay();
  for (let seq = 2; seq < 30; seq++) log.publish([event(seq)]);
  assert.deepEqual(store.warnings.length, 1);
  assert.match(store.warnings[0]!, /dropped; apps at relays will find a gap/);
  for (let i = 0; i < 20; i++) {
    await store.settle(true);
    const last = store.stored.at(-1)!;
    if (last.kind === 'events' && last.events.at(-1)!.seq === 29) break;
  }
  const [first, second, ...rest] = store.stored;
  assert.equal(first!.kind, 'events');
  assert.equal(second!.kind, 'truncated');
  // After the mark, nothing is missing.
  let newest = (second as { seq: number }).seq;
  for (const message of rest) {
    assert.ok(message.kind === 'events');
    for (const { seq } of message.events) assert.equal(seq, ++newest);
  }
  assert.equal(newest, 29);
});

test('a stopped log drops its events, even while nothing can be stored', async () => {
  const { promise: up, resolve: comeUp } = deferred();
  const store = new ManualStream(undefined, up);
  const { log } = store;
  log.publish([event(1)]);
  const idle = log.idle;
  log.stop();
  await idle;
  log.publish([event(2)]);
  log.skipTo(3);
  comeUp();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(store.ids, []);
});

test('a stopped log does not retry', async () => {
  const store = new ManualStream();
  const { log } = store;
  log.publish([event(1)]);
  await store.underWay();
  log.stop();
  await store.settle(false);
  await log.idle;
  assert.equal(store.ids.length, 1);
});

test('the stream of another program keeps its configuration, and a host’s stream gets its limits', async () => {
  const names = new Names('test');
  const updated: string[] = [];
  let config: { subjects?: string[] } = {};
  const streams = {
    add: async () => {
      throw new Error('stream name already in use with a different configuration');
    },
    info: async () => ({ config }),
    update: async (name: string) => {
      updated.push(name);
      return { state: { messages: 1 } };
    },
  };
  const packages = {
    jetstream: { jetstreamManager: async () => ({ streams }), DiscardPolicy: { Old: 'old' } },
    transport: { nanos: (ms: number) => ms },
  };
  const ports = { epoch: 'epoch', seq: () => 0, warn: () => {} };
  const log = new JetStreamEvents(packages as unknown as NatsPackages, names, {} as NatsLink, ports);
  for (const subjects of [['orders.>'], [names.events, 'orders.>'], undefined]) {
    config = subjects === undefined ? {} : { subjects };
    await assert.rejects(
      log.ensure({} as NatsConnection),
      (error) =>
        error instanceof NatsError &&
        /the stream "sim-host-test" belongs to another program/.test(error.message),
    );
  }
  assert.deepEqual(updated, []);
  config = { subjects: [names.events] };
  await log.ensure({} as NatsConnection);
  assert.deepEqual(updated, [names.stream]);
});
