import type { RequestListener } from '../service/index.js';
import type { Pace } from '../service/plain/frame-timer.js';
import type { EngineClock } from './engine/clock.js';

/** Milliseconds after the last request before frames are grouped. */
const quietMs = 5000;

/**
 * Groups frames while the host is idle, since waking up for a frame takes more CPU time than running it. A request
 * first runs the frames that are due, so clients see no difference.
 */
export class IdleThrottle {
  readonly #clock: Pick<EngineClock, 'now' | 'catchUp'>;
  readonly #subscribers: () => number;
  /** False if the state can be read without a request: by an application in this process, or over NATS. */
  readonly #canGroupFrames: () => boolean;
  #hasRequest = true;
  #quietFrom = 0;
  #isGrouping = false;

  constructor(
    clock: Pick<EngineClock, 'now' | 'catchUp'>,
    subscribers: () => number,
    canGroupFrames: () => boolean,
  ) {
    this.#clock = clock;
    this.#subscribers = subscribers;
    this.#canGroupFrames = canGroupFrames;
  }

  /** Called before each wait for a frame. */
  readonly pace = (): Pace => {
    const isSubscribed = this.#subscribers() > 0;
    const now = this.#clock.now();
    if (isSubscribed || this.#hasRequest) this.#quietFrom = now + quietMs;
    this.#hasRequest = false;
    this.#isGrouping = now >= this.#quietFrom && this.#canGroupFrames();
    if (isSubscribed) return 'exact';
    return this.#isGrouping ? 'grouped' : 'rough';
  };

  /** Runs the frames that are due before each request. */
  intercept(onRequest: RequestListener): RequestListener {
    return (exchange, request) => {
      this.#hasRequest = true;
      if (this.#isGrouping) this.#clock.catchUp();
      onRequest(exchange, request);
    };
  }
}
