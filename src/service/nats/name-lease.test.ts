import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KV } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { NameLease } from './name-lease.js';
import { Names } from './nats-options.js';

const taken = () => Object.assign(new Error('wrong last sequence'), { code: 10071 });

/** A NATS server on which hosts act step by step. */
class Server {
  written: { revision: number; operation: 'PUT'; epoch: string } | undefined;
  readonly announced = new Set<string>();
  readonly answering = new Set<string>();
  #revision = 0;

  write(epoch: string, expected: number): number {
    if ((this.written?.revision ?? 0) !== expected) throw taken();
    this.written = { revision: ++this.#revision, operation: 'PUT', epoch };
    return this.#revision;
  }
}

/** Takes a name step by step, as a publisher does. */
class Host {
  isOver = false;
  #goOn: (() => void) | undefined;
  readonly #server: Server;
  readonly #epoch: string;

  constructor(server: Server, epoch: string) {
    this.#server = server;
    this.#epoch = epoch;
    void this.#run();
  }

  /** Carries out the next step. */
  async step(): Promise<void> {
    this.#goOn?.();
    await new Promise((resolve) => setImmediate(resolve));
  }

  async #run(): Promise<void> {
    const [server, epoch] = [this.#server, this.#epoch];
    const at = async <T>(act: () => T): Promise<T> => {
      await new Promise<void>((resolve) => {
        this.#goOn = resolve;
      });
      return act();
    };
    const bucket = {
      get: () => at(() => server.written ?? null),
      create: (_key: string, value: string) => at(() => server.write(value, 0)),
      update: (_key: string, value: string, revision: number) => at(() => server.write(value, revision)),
    } as unknown as KV;
    const connection = {
      request: () =>
        at(() => {
          const [other] = server.announced;
          if (other === undefined) throw new Error('no responders');
          return { json: () => ({ epoch: other, application: 'Other' }) };
        }),
    } as unknown as NatsConnection;
    const lease = new NameLease(epoch, new Names('default'));
    try {
      await lease.take(connection, bucket);
      await at(() => server.announced.add(epoch));
      await lease.confirm(bucket);
      server.answering.add(epoch);
    } catch (error) {
      assert.match((error as Error).message, /^Another host/);
      server.announced.delete(epoch);
    }
    this.isOver = true;
  }
}

/** Runs the steps of the hosts in an order. @returns the number of hosts that answer at the end */
async function inOrder(order: readonly number[], hosts: number, isTaken: boolean): Promise<number> {
  const server = new Server();
  // The lease of a host that is gone.
  if (isTaken) server.write('gone', 0);
  const all = Array.from({ length: hosts }, (_, i) => new Host(server, `host ${i}`));
  for (const i of order) {
    await all[i]!.step();
    assert.ok(server.answering.size <= 1, `in the order ${order.join()} two answer`);
  }
  for (const host of all) while (!host.isOver) await host.step();
  return server.answering.size;
}

/** The steps of a host: read, ping, write, answer pings, confirm. */
const steps = 5;

function* orders(left: readonly number[]): Generator<number[]> {
  if (left.every((each) => each === 0)) yield [];
  for (const [i, each] of left.entries()) {
    if (each === 0) continue;
    for (const rest of orders(left.with(i, each - 1))) yield [i, ...rest];
  }
}

for (const isTaken of [false, true]) {
  const where = isTaken ? 'with an expired lease' : 'without a lease';
  test(`of two hosts that start together ${where}, in any order, only one answers`, async () => {
    let count = 0;
    for (const order of orders([steps, steps])) {
      assert.equal(await inOrder(order, 2, isTaken), 1, order.join());
      count++;
    }
    assert.equal(count, 252);
  });

  test(`of three hosts ${where}, no two answer`, async () => {
    for (const order of orders([3, 3, 3])) assert.equal(await inOrder(order, 3, isTaken), 1, order.join());
  });
}
