import type { RequestListener } from '../service/index.js';
import type { Pace } from '../service/plain/frame-timer.js';
import type { EngineClock } from './engine/clock.js';

/** So long after the last request, in milliseconds, nobody is taken to wait for a frame. */
const quietMs = 5000;

/**
 * Who follows the frames of a host, and how closely they have to come therefore. While nobody is subscribed and nobody asks for
 * anything, several are run at one time: an idle host would wake up for each of them otherwise, which takes more than what is
 * done in them. Whoever comes finds the host as if each had come in its time.
 */
export class IdleThrottle {
  readonly #clock: Pick<EngineClock, 'now' | 'catchUp'>;
  readonly #subscribers: () => number;
  /** False where somebody could look without a request: the application around the host, or over NATS. */
  readonly #areAllSeen: () => boolean;
  #hasAsked = true;
  #quietFrom = 0;
  #isUnfollowed = false;

  constructor(
    clock: Pick<EngineClock, 'now' | 'catchUp'>,
    subscribers: () => number,
    areAllSeen: () => boolean,
  ) {
    this.#clock = clock;
    this.#subscribers = subscribers;
    this.#areAllSeen = areAllSeen;
  }

  /** Asked before each wait for a frame. */
  readonly pace = (): Pace => {
    const isSubscribed = this.#subscribers() > 0;
    const now = this.#clock.now();
    if (isSubscribed || this.#hasAsked) this.#quietFrom = now + quietMs;
    this.#hasAsked = false;
    this.#isUnfollowed = now >= this.#quietFrom && this.#areAllSeen();
    if (isSubscribed) return 'exact';
    return this.#isUnfollowed ? 'grouped' : 'rough';
  };

  /** What requests have to pass: each finds the host as if all frames had come in their time. */
  seeing(onRequest: RequestListener): RequestListener {
    return (exchange, request) => {
      this.#hasAsked = true;
      if (this.#isUnfollowed) this.#clock.catchUp();
      onRequest(exchange, request);
    };
  }
}
