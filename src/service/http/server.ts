import type { Access } from './access.js';
import { Admission } from './admission.js';
import { Answers } from './answers.js';
import type { Json, Method, Route } from './api.js';
import { answerItem } from './batch-item.js';
import { ReceivedBodies } from './body.js';
import type { EngineRequest, Exchange, Headers, HttpEngine } from './engines/engine.js';
import { type LoadedEngine, loadEngine } from './engines/load.js';
import { cannotListen } from './listen-problem.js';
import { Pairing } from './pairing.js';
import { Refusals } from './refusals.js';
import type { RequestHead } from './request.js';
import { Router } from './router.js';
import { checkWhoMayCall, isLoopbackHost } from './security.js';
import type { EngineInfo, HttpServerOptions, HttpServerPorts } from './server-options.js';
import { Serving } from './serving.js';
import { readTls } from './tls.js';
import { Tokens } from './tokens.js';

const defaultBodyLimit = 8 * 1024 * 1024;
const preflightHeaders: Headers = [
  ['Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE, PATCH, OPTIONS'],
  [
    'Access-Control-Allow-Headers',
    'Content-Type, Accept, X-Requested-With, X-Client-ID, Authorization, Last-Event-ID',
  ],
  ['Access-Control-Max-Age', '86400'],
];

/** An HTTP server over an engine: from a request to the handler of its route, and back. */
export class HttpServer {
  readonly router = new Router();
  readonly engine: EngineInfo;
  /** Sells tokens for a code; undefined when nothing of the kind was asked for. */
  readonly pairing: Pairing | undefined;
  readonly #options: HttpServerOptions;
  readonly #admission: Admission;
  readonly #answers: Answers;
  readonly #refusals: Refusals;
  readonly #serving: Serving;
  readonly #hostname: string;
  readonly #engine: HttpEngine;
  #streamNumber = 0;

  /** @throws EngineError when the engine that is asked for does not work here. */
  constructor(routes: Iterable<Route>, options: HttpServerOptions, ports: HttpServerPorts) {
    const { engine, whyNotFaster, warnings } = engineOf(options.engine);
    this.#engine = engine;
    this.engine = { kind: engine.kind, build: engine.build, whyNotFaster };
    for (const warning of warnings) ports.onWarning?.(warning);
    this.#options = options;
    checkWhoMayCall(options);
    const tokens = new Tokens(options);
    this.pairing = options.pairing && new Pairing(options.pairing, tokens, ports.now);
    this.#hostname = options.allowExternalConnections ? '::' : (options.hostname ?? '127.0.0.1');
    this.#refusals = new Refusals((message) => ports.onWarning?.(message), ports.now);
    const isLoopback = isLoopbackHost(urlHost(this.#hostname));
    this.#admission = new Admission(options, isLoopback, tokens, this.#refusals, this.router);
    this.#answers = new Answers(this.router, ports);
    const bodies = new ReceivedBodies((message) => this.#refusals.bound(message));
    const bodyLimit = options.bodyLimit ?? defaultBodyLimit;
    this.#serving = new Serving(this.router, this.#answers, bodies, bodyLimit);
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
    this.#answers.end();
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
    return answerItem({ method, pathAndQuery, body, clientId, access }, this.router, this.#answers);
  }

  readonly #accept = (exchange: Exchange, request: EngineRequest): void => {
    const method = request.getMethod().toUpperCase();
    const isOriginAllowed = this.#admission.allowOrigin(exchange, request.getHeader('origin'));
    try {
      this.#admission.check(exchange, request, method, isOriginAllowed);
      if (method === 'OPTIONS') return exchange.sendEmpty(204, preflightHeaders);
      this.#route(exchange, request, method);
    } catch (error) {
      this.#answers.fail(exchange, error, method, request.getUrl());
    }
  };

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
    const { asksForAccess } = this.#admission;
    if (asksForAccess || method === 'HEAD') {
      const isPublic = this.router.isPublic(method === 'HEAD' ? 'GET' : method, path);
      if (asksForAccess && !isPublic) return this.#routeByAccess(exchange, request, head);
      // Monitors ask in this way whether it is up.
      if (method === 'HEAD' && isPublic) return exchange.sendEmpty(200, []);
    }
    this.#serving.serve(exchange, request, head, undefined);
  }

  #routeByAccess(exchange: Exchange, request: EngineRequest, head: RequestHead): void {
    // Asked twice, an address without a port would be two callers.
    let known: string | undefined;
    const named = { ...head, address: () => (known ??= head.address()) };
    const access = this.#admission.access(exchange, request, named);
    if (access instanceof Promise) void this.#serving.serveLater(exchange, request, named, access);
    else this.#serving.serve(exchange, request, named, access);
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
}

function engineOf(engine: HttpServerOptions['engine']): LoadedEngine {
  if (engine === undefined || typeof engine === 'string') return loadEngine(engine);
  return 'engine' in engine ? engine : { engine, whyNotFaster: undefined, warnings: [] };
}

/** An address as it stands in a URL. */
function urlHost(hostname: string): string {
  return hostname.includes(':') ? `[${hostname}]` : hostname;
}
