import { promiseOf } from '../application-code.js';
import { type Access, readOnlyAccess } from './access.js';
import type { Answer, Json, Method, Reply, Route, Takeover } from './api.js';
import { accessOf, checkRoute, unauthorized } from './authorize.js';
import { parseBody, ReceivedBodies, tooLarge } from './body.js';
import { checkAnswer } from './check-answer.js';
import type { EngineKind, EngineRequest, Exchange, Headers, HttpEngine } from './engines/engine.js';
import { type EngineChoice, type LoadedEngine, loadEngine } from './engines/load.js';
import { ApiError, describeError } from './errors.js';
import { cannotListen } from './listen-problem.js';
import { Pairing } from './pairing.js';
import { Refusals } from './refusals.js';
import { jsonType, type OpenStream, sendPieces, takeOver } from './reply.js';
import { type RequestHead, RoutedRequest } from './request.js';
import { type RouteMatch, Router } from './router.js';
import { bearerToken, checkWhoMayCall, isLoopbackHost, Security, type SecurityOptions } from './security.js';
import { readTls, type TlsOptions } from './tls.js';
import { Tokens } from './tokens.js';

export interface HttpServerOptions extends SecurityOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** `127.0.0.1` when left out. */
  readonly hostname?: string | undefined;
  /** Binds all interfaces, IPv4 and IPv6 (SVC-4). */
  readonly allowExternalConnections?: boolean | undefined;
  /** A certificate and its key: HTTPS instead of HTTP. */
  readonly tls?: TlsOptions | undefined;
  /** Most bytes of a request body; 8 MiB when left out. */
  readonly bodyLimit?: number | undefined;
  /**
   * What speaks HTTP: `uws` (uWebSockets.js), `node` (node:http), or an engine of the caller's own; left out or `auto`,
   * uWebSockets.js where it loads, else node:http. One that was loaded tells its own choice.
   */
  readonly engine?: EngineChoice | HttpEngine | LoadedEngine | undefined;
}

/** Which engine serves. */
export interface EngineInfo {
  readonly kind: EngineKind;
  /** For people, for example `uWebSockets.js 20.30.0 (linux x64, Node.js 20.20.2)`. */
  readonly build: string;
  /** Why the faster engine does not serve, and what can be done about it; undefined when it does, or nobody wanted it. */
  readonly whyNotFaster: string | undefined;
}

/** What the server needs beside its routes. */
export interface HttpServerPorts {
  /** Monotonic milliseconds of real time, for slicing long answers. */
  readonly now: () => number;
  /** Told of exceptions that became a 500, and of which route: `GET /api/status`. */
  readonly onException: (error: unknown, where: string) => void;
  /** Told of what somebody who runs the server should know. */
  readonly onWarning?: (message: string) => void;
}

const defaultBodyLimit = 8 * 1024 * 1024;
const bringsTokenInQuery = new Set(['/api/stream', '/exposed/image/{id}/{path}']);
const preflightHeaders: Headers = [
  ['Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE, PATCH, OPTIONS'],
  [
    'Access-Control-Allow-Headers',
    'Content-Type, Accept, X-Requested-With, X-Client-ID, Authorization, Last-Event-ID',
  ],
  ['Access-Control-Max-Age', '86400'],
];

/** An HTTP server over an engine: routing, bodies, security and errors of wire.md section 1. */
export class HttpServer {
  readonly router = new Router();
  readonly #options: HttpServerOptions;
  readonly #ports: HttpServerPorts;
  readonly #security: Security;
  readonly #refusals: Refusals;
  readonly #bodies: ReceivedBodies;
  readonly #bodyLimit: number;
  readonly #hostname: string;
  readonly #engine: HttpEngine;
  readonly engine: EngineInfo;
  readonly #open = new Set<OpenStream>();
  readonly #needsAccess: boolean;
  readonly #tokens: Tokens;
  /** Sells tokens for a code; undefined when nothing of the kind was asked for. */
  readonly pairing: Pairing | undefined;
  #streamNumber = 0;

