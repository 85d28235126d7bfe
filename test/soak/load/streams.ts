import { Random } from '../random.js';
import { StreamClient } from './stream-client.js';

/**
 * One that hears nothing for so long has been forgotten: a keep-alive is due every 10 s, the mover moves every frame. The rest is
 * the machine's.
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

/** Subscribers with all kinds of filters: one that stays, and some that come, go, and come back where they were. */
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

  /** Events that all of them have had. */
  get events(): number {
    return (
      this.#events + this.#witness.events + this.#slots.reduce((sum, { client }) => sum + client.events, 0)
    );
  }

  /** Lets those go whose time is over, and others come; says what is silent or gone. */
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
