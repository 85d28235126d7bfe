import type { Guards } from '../authorization/guards.js';
import { detachText } from '../common/detach-text.js';
import type { InitialEvent } from '../events/delivery.js';
import { EventFilter } from '../events/event-filter.js';
import type { EventStream } from '../events/event-stream.js';
import type { EventGuard } from '../events/stream-event.js';
import type { ApiRequest, HandlerResponse, ResponseTakeover, Route } from '../http/api.js';
import { ApiError } from '../http/errors.js';

/** Streams that one named app may have open: a few tabs and devices that share an id. */
const maxStreamsPerClient = 16;
/** Maximum number of ids that the filters of all streams may contain together. */
const maxFilterIds = 500_000;
/** Maximum characters of an event id; a longer one is not from this host and counts as a gap. */
const maxEventIdChars = 256;

/** The state at the moment of a relay's request, with which the relay opens the stream itself. */
export interface StreamInvitation {
  readonly clientId: string;
  readonly application: string;
  readonly epoch: string;
  /** Number of the newest event. */
  readonly seq: number;
  /** Milliseconds since 1970 by the host's clock; the relay's clock may differ. */
  readonly time: number;
  /** Events that follow `connected` and precede the events after `seq`. */
  readonly initialEvents: readonly InitialEvent[];
}

/** `GET /api/stream`: opens an event stream. A relay receives a `StreamInvitation` and opens the stream itself. */
export function streamRoutes(stream: EventStream, guards: Guards): Route[] {
  const checkStreamsOf = (clientId: string) => {
    if (stream.presence.streams(clientId) < maxStreamsPerClient) return;
    throw new ApiError('too-many-streams', `the limit for one client id is ${maxStreamsPerClient}`);
  };

  const open = (request: ApiRequest, filter: EventFilter): ResponseTakeover => {
    const { clientId } = request;
    if (stream.ownSubscriberCount >= stream.maxSubscribers) {
      throw new ApiError('too-many-subscribers', `the limit is ${stream.maxSubscribers}`);
    }
    checkStreamsOf(clientId);
    if (stream.wantedIdCount + filter.idCount > maxFilterIds) {
      throw new ApiError('too-many-subscribers', `their filters name ${maxFilterIds} ids`);
    }
    const lastEventId = request.lastEventId ?? request.query('lastEventId');
    return streamTakeover((response) =>
      stream.connect(
        { clientId, filter, lastEventId: lastEventId && detachText(lastEventId.slice(0, maxEventIdChars)) },
        response,
      ),
    );
  };

  /** Returns the invitation for a relay; callers with restricted access get their stream from the host instead. */
  const invite = ({ clientId }: ApiRequest): string => {
    checkStreamsOf(clientId);
    stream.expectSubscriber();
    const { application, epoch, seq, wallTime: time } = stream;
    const initialEvents = stream.initialEvents();
    return JSON.stringify({
      clientId,
      application,
      epoch,
      seq,
      time,
      initialEvents,
    } satisfies StreamInvitation);
  };

  const handle = (request: ApiRequest): HandlerResponse => {
    refuseForeignPage(request);
    const filter = wantedBy(request, guards.ofEvents(request.access));
    return request.isRelayed && !filter.isRestricted ? invite(request) : open(request, filter);
  };

  return [{ method: 'GET', path: '/api/stream', handle }];
}

/** Returns the response that opens an event stream. */
export function streamTakeover(open: ResponseTakeover['open']): ResponseTakeover {
  return {
    contentType: 'text/event-stream',
    headers: [
      ['Cache-Control', 'no-cache, no-transform'],
      ['X-Accel-Buffering', 'no'],
    ],
    open,
  };
}

/**
 * Rejects pages of other sites, because opening a stream is announced to all subscribers.
 * @throws ApiError `forbidden`
 */
function refuseForeignPage({ isForeignPage }: ApiRequest): void {
  if (isForeignPage)
    throw new ApiError(
      'forbidden',
      'a page of another site opens no event stream; allow it with allowOrigins',
    );
}

/**
 * Returns the filter that a request asks for.
 * @throws ExposedError `invalid-request` for a kind that does not exist
 */
export function wantedBy(request: ApiRequest, guard?: EventGuard): EventFilter {
  return new EventFilter(
    request.query('kinds'),
    request.query('ids'),
    request.flag('source'),
    guard,
    request.flag('list'),
  );
}
