import { ByteBudget } from '../byte-budget.js';
import { copiedBytes, type Subscriber } from './subscriber.js';

/** Bytes that subscribers who do not read may hold together, of buffers in flight and of what waits beside them. */
const mostHeld = 64 * 1024 * 1024;
/** What a waiting event costs its subscriber; the text is everybody's unless it was made for a view. */
const entryBytes = 128;

/** A buffer that has been handed to connections; all subscribers of a filter share it. */
interface InFlight {
  readonly subscribers: Set<Subscriber>;
}

/**
 * The subscribers who have not read all that they were sent, and what they hold together (LIM-4). Past the bound those are
 * closed who have not read for the longest time; they find a gap.
 */
export class BackpressureLimiter {
  readonly #inFlight = new Map<string | Uint8Array, InFlight>();
  readonly #buffers: ByteBudget<InFlight>;
  readonly #byteBudget: ByteBudget<Subscriber>;

  /** @param onClosed told of each subscriber that is closed for it */
  constructor(onClosed: () => void, limit = mostHeld) {
    const close = (subscriber: Subscriber) => {
      onClosed();
      subscriber.close();
    };
    this.#buffers = new ByteBudget(limit, ({ subscribers }) => [...subscribers].forEach(close));
    this.#byteBudget = new ByteBudget(limit, close);
  }

  /** A subscriber has not taken all of `inFlight`. */
  stalled(subscriber: Subscriber): void {
    const { inFlight } = subscriber;
    let buffer = this.#inFlight.get(inFlight);
    if (buffer === undefined) {
      buffer = { subscribers: new Set() };
      this.#inFlight.set(inFlight, buffer);
    }
    buffer.subscribers.add(subscriber);
    this.#buffers.hold(buffer, inFlight.length);
    if (!subscriber.isClosed) this.#byteBudget.hold(subscriber, bytesOf(subscriber));
  }

  /** More waits for it, and it has not read. */
  grew(subscriber: Subscriber): void {
    this.#byteBudget.grow(subscriber, bytesOf(subscriber));
  }

  /** It has read what was in flight, or has gone. */
  ended(subscriber: Subscriber): void {
    this.#byteBudget.release(subscriber);
    const buffer = this.#inFlight.get(subscriber.inFlight);
    if (buffer === undefined || !buffer.subscribers.delete(subscriber)) return;
    if (buffer.subscribers.size > 0) return;
    this.#inFlight.delete(subscriber.inFlight);
    this.#buffers.release(buffer);
  }
}

function bytesOf({ inFlight, entries, waitingOfView }: Subscriber): number {
  return Math.min(inFlight.length, copiedBytes) + entries * entryBytes + waitingOfView;
}
