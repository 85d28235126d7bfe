import { randomBytes } from 'node:crypto';
import type { NatsConnection } from '@nats-io/transport-node';
import { type StreamInvitation, streamTakeover, wantedBy } from '../service/handlers/stream.js';
import type { Route } from '../service/http/api.js';
import { HeaderlessRequest } from '../service/http/base-request.js';
import { ReceivedBodies, tooLarge } from '../service/http/bodies/received-bodies.js';
import type { EngineRequest, Exchange, Headers } from '../service/http/engines/engine.js';
import { ApiError } from '../service/http/errors.js';
import { HttpListener, type ListenOptions } from '../service/http/listener.js';
import { ResponseWriter } from '../service/http/responses/response-writer.js';
import { Router } from '../service/http/router.js';
import type { EngineInfo } from '../service/http/server-options.js';
import type { RequestHeadMessage } from '../service/nats/exchange-messages.js';
import { MalformedMessage } from '../service/nats/message.js';
import { NatsLink, pause } from '../service/nats/nats-link.js';
import type { NatsOptions } from '../service/nats/nats-options.js';
import { Names } from '../service/nats/nats-options.js';
import { loadNats, type NatsPackages } from '../service/nats/packages.js';
import { EventFeed } from './event-feed.js';
import { HostRequests, hostAway } from './host-requests.js';
import { HostWatch } from './host-watch.js';
import { PresencePublisher } from './presence-publisher.js';
import { RelayedStream } from './relayed-stream.js';
import { ResponseForwarder } from './response-forwarder.js';

/** Maximum size of a body in bytes while the host's limit is unknown. */
const bodyLimit = 8 * 1024 * 1024;
const defaultMaxSubscribers = 10_000;
const keepAliveMs = 1000;
/**
 * Maximum milliseconds that a reconnecting app waits for an absent host. Browsers do not retry after a response that
 * is not an event stream, and a restarted host is soon back.
 */
const hostWaitMs = 30_000;
const retryMs = 500;
/** Maximum milliseconds that a relay waits for NATS before it starts to listen. */
const natsWaitMs = 2000;
/** Headers that concern only the connection to the relay. */
const ownHeaders = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'expect']);

export interface RelayOptions {
  readonly nats: NatsOptions;
  /** The listener for apps. The host checks tokens and rights. */
  readonly http: Omit<ListenOptions, 'token' | 'readToken' | 'pairing' | 'authorize' | 'bodyLimit'>;
  /** Maximum number of open event streams; 10,000 by default. */
  readonly maxSubscribers?: number | undefined;
  readonly log: (level: 'Log' | 'Warning' | 'Error', message: string) => void;
}

/** A running relay. */
export interface RunningRelay {
  readonly url: string;
  readonly port: number;
  readonly engine: EngineInfo;
  /** Ends the streams in order and closes the connection to NATS. */
  stop(): Promise<void>;
}