  /** @throws EngineError when the engine that is asked for does not work here. */
  constructor(routes: Iterable<Route>, options: HttpServerOptions, ports: HttpServerPorts) {
    const { engine, whyNotFaster, warnings } = engineOf(options.engine);
    this.#engine = engine;
    this.engine = { kind: engine.kind, build: engine.build, whyNotFaster };
    for (const warning of warnings) ports.onWarning?.(warning);
    this.#options = options;
    checkWhoMayCall(options);
    const { token, authorize, pairing } = options;
    this.#needsAccess = Boolean(token) || authorize !== undefined || pairing !== undefined;
    this.#tokens = new Tokens(options);
    this.pairing = pairing && new Pairing(pairing, this.#tokens, ports.now);
    this.#ports = ports;
    this.#bodyLimit = options.bodyLimit ?? defaultBodyLimit;
    this.#hostname = options.allowExternalConnections ? '::' : (options.hostname ?? '127.0.0.1');
    this.#security = new Security(options, isLoopbackHost(urlHost(this.#hostname)));
    this.#refusals = new Refusals((message) => ports.onWarning?.(message), ports.now);
    this.#bodies = new ReceivedBodies((message) => this.#refusals.bound(message));
    for (const route of routes) this.router.add(route);
  }

  /**
   * Starts to listen.
   * @throws CannotListenError when the port is taken or the address is not this machine's; TlsError for a certificate that
   * cannot be used
   */
  async listen(): Promise<{ url: string; port: number }> {
    const { port } = this.#options;
    this.#engine.onWarning = (message) => this.#refusals.bound(message);
    const tls = this.#options.tls && readTls(this.#options.tls);
    const listen = (hostname: string) => this.#engine.listen(hostname, port, this.#accept, tls);
    const bound =
      (await listen(this.#hostname)) ??
      // A machine without IPv6.
      (this.#hostname === '::' ? await listen('0.0.0.0') : undefined);
    if (bound === undefined) {
      this.#engine.close();
      throw await cannotListen(this.#hostname, port, `${urlHost(this.#hostname)}:${port}`);
    }
    const shown =
      this.#hostname === '::' || this.#hostname === '0.0.0.0' ? '127.0.0.1' : urlHost(this.#hostname);
    return { url: `${tls === undefined ? 'http' : 'https'}://${shown}:${bound}`, port: bound };
  }

  /** Stops listening, ends the open responses in order, and closes what connections are left. */
  async close(): Promise<void> {
    this.#engine.stopListening();
    for (const open of [...this.#open]) open.end();
    // The ends of the streams leave first.
    await new Promise((resolve) => setImmediate(resolve));
    this.#engine.close();
  }

  /** Answers as a request of its own would be answered: what a batch item gets. */
  dispatch(
    method: string,
    pathAndQuery: string,
    body: Json | undefined,
    clientId: string,
    access: Access | undefined,
  ): { status: number; body: string } | Promise<{ status: number; body: string }> {
    const question = pathAndQuery.indexOf('?');
    const path = question < 0 ? pathAndQuery : pathAndQuery.slice(0, question);
    const head: RequestHead = {
      method: method as Method,
      path,
      query: question < 0 ? '' : pathAndQuery.slice(question + 1),
      lastEventId: '',
      clientHeader: clientId,
      address: () => clientId,
      remoteAddress: () => clientId,
    };
    const failed = (error: unknown) => {
      const { status, message } = this.#describe(error, method, path);
      return { status, body: `{"error":${JSON.stringify(message)}}` };
    };
    try {
      const match = this.router.find(method, path);
      if (access !== undefined) checkRoute(access, match.route);
      const answer = match.route.handle(new RoutedRequest(head, match, body, access));
      const later = promiseOf(answer);
      return later === undefined ? itemAnswer(answer as Answer) : later.then(itemAnswer).catch(failed);
    } catch (error) {
      return failed(error);
    }
  }

  readonly #accept = (exchange: Exchange, request: EngineRequest): void => {
    const method = request.getMethod().toUpperCase();
    const origin = request.getHeader('origin');
    const isOriginAllowed = origin === '' || this.#security.originAllowed(origin);
    if (origin !== '' && isOriginAllowed) exchange.commonHeaders = corsHeadersFor(origin);
    try {
      if (this.#security.checksAddress) this.#checkAddress(exchange.remoteAddress());
      const host = request.getHeader('host');
      if (!this.#security.hostAllowed(host) && !(host === '' && request.mayLackHost === true)) {
        this.#refusals.host(host);
        throw new ApiError('forbidden', `the Host ${host} is not this service's; allow it with allowHosts`);
      }
      if (!isOriginAllowed) this.#refusals.origin(origin);
      if (!isOriginAllowed && method !== 'GET') {
        throw new ApiError('forbidden', `the Origin ${origin} is not allowed; allow it with allowOrigins`);
      }
      if (method === 'OPTIONS') return exchange.sendEmpty(204, preflightHeaders);
      this.#route(exchange, request, method);
    } catch (error) {
      this.#fail(exchange, error, method, request.getUrl());
    }
  };

  #checkAddress(address: string): void {
    if (this.#security.addressAllowed(address)) return;
    this.#refusals.address(address);
    throw new ApiError('forbidden', `the address ${address} is not allowed; allow it with allowAddresses`);
  }

  #route(exchange: Exchange, request: EngineRequest, method: string): void {
    const path = request.getUrl();
    const head: RequestHead = {
      method: method as Method,
      path,
      query: request.getQuery() ?? '',
      lastEventId: request.getHeader('last-event-id'),
      clientHeader: request.getHeader('x-client-id'),
      address: () => this.#addressOf(exchange, path),
      remoteAddress: () => exchange.remoteAddress(),
    };
    if (this.#needsAccess || method === 'HEAD') {
      const isPublic = this.router.isPublic(method === 'HEAD' ? 'GET' : method, path);
      if (this.#needsAccess && !isPublic) return this.#routeByAccess(exchange, request, head);
      // Monitors ask in this way whether it is up.
      if (method === 'HEAD' && isPublic) return exchange.sendEmpty(200, []);
    }
    this.#serve(exchange, request, head, undefined);
  }

  /** A token that is right grants everything; an application decides by itself, now or later. */
  #routeByAccess(exchange: Exchange, request: EngineRequest, head: RequestHead): void {
    const token = this.#tokenOf(request, head);
    const { authorize } = this.#options;
    if (authorize === undefined) {
      const access = this.#tokens.accessOf(token);
      if (access === undefined) throw unauthorized('send the token as Authorization: Bearer <token>');
      return this.#serve(exchange, request, head, access === 'read' ? readOnlyAccess : undefined);
    }
    // Asked twice, an address without a port would be two callers.
    let known: string | undefined;
    const named = { ...head, address: () => (known ??= head.address()) };
    const route = this.router.patternOf(head.method, head.path);
    const address = exchange.remoteAddress();
    const access = accessOf(authorize, named, request, { token, address, route });
    if (access instanceof Promise) void this.#serveLater(exchange, request, named, access);
    else this.#serve(exchange, request, named, access);
  }

  #serve(exchange: Exchange, request: EngineRequest, head: RequestHead, access: Access | undefined): void {
    const { method } = head;
    const match = this.#find(head, access);
    if (method === 'GET') return this.#handle(exchange, head, match, undefined, access);
    this.#checkLength(request);
    exchange.watch();
    this.#bodies.read(exchange, this.#bodyLimit, (body, error) => {
      if (exchange.isAborted) return;
      try {
        if (error !== undefined) throw error;
        this.#handle(exchange, head, match, parseBody(body), access);
      } catch (failure) {
        this.#fail(exchange, failure, method, head.path, match.route);
      }
    });
  }

  /** The same once the application has made up its mind; the body has to be read meanwhile. */
  async #serveLater(
    exchange: Exchange,
    request: EngineRequest,
    head: RequestHead,
    deciding: Promise<Access | undefined>,
  ): Promise<void> {
    exchange.watch();
    let route: Route | undefined;
    try {
      const body = head.method === 'GET' ? undefined : this.#wholeBody(exchange, request);
      // What is wrong with the body is told to those alone who may send one.
      body?.catch(() => {});
      const access = await deciding;
      const match = this.#find(head, access);
      route = match.route;
      const bytes = await body;
      if (!exchange.isAborted) this.#handle(exchange, head, match, bytes && parseBody(bytes), access);
    } catch (error) {
      this.#fail(exchange, error, head.method, head.path, route);
    }
  }

  #wholeBody(exchange: Exchange, request: EngineRequest): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      // Thrown in here, it waits for who asks like all that is wrong with a body.
      this.#checkLength(request);
      this.#bodies.read(exchange, this.#bodyLimit, (body, error) => {
        if (error !== undefined) reject(error);
        else resolve(new Uint8Array(body));
      });
    });
  }

  #find({ method, path }: RequestHead, access: Access | undefined): RouteMatch {
    const match = this.router.find(method, path);
    if (access !== undefined) checkRoute(access, match.route);
    return match;
  }

  #checkLength(request: EngineRequest): void {
    if (Number(request.getHeader('content-length')) > this.#bodyLimit) throw tooLarge(this.#bodyLimit);
  }

  #handle(
    exchange: Exchange,
    head: RequestHead,
    match: RouteMatch,
    body: Json | undefined,
    access: Access | undefined,
  ): void {
    const answer = match.route.handle(new RoutedRequest(head, match, body, access));
    const later = promiseOf(answer);
    if (later === undefined) return this.#answer(exchange, answer as Answer, match.route);
    if (head.method === 'GET') exchange.watch();
    later
      .then((late) => exchange.isAborted || this.#answer(exchange, late, match.route))
      // What was given may be no answer, too.
      .catch((error: unknown) => this.#fail(exchange, error, head.method, head.path, match.route));
  }

  #answer(exchange: Exchange, answer: Answer, { method, path }: Route): void {
    if (typeof answer === 'string') return exchange.send(200, jsonType, answer);
    checkAnswer(answer);
    const onException = (error: unknown) => this.#ports.onException(error, `${method} ${path}`);
    if (isTakeover(answer)) {
      exchange.watch();
      return takeOver(exchange, answer, this.#open, onException);
    }
    const { status = 200, contentType = jsonType, headers, body } = answer;
    if (typeof body === 'string' || body instanceof Uint8Array) {
      return exchange.send(status, contentType, body, headers);
    }
    exchange.watch();
    sendPieces(exchange, answer, body[Symbol.iterator](), { now: this.#ports.now, onException });
  }

  /**
   * `<address>:<port>` of a caller that names no client id. Where the engine does not tell the port, a running
   * number keeps streams apart, and all other requests of an address count as one caller.
   */
  #addressOf(exchange: Exchange, path: string): string {
    const port =
      exchange.remotePort() ??
      (this.router.patternOf('GET', path) === '/api/stream' ? ++this.#streamNumber : 0);
    return `${exchange.remoteAddress()}:${port}`;
  }

  /** Event streams and images cannot send headers from a browser, and may bring the token in the query. */
  #tokenOf(request: EngineRequest, { method, path, query }: RequestHead): string | undefined {
    const token = bearerToken(request.getHeader('authorization'));
    if (token !== undefined || query === '') return token;
    const given = new URLSearchParams(query).get('access_token');
    if (given === null) return undefined;
    return bringsTokenInQuery.has(this.router.patternOf(method, path) ?? '') ? given : undefined;
  }

  #fail(exchange: Exchange, error: unknown, method: string, path: string, route?: Route): void {
    const { status, message, headers, closes } = this.#describe(error, method, path);
    const members = route?.errorMembers === undefined ? '' : `,${route.errorMembers}`;
    const body = method === 'HEAD' ? '' : `{"error":${JSON.stringify(message)}${members}}`;
    if (exchange.isAborted) return;
    try {
      exchange.send(status, jsonType, body, headers, closes);
    } catch {
      // An answer of the application has begun that cannot be told, with a header that is none: it is broken off.
      exchange.close();
    }
  }

  #describe(error: unknown, method: string, path: string) {
    const answer = describeError(error);
    if (answer.status === 500) {
      this.#ports.onException(error, `${method} ${this.router.patternOf(method, path) ?? path}`);
    }
    return answer;
  }
}

function corsHeadersFor(origin: string): Headers {
  return [
    ['Access-Control-Allow-Origin', origin],
    ['Vary', 'Origin'],
  ];
}

function engineOf(engine: HttpServerOptions['engine']): LoadedEngine {
  if (engine === undefined || typeof engine === 'string') return loadEngine(engine);
  return 'engine' in engine ? engine : { engine, whyNotFaster: undefined, warnings: [] };
}

function itemAnswer(answer: Answer): { status: number; body: string } {
  if (typeof answer === 'string') return { status: 200, body: answer };
  const { status = 200, body } = answer as Reply;
  return { status, body: typeof body === 'string' ? body : [...(body as Iterable<string>)].join('') };
}

function isTakeover(answer: Reply | Takeover): answer is Takeover {
  return 'open' in answer;
}

/** An address as it stands in a URL. */
function urlHost(hostname: string): string {
  return hostname.includes(':') ? `[${hostname}]` : hostname;
}
