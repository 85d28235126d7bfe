import { randomBytes } from 'node:crypto';
import type { NatsConnection } from '@nats-io/transport-node';
import { type StreamInvitation, wantedBy } from '../service/handlers/stream.js';
import type { Method, Route, Takeover } from '../service/http/api.js';
import { ReceivedBodies, tooLarge } from '../service/http/bodies/body.js';
import type { EngineRequest, Exchange, Headers } from '../service/http/engines/engine.js';
import { ApiError } from '../service/http/errors.js';
import { HttpListener, type ListenOptions } from '../service/http/listener.js';
import { RoutedRequest } from '../service/http/request.js';
import { headerText } from '../service/http/responses/header-text.js';
import { ResponseWriter } from '../service/http/responses/response-writer.js';
import { Router } from '../service/http/router.js';
import type { EngineInfo } from '../service/http/server-options.js';
import type { RequestHeadMessage } from '../service/nats/exchange-messages.js';
import { NatsLink, pause } from '../service/nats/link.js';
import { MalformedMessage } from '../service/nats/message.js';
import type { NatsOptions } from '../service/nats/options.js';
import { Names } from '../service/nats/options.js';
import { loadNats, type NatsPackages } from '../service/nats/packages.js';
import { EventFeed } from './event-feed.js';
import { HostRequests, hostAway } from './host-requests.js';
import { HostWatch } from './host-watch.js';
import { PresencePublisher } from './presence-publisher.js';
import { RelayedStream } from './relayed-stream.js';
import { ResponseForwarder } from './response-forwarder.js';

/** What a relay takes of a body while it has not heard what the host takes. */
const bodyLimit = 8 * 1024 * 1024;
const defaultMaxSubscribers = 10_000;
const keepAliveMs = 1000;
/**
 * An app that comes back to its stream is not told that the host is away before this, in milliseconds: browsers do not try
 * again after an answer that is none of an event stream, and a host that is started anew is soon there.
 */
const hostWaitMs = 30_000;
const retryMs = 500;
/** A relay listens once it has reached NATS, and where NATS is away after this, in milliseconds. */
const natsWaitMs = 2000;
/** Of the connection to the relay alone. */
const ownHeaders = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'expect']);

export interface RelayOptions {
  readonly nats: NatsOptions;
  /** Where apps come in. What guards the host, tokens and rights, is asked at the host. */
  readonly http: Omit<ListenOptions, 'token' | 'readToken' | 'pairing' | 'authorize' | 'bodyLimit'>;
  /** Event streams that may be open at once; 10,000 when left out. */
  readonly maxSubscribers?: number | undefined;
  readonly log: (level: 'Log' | 'Warning' | 'Error', message: string) => void;
}

/** A relay that runs. */
export interface RunningRelay {
  readonly url: string;
  readonly port: number;
  readonly engine: EngineInfo;
  /** Ends the streams in order and lets go of NATS. */
  stop(): Promise<void>;
}

/**
 * Serves the whole wire of a host that is published over NATS, to any number of apps. A relay keeps nothing that matters: its
 * apps go on at another one.
 * @throws NatsError, CannotListenError, TlsError, EngineError; nothing is left running then
 */
export async function startRelay(options: RelayOptions): Promise<RunningRelay> {
  const relay = new Relay(options, new Names(options.nats.name), await loadNats());
  return relay.start();
}

class Relay {
  readonly #options: RelayOptions;
  readonly #packages: NatsPackages;
  readonly #httpListener: HttpListener;
  readonly #router = new Router();
  readonly #responseWriter: ResponseWriter;
  readonly #bodies: ReceivedBodies;
  readonly #link: NatsLink;
  readonly #requests: HostRequests;
  readonly #stream: RelayedStream;
  readonly #presence: PresencePublisher;
  readonly #eventFeed: EventFeed;
  readonly #watch: HostWatch;
  readonly #keepAlive: NodeJS.Timeout;
  /** Where answers come to; of this relay alone. */
  readonly #inbox = `_INBOX.sim-host.${randomBytes(12).toString('hex')}`;
  #isListening = false;

