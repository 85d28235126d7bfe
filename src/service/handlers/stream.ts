import type { EventStream } from '../events/event-stream.js';
import { EventFilter } from '../events/filter.js';
import type { ApiRequest, Handler, Route, Takeover } from '../http/api.js';
import { ApiError } from '../http/errors.js';
import type { Guards } from '../rights/guards.js';

/** Streams that one named app may have open: a few tabs and devices that share an id. */
const maxStreamsPerClient = 16;

/** `GET /api/stream`: the event stream. */
export class StreamHandler implements Handler {
  readonly routes: readonly Route[];
  readonly #stream: EventStream;
  readonly #guards: Guards;

  constructor(stream: EventStream, guards: Guards) {
    this.#guards = guards;
    this.#stream = stream;
    this.routes = [{ method: 'GET', path: '/api/stream', handle: (request) => this.#open(request) }];
  }

  #open(request: ApiRequest): Takeover {
    const stream = this.#stream;
    const filter = new EventFilter(
      request.query('kinds'),
      request.query('ids'),
      request.flag('source'),
      this.#guards.ofEvents(request.access),
    );
    const { clientId } = request;
    if (stream.ownSubscribers >= stream.maxSubscribers) {
      throw new ApiError('too-many-subscribers', `the limit is ${stream.maxSubscribers}`);
    }
    if (stream.presence.streams(clientId) >= maxStreamsPerClient) {
      throw new ApiError('too-many-streams', `the limit for one client id is ${maxStreamsPerClient}`);
    }
    const lastEventId = request.lastEventId ?? request.query('lastEventId');
    return {
      contentType: 'text/event-stream',
      headers: [
        ['Cache-Control', 'no-cache, no-transform'],
        ['X-Accel-Buffering', 'no'],
      ],
      open: (response) => stream.connect({ clientId, filter, lastEventId }, response),
    };
  }
}
