import { HeldBytes } from '../held-bytes.js';
import { copiedBytes, type Subscriber } from './subscriber.js';

/** Bytes that subscribers who do not read may hold together, of buffers in flight and of what waits beside them. */
const mostHeld = 64 * 1024 * 1024;
/** What a waiting event costs its subscriber; the text is everybody's, or that of a view, and of a property there is one. */
const entryBytes = 128;

/** A buffer that has been handed to connections; all subscribers of a filter share it. */
interface InFlight {
  readonly subscribers: Set<Subscriber>;
}

/**
 * Texts that were made for those who are shown the same, and wait for some of them who want the same. Those of others with the
 * same rights count again, as far as they want the same objects.
 */
interface WaitingTexts {
  readonly subscribers: Set<Subscriber>;
  /** Who waits longest has what waits for the others, too. */
  bytes: number;
}

/**
 * The subscribers who have not read all that they were sent, and what they hold together (LIM-4). Past the bound those are
 * closed who have not read for the longest time; they find a gap.
 */
export class Backlog {
  readonly #inFlight = new Map<string | Uint8Array, InFlight>();
  readonly #buffers: HeldBytes<InFlight>;
  readonly #waiting: HeldBytes<Subscriber>;
  readonly #textsByFilter = new Map<string, WaitingTexts>();
  readonly #texts: HeldBytes<WaitingTexts>;

  /** @param onClosed told of each subscriber that is closed for it */
  constructor(onClosed: () => void, limit = mostHeld) {
    const close = (subscriber: Subscriber) => {
      onClosed();
      subscriber.close();
    };
    this.#buffers = new HeldBytes(limit, ({ subscribers }) => [...subscribers].forEach(close));
    this.#waiting = new HeldBytes(limit, close);
    this.#texts = new HeldBytes(limit, ({ subscribers }) => [...subscribers].forEach(close));
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
    if (!subscriber.isClosed) this.#waiting.hold(subscriber, bytesOf(subscriber));
  }

  /** More waits for it, and it has not read. */
  grew(subscriber: Subscriber): void {
    this.#waiting.grow(subscriber, bytesOf(subscriber));
    if (!subscriber.isClosed && subscriber.waitingOfView > 0) this.#textsGrew(subscriber);
  }

  #textsGrew(subscriber: Subscriber): void {
    const { key } = subscriber.filter;
    let waiting = this.#textsByFilter.get(key);
    if (waiting === undefined) {
      waiting = { subscribers: new Set(), bytes: 0 };
      this.#textsByFilter.set(key, waiting);
    }
    waiting.subscribers.add(subscriber);
    waiting.bytes = Math.max(waiting.bytes, subscriber.waitingOfView);
    this.#texts.grow(waiting, waiting.bytes);
  }

  /** It has read what was in flight, or has gone. */
  ended(subscriber: Subscriber): void {
    this.#waiting.release(subscriber);
    this.#leaveTexts(subscriber);
    const buffer = this.#inFlight.get(subscriber.inFlight);
    if (buffer === undefined || !buffer.subscribers.delete(subscriber)) return;
    if (buffer.subscribers.size > 0) return;
    this.#inFlight.delete(subscriber.inFlight);
    this.#buffers.release(buffer);
  }

  #leaveTexts(subscriber: Subscriber): void {
    const { key } = subscriber.filter;
    const waiting = this.#textsByFilter.get(key);
    if (waiting === undefined || !waiting.subscribers.delete(subscriber)) return;
    if (waiting.subscribers.size > 0) return;
    this.#textsByFilter.delete(key);
    this.#texts.release(waiting);
  }
}

function bytesOf({ inFlight, entries }: Subscriber): number {
  return Math.min(inFlight.length, copiedBytes) + entries * entryBytes;
}