  /** What an event stream is opened by; requests of other paths are the host's. */
  readonly #streamRoute: Route = {
    method: 'GET',
    path: '/api/stream',
    handle: () => {
      throw new Error('streams are opened by what the host answers');
    },
  };

  constructor(options: RelayOptions, names: Names, packages: NatsPackages) {
    const { log } = options;
    const now = () => performance.now();
    const onWarning = (message: string) => log('Warning', message);
    this.#options = options;
    this.#packages = packages;
    this.#router.add(this.#streamRoute);
    this.#responseWriter = new ResponseWriter(this.#router, {
      now,
      onException: (error, where) => log('Error', `${where}: ${(error as Error)?.stack ?? error}`),
    });
    this.#httpListener = new HttpListener(
      options.http,
      { now, onWarning },
      {
        serve: (exchange, request, method) => this.#serve(exchange, request, method),
        fail: (exchange, error, method, path) => this.#responseWriter.fail(exchange, error, method, path),
      },
    );
    this.#bodies = new ReceivedBodies((message) => this.#httpListener.refusals.bound(message), now);
    this.#link = new NatsLink(packages, options.nats, {
      log,
      onConnected: (connection) => this.#connected(connection),
      onLost: () => {
        this.#requests.lost();
        this.#eventFeed.restart();
      },
    });
    const connection = () => this.#link.connection;
    this.#requests = new HostRequests(names.requests, connection);
    this.#presence = new PresencePublisher(`relay-${randomBytes(9).toString('hex')}`, names, this.#link);
    this.#stream = new RelayedStream({
      log: { write: (level, message) => log(level === 'Warning' ? level : 'Log', message) },
      now,
      endStreams: () => this.#responseWriter.end(),
      left: (clientId) => this.#presence.closed(clientId),
    });
    this.#eventFeed = new EventFeed(
      packages,
      names,
      this.#link,
      (message) => this.#stream.take(message),
      onWarning,
    );
    this.#watch = new HostWatch(names, {
      connection,
      onGone: () => {
        this.#responseWriter.end();
        this.#requests.hostGone(performance.now());
      },
      // Its event stream tells those of this relay.
      onReplaced: (lastSeen) => this.#requests.hostGone(lastSeen),
    });
    this.#keepAlive = setInterval(() => this.#stream.keepAlive(), keepAliveMs);
  }

  async start(): Promise<RunningRelay> {
    try {
      await this.#link.start();
      void this.#eventFeed.run();
      // Apps that come at once are not turned away: a worker that is started again shares its port with others that serve.
      await Promise.race([this.#link.up, pause(natsWaitMs)]);
      const { url, port } = await this.#httpListener.listen();
      return { url, port, engine: this.#httpListener.info, stop: () => this.stop() };
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#keepAlive);
    this.#httpListener.stopListening();
    this.#responseWriter.end();
    // The ends of the streams leave first.
    await new Promise((resolve) => setImmediate(resolve));
    this.#httpListener.engine.close();
    this.#watch.stop();
    this.#eventFeed.stop();
    this.#presence.stop();
    await this.#link.stop();
  }

  async #connected(connection: NatsConnection): Promise<void> {
    // Fails where NATS has no JetStream, which the link then says.
    await this.#packages.jetstream.jetstreamManager(connection);
    await this.#watch.ask(connection);
    if (!this.#isListening) this.#requests.listen(connection, this.#inbox);
    this.#isListening = true;
  }

  #serve(exchange: Exchange, request: EngineRequest, method: string): void {
    const head = this.#headOf(exchange, request, method);
    const fail = (error: unknown) => this.#responseWriter.fail(exchange, error, method, head.url);
    const forward = new ResponseForwarder(exchange, fail);
    // After the one that passes JSON on has seen the headers without it.
    this.#httpListener.allowShowing(exchange, request);
    if (method === 'GET' && this.#router.patternOf(method, head.url) === '/api/stream')
      return this.#openStream(exchange, head, forward, fail);
    if (method === 'GET' || method === 'HEAD')
      return this.#forward(exchange, head, new Uint8Array(), forward);
    const limit = this.#watch.bodyLimit ?? bodyLimit;
    if (Number(request.getHeader('content-length')) > limit) throw tooLarge(limit);
    this.#bodies.read(exchange, limit, (body, error) => {
      if (exchange.isAborted) return;
      if (error !== undefined) fail(error);
      else this.#forward(exchange, head, body, forward);
    });
  }

  #headOf(exchange: Exchange, request: EngineRequest, method: string): RequestHeadMessage {
    const port = exchange.remotePort();
    const headers = this.#httpListener.engine.headersOf!(request).filter(([name]) => !ownHeaders.has(name));
    return {
      method,
      url: request.getUrl(),
      query: request.getQuery() ?? '',
      headers: this.#httpListener.isForeignPage(request) ? markForeignPage(headers) : headers,
      address: exchange.remoteAddress(),
      ...(port !== undefined && { port }),
    };
  }

  #forward(exchange: Exchange, head: RequestHeadMessage, body: Uint8Array, forward: ResponseForwarder): void {
    const forget = this.#requests.ask(head, body, forward);
    exchange.onAborted({
      aborted: () => {
        forget();
        forward.aborted();
      },
    });
  }

  /** The host decides who may; where everybody sees the same, the relay opens the stream, else it passes on the host's. */
  #openStream(
    exchange: Exchange,
    head: RequestHeadMessage,
    forward: ResponseForwarder,
    fail: (error: unknown) => void,
  ): void {
    this.#expectRoom();
    const giveUpAt = isReconnect(head) ? performance.now() + hostWaitMs : 0;
    let forget = () => {};
    const ask = () => {
      forget = this.#requests.ask(head, new Uint8Array(), {
        begun: (answer, bytes) => {
          const isInvitation =
            answer.status === 200 && !answer.more && answer.type.startsWith('application/json');
          if (!isInvitation) return forward.begun(answer, bytes);
          void this.#open(exchange, head, invitationOf(bytes)).catch(fail);
        },
        piece: (...piece) => forward.piece(...piece),
        failed: (error) => {
          if (error.code !== 'host-away' || performance.now() >= giveUpAt) return forward.failed(error);
          setTimeout(() => exchange.isAborted || ask(), retryMs).unref();
        },
      });
    };
    exchange.onAborted({
      aborted: () => {
        forget();
        forward.aborted();
      },
    });
    ask();
  }

  /** @throws ApiError */
  #expectRoom(): void {
    const limit = this.#options.maxSubscribers ?? defaultMaxSubscribers;
    if (this.#stream.subscribers >= limit)
      throw new ApiError('too-many-subscribers', `the limit of this relay is ${limit}`);
  }

  async #open(exchange: Exchange, head: RequestHeadMessage, invitation: StreamInvitation): Promise<void> {
    const { clientId } = invitation;
    const request = requestOf(head);
    const filter = wantedBy(request);
    const lastEventId = request.lastEventId ?? request.query('lastEventId');
    if (!(await this.#stream.catchUp(invitation)))
      throw hostAway('its events have not come to this relay; NATS may be slow, or without JetStream');
    if (exchange.isAborted) return;
    // Others that were asked for at the same moment may have been opened since.
    this.#expectRoom();
    const takeover: Takeover = {
      contentType: 'text/event-stream',
      headers: [
        ['Cache-Control', 'no-cache, no-transform'],
        ['X-Accel-Buffering', 'no'],
      ],
      open: (response) => {
        this.#presence.opened(clientId);
        this.#stream.connect({ clientId, filter, lastEventId }, response);
      },
    };
    this.#responseWriter.send(exchange, takeover, this.#streamRoute);
  }
}

