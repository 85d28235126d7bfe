import { Random } from '../random.js';
import { StreamClient } from './stream-client.js';

/**
 * Silence that counts as a failure: a keep-alive is due every 10 s and the mover changes every frame; the rest is
 * for a slow machine.
 */
const silenceMs = 60_000;

const filters = [
  '',
  '?kinds=exposed_object_updated',
  '?ids=mover',
  '?ids=lamp-0,lamp-1',
  '?kinds=client_connected,client_disconnected',
  '?kinds=system_notification&ids=own-0',
];

/** Subscribers with various filters: one stays, others connect, disconnect and resume. */
export class Streams {
  readonly #port: number;
  readonly #random: Random;
  readonly #onWrong: (what: string) => void;
  readonly #witness: StreamClient;
  readonly #slots: { client: StreamClient; query: string; until: number }[] = [];
  #events = 0;
  #opened = 0;

  constructor(port: number, seed: number, count: number, onWrong: (what: string) => void) {
    this.#port = port;
    this.#random = new Random(seed, 2_000_000);
    this.#onWrong = onWrong;
    this.#witness = new StreamClient(port, { query: '?clientId=witness' }, onWrong);
    for (let i = 0; i < count; i++) this.#slots.push(this.#open(undefined));
  }

  /** Number of events of all subscribers. */
  get events(): number {
    return (
      this.#events + this.#witness.events + this.#slots.reduce((sum, { client }) => sum + client.events, 0)
    );
  }

  /** Replaces expired subscribers and reports silent or closed ones. */
  turn(): void {
    const now = performance.now();
    if (this.#witness.isClosed) this.#onWrong('the stream that reads everything was closed');
    for (const [i, slot] of this.#slots.entries()) {
      const { client } = slot;
      if (client.isClosed) this.#onWrong(`a stream was closed: ${slot.query}`);
      else if (now - client.heardAt > silenceMs) this.#onWrong(`a stream is silent: ${slot.query}`);
      else if (now < slot.until) continue;
      this.#events += client.events;
      client.close();
      this.#slots[i] = this.#open(this.#random.chance(0.5) ? slot : undefined);
    }
  }

  close(): void {
    this.#witness.close();
    for (const { client } of this.#slots) client.close();
  }

  #open(before: { client: StreamClient; query: string } | undefined) {
    const random = this.#random;
    const filter = random.pick(filters);
    const query =
      before?.query ?? `${filter}${filter === '' ? '?' : '&'}clientId=visitor-${this.#opened++ % 50}`;
    const lastEventId = before?.client.lastEventId;
    const client = new StreamClient(this.#port, { query, lastEventId }, this.#onWrong);
    return { client, query, until: performance.now() + 2000 + random.below(20_000) };
  }
}
