import type { Guards } from '../authorization/guards.js';
import type { Notice } from '../events/delivery.js';
import type { EventStream } from '../events/event-stream.js';
import { EventFilter } from '../events/filter.js';
import type { EventGuard } from '../events/stream-event.js';
import type { Answer, ApiRequest, Handler, Route, Takeover } from '../http/api.js';
import { ApiError } from '../http/errors.js';
import { ownText } from '../own-text.js';

/** Streams that one named app may have open: a few tabs and devices that share an id. */
const maxStreamsPerClient = 16;
/** Ids that the filters of all streams may name together. */
const mostIds = 500_000;
/** What is longer is none of the host's own, and finds a gap. */
const longestEventId = 256;

/** What a relay has to know to open a stream itself, at the moment when it asks. */
export interface StreamInvitation {
  readonly clientId: string;
  readonly application: string;
  readonly epoch: string;
  /** Number of the newest event. */
  readonly seq: number;
  /** By the host's clock, in milliseconds since 1970: a relay's may be hours apart. */
  readonly time: number;
  /** What the app is told beside `connected`, and the events after `seq`. */
  readonly pending: readonly Notice[];
}

/** `GET /api/stream`: the event stream. */
export class StreamHandler implements Handler {
  readonly routes: readonly Route[];
  /**
   * Stands in its place for relays: they open the stream themselves, and are told with what it begins. A caller who may not
   * see everything has the stream from the host, through the relay.
   */
  readonly forRelays: Route;
  readonly #stream: EventStream;
  readonly #guards: Guards;

  constructor(stream: EventStream, guards: Guards) {
    this.#guards = guards;
    this.#stream = stream;
    this.routes = [{ method: 'GET', path: '/api/stream', handle: (request) => this.#open(request) }];
    this.forRelays = { ...this.routes[0]!, handle: (request) => this.#invite(request) };
  }

  #open(request: ApiRequest): Takeover {
    refuseForeignPage(request);
    const stream = this.#stream;
    const filter = wantedBy(request, this.#guards.ofEvents(request.access));
    const { clientId } = request;
    if (stream.ownSubscribers >= stream.maxSubscribers) {
      throw new ApiError('too-many-subscribers', `the limit is ${stream.maxSubscribers}`);
    }
    this.#checkStreamsOf(clientId);
    if (stream.wantedIds + filter.ids > mostIds) {
      throw new ApiError('too-many-subscribers', `their filters name ${mostIds} ids`);
    }
    const lastEventId = request.lastEventId ?? request.query('lastEventId');
    return {
      contentType: 'text/event-stream',
      headers: [
        ['Cache-Control', 'no-cache, no-transform'],
        ['X-Accel-Buffering', 'no'],
      ],
      open: (response) =>
        stream.connect(
          { clientId, filter, lastEventId: lastEventId && ownText(lastEventId.slice(0, longestEventId)) },
          response,
        ),
    };
  }

  #invite(request: ApiRequest): Answer {
    refuseForeignPage(request);
    const stream = this.#stream;
    if (wantedBy(request, this.#guards.ofEvents(request.access)).isRestricted) return this.#open(request);
    const { clientId } = request;
    this.#checkStreamsOf(clientId);
    stream.expectSubscriber();
    const { application, epoch, seq, wallTime: time } = stream;
    const invitation: StreamInvitation = {
      clientId,
      application,
      epoch,
      seq,
      time,
      pending: stream.pendingNotices(),
    };
    return JSON.stringify(invitation);
  }

  #checkStreamsOf(clientId: string): void {
    if (this.#stream.presence.streams(clientId) < maxStreamsPerClient) return;
    throw new ApiError('too-many-streams', `the limit for one client id is ${maxStreamsPerClient}`);
  }
}

/** Everybody is told of who opens a stream. @throws ApiError `forbidden` */
function refuseForeignPage({ isForeignPage }: ApiRequest): void {
  if (isForeignPage)
    throw new ApiError(
      'forbidden',
      'a page of another site opens no event stream; allow it with allowOrigins',
    );
}

/** What a request asks of the stream. @throws ExposedError `invalid-request` for a kind that does not exist */
export function wantedBy(request: ApiRequest, guard?: EventGuard): EventFilter {
  return new EventFilter(
    request.query('kinds'),
    request.query('ids'),
    request.flag('source'),
    guard,
    request.flag('list'),
  );
}