/** Tells the host, which does not know the relay's origins, that a page of another site asks. */
function markForeignPage(headers: Headers): Headers {
  const others = headers.filter(([name]) => name !== 'origin' && name !== 'sec-fetch-site');
  return [...others, ['sec-fetch-site', 'cross-site']];
}

/** True for an app that has had a stream before. */
function isReconnect({ headers, query }: RequestHeadMessage): boolean {
  return headers.some(([name]) => name === 'last-event-id') || /(^|&)lastEventId=/.test(query);
}

/** What `Date` can tell, whose range ends in the year 275760. */
function isTime(time: unknown): boolean {
  return typeof time === 'number' && Math.abs(time) < 8e15;
}

/** @throws MalformedMessage */
function invitationOf(bytes: Uint8Array): StreamInvitation {
  const invitation = JSON.parse(Buffer.from(bytes).toString()) as Partial<StreamInvitation> | null;
  const { clientId, application, epoch, seq, time, pending } = invitation ?? {};
  const areTexts = [clientId, application, epoch].every((each) => typeof each === 'string');
  const areNumbers = Number.isSafeInteger(seq) && isTime(time);
  if (areTexts && areNumbers && Array.isArray(pending)) return invitation as StreamInvitation;
  throw new MalformedMessage('what came is no invitation to the event stream');
}

function requestOf({ method, url, query, headers, address }: RequestHeadMessage): RoutedRequest {
  const header = (name: string) => headers.find(([each]) => each === name)?.[1] ?? '';
  return new RoutedRequest(
    {
      method: method as Method,
      path: url,
      query,
      lastEventId: header('last-event-id'),
      // The host has refused those.
      isForeignPage: false,
      clientHeader: headerText(header('x-client-id')),
      header,
      address: () => address,
      remoteAddress: () => address,
    },
    { id: '', rest: '' },
    undefined,
    undefined,
  );
}