/**
 * Serves the complete protocol of a host that publishes over NATS. A relay has no state of its own, so its apps can
 * continue at another one.
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
  /** Subject of the responses to this relay. */
  readonly #inbox = `_INBOX.sim-host.${randomBytes(12).toString('hex')}`;
  #isListening = false;

  /** The route of event streams; all other paths are forwarded. */
  readonly #streamRoute: Route = {
    method: 'GET',
    path: '/api/stream',
    handle: () => {
      throw new Error('streams are opened by invitations of the host');
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
    this.#bodies = new ReceivedBodies((message) => this.#httpListener.rejectionLog.log(message));
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
    this.#eventFeed = new EventFeed({
      packages,
      names,
      link: this.#link,
      onMessage: (message) => this.#stream.take(message),
      onWarning,
    });
    this.#watch = new HostWatch(names, {
      connection,
      onGone: () => {
        this.#responseWriter.end();
        this.#requests.hostGone(performance.now());
      },
      // The events of the new start end the streams of this relay.
      onReplaced: (lastSeen) => this.#requests.hostGone(lastSeen),
    });
    this.#keepAlive = setInterval(() => this.#stream.keepAlive(), keepAliveMs);
  }

  async start(): Promise<RunningRelay> {
    try {
      await this.#link.start();
      void this.#eventFeed.run();
      // Apps that connect immediately are served, because a restarted worker shares its port with workers that already
      // serve.
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
    // The ends of the streams are sent first.
    await new Promise((resolve) => setImmediate(resolve));
    this.#httpListener.engine.close();
    this.#watch.stop();
    this.#eventFeed.stop();
    this.#presence.stop();
    await this.#link.stop();
  }

  async #connected(connection: NatsConnection): Promise<void> {
    // Fails if NATS has no JetStream, which the link then logs.
    await this.#packages.jetstream.jetstreamManager(connection);
    await this.#watch.ask(connection);
    if (!this.#isListening) this.#requests.listen(connection, this.#inbox);
    this.#isListening = true;
  }

  #serve(exchange: Exchange, request: EngineRequest, method: string): void {
    const head = this.#headOf(exchange, request, method);
    const fail = (error: unknown) => this.#responseWriter.fail(exchange, error, method, head.url);
    const forward = new ResponseForwarder(exchange, fail);
    // Called after the forwarder has kept the headers of JSON responses, which lack these.
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

  /**
   * The host decides about access. If all subscribers see the same events, it answers with an invitation and the relay
   * opens the stream; otherwise the relay forwards the host's stream.
   */
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
        started: (answer, bytes) => {
          const isInvitation =
            answer.status === 200 && !answer.more && answer.type.startsWith('application/json');
          if (!isInvitation) return forward.started(answer, bytes);
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
    if (this.#stream.subscriberCount >= limit)
      throw new ApiError('too-many-subscribers', `the limit of this relay is ${limit}`);
  }

  async #open(exchange: Exchange, head: RequestHeadMessage, invitation: StreamInvitation): Promise<void> {
    const { clientId } = invitation;
    const request = new HeaderlessRequest('GET', `${head.url}?${head.query}`, clientId);
    const filter = wantedBy(request);
    const lastEventId = lastEventIdOf(head) ?? request.query('lastEventId');
    if (!(await this.#stream.catchUp(invitation)))
      throw hostAway('its events have not reached this relay; NATS may be slow or lack JetStream');
    if (exchange.isAborted) return;
    // Other streams may have been opened in the meantime.
    this.#expectRoom();
    const takeover = streamTakeover((response) => {
      this.#presence.opened(clientId);
      this.#stream.connect({ clientId, filter, lastEventId }, response);
    });
    this.#responseWriter.send(exchange, takeover, this.#streamRoute);
  }
}

/** Marks a request as sent by a page of another site, since the host does not know the relay's origins. */
function markForeignPage(headers: Headers): Headers {
  const others = headers.filter(([name]) => name !== 'origin' && name !== 'sec-fetch-site');
  return [...others, ['sec-fetch-site', 'cross-site']];
}

/** True for an app that had a stream before. */
function isReconnect(head: RequestHeadMessage): boolean {
  return lastEventIdOf(head) !== undefined || /(^|&)lastEventId=/.test(head.query);
}

/** Returns the Last-Event-ID header; undefined if it is absent or empty. */
function lastEventIdOf({ headers }: RequestHeadMessage): string | undefined {
  return headers.find(([name]) => name === 'last-event-id')?.[1] || undefined;
}

/** True for a time in the range of `Date`, which ends in the year 275760. */
function isTime(time: unknown): boolean {
  return typeof time === 'number' && Math.abs(time) < 8e15;
}

/** @throws MalformedMessage */
function invitationOf(bytes: Uint8Array): StreamInvitation {
  const invitation = JSON.parse(Buffer.from(bytes).toString()) as Partial<StreamInvitation> | null;
  const { clientId, application, epoch, seq, time, initialEvents } = invitation ?? {};
  const areTexts = [clientId, application, epoch].every((each) => typeof each === 'string');
  const areNumbers = Number.isSafeInteger(seq) && isTime(time);
  if (areTexts && areNumbers && Array.isArray(initialEvents)) return invitation as StreamInvitation;
  throw new MalformedMessage('the response is not an invitation to the event stream');
}
