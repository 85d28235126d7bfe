import { ByteBudget } from '../common/byte-budget.js';
import { maxCopiedBytes, type Subscriber } from './subscriber.js';

/** Maximum number of bytes held for subscribers that do not read: buffers in flight and pending events. */
const maxHeldBytes = 64 * 1024 * 1024;
/** Estimated bytes of a pending event without its text. */
const entryBytes = 128;

/**
 * Limits the bytes held for subscribers that do not read (LIM-4). Above the limit it closes those that have not read
 * for the longest time; their next connection reports a gap. Used by `SubscriberGroups`.
 */
export class BackpressureLimiter {
  /** The subscribers that have not read a buffer, by buffer. Subscribers with the same filter share buffers. */
  readonly #inFlight = new Map<string | Uint8Array, Set<Subscriber>>();
  readonly #buffers: ByteBudget<Set<Subscriber>>;
  readonly #byteBudget: ByteBudget<Subscriber>;

  /** @param onClosed called for each subscriber that is closed */
  constructor(onClosed: () => void, limit = maxHeldBytes) {
    const close = (subscriber: Subscriber) => {
      onClosed();
      subscriber.close();
    };
    this.#buffers = new ByteBudget(limit, (subscribers) => [...subscribers].forEach(close));
    this.#byteBudget = new ByteBudget(limit, close);
  }

  /** Notes that a connection has not accepted all of `inFlight`. */
  noteStalled(subscriber: Subscriber): void {
    const { inFlight } = subscriber;
    const stalled = this.#inFlight.get(inFlight) ?? new Set();
    this.#inFlight.set(inFlight, stalled.add(subscriber));
    this.#buffers.hold(stalled, inFlight.length);
    if (!subscriber.isClosed) this.#byteBudget.hold(subscriber, bytesOf(subscriber));
  }

  /** Notes that more events are pending for a stalled subscriber. */
  noteGrowth(subscriber: Subscriber): void {
    this.#byteBudget.grow(subscriber, bytesOf(subscriber));
  }

  /** Notes that a subscriber has read what was in flight, or was closed. */
  release(subscriber: Subscriber): void {
    this.#byteBudget.release(subscriber);
    const stalled = this.#inFlight.get(subscriber.inFlight);
    if (stalled === undefined || !stalled.delete(subscriber) || stalled.size > 0) return;
    this.#inFlight.delete(subscriber.inFlight);
    this.#buffers.release(stalled);
  }
}

/** Texts are shared by all subscribers, except those that a filter changes. */
function bytesOf({ inFlight, undeliveredEvents, undeliveredBytes, filter }: Subscriber): number {
  const ownTexts = filter.changesTexts ? undeliveredBytes : 0;
  return Math.min(inFlight.length, maxCopiedBytes) + undeliveredEvents * entryBytes + ownTexts;
}
