import { defaultBodyLimit } from '../limits.js';
import { platform } from '../platform.js';
import type { Json, Method, Route } from './api.js';
import { type BatchCaller, BatchItems } from './batch-item.js';
import { ReceivedBodies } from './bodies/body.js';
import { RequestDispatcher } from './dispatcher.js';
import type { EngineRequest, Exchange, RequestListener } from './engines/engine.js';
import { ApiError } from './errors.js';
import { HttpListener } from './listener.js';
import { type PageChecks, ReceivedHead } from './received-head.js';
import type { RequestHead } from './request.js';
import { ResponseWriter } from './responses/response-writer.js';
import { Router } from './router.js';
import type { Access } from './security/access.js';
import { Authenticator } from './security/authenticator.js';
import { Pairing } from './security/pairing.js';
import { checkWhoMayCall } from './security/security.js';
import { keptSigningKey } from './security/signing-key.js';
import { TokenGuesses } from './security/token-guesses.js';
import { shortTokenWarnings, Tokens } from './security/tokens.js';
import type { EngineInfo, HttpServerOptions, HttpServerPorts } from './server-options.js';

/** Of path and query, as of a whole head with node:http. */
const longestTarget = 16 * 1024;

/** An HTTP server over an engine: from a request to the handler of its route, and back. */
export class HttpServer {
  readonly router = new Router();
  readonly engine: EngineInfo;
  /** Sells tokens for a code; undefined when nothing of the kind was asked for. */
  readonly pairing: Pairing | undefined;
  readonly #authenticator: Authenticator;
  readonly #responseWriter: ResponseWriter;
  readonly #items: BatchItems;
  readonly #bodies: ReceivedBodies;
  readonly #requestDispatcher: RequestDispatcher;
  readonly #httpListener: HttpListener;
  readonly #guesses: TokenGuesses;
  readonly #tokenWarnings: readonly string[];
  readonly #onWarning: (message: string) => void;
  /** Most bytes of a request body. */
  readonly bodyLimit: number;
  readonly #keepKey: () => Promise<void>;
  #streamNumber = 0;

  /** @throws EngineError when the engine that is asked for does not work here. */
  constructor(routes: Iterable<Route>, options: HttpServerOptions, ports: HttpServerPorts) {
    this.#httpListener = new HttpListener(options, ports, {
      serve: (exchange, request, method) =>
        this.#route(exchange, request, method, this.#httpListener, this.#requestDispatcher),
      fail: (exchange, error, method, path) => this.#responseWriter.fail(exchange, error, method, path),
    });
    this.engine = this.#httpListener.info;
    checkWhoMayCall(options);
    const tokens = new Tokens(options);
    this.#tokenWarnings = shortTokenWarnings(options);
    this.#onWarning = (message) => ports.onWarning?.(message);
    this.#guesses = new TokenGuesses(ports.now, (address, wrong) =>
      this.#httpListener.refusals.guesses(address, wrong),
    );
    this.#keepKey = async () => {
      const { onWarning = () => {}, signingKeyFile: file } = ports;
      if (file === undefined || !(options.token || options.pairing)) return;
      tokens.signWith(await keptSigningKey(file, options.pairing !== undefined, onWarning));
    };
    this.pairing = options.pairing && new Pairing(options.pairing, tokens, ports.hostNow ?? ports.now);
    this.#authenticator = new Authenticator(options, tokens, this.router);
    this.#responseWriter = new ResponseWriter(this.router, ports);
    this.#items = new BatchItems(this.router, this.#responseWriter);
    this.#bodies = new ReceivedBodies((message) => this.#httpListener.refusals.bound(message), ports.now);
    this.bodyLimit = options.bodyLimit ?? defaultBodyLimit;
    this.#requestDispatcher = this.#servingOf(this.router);
    for (const route of routes) this.router.add(route);
  }

  /**
   * Starts to listen.
   * @throws CannotListenError when the port is taken or the address is not this machine's; TlsError for a certificate that
   * cannot be used
   */
  async listen(): Promise<{ url: string; port: number }> {
    for (const warning of this.#tokenWarnings) this.#onWarning(warning);
    await this.#keepKey();
    return this.#httpListener.listen();
  }

  /** Stops listening, ends the open responses in order, and closes what connections are left. */
  async close(): Promise<void> {
    this.#httpListener.stopListening();
    this.#responseWriter.end();
    // The ends of the streams leave first.
    await new Promise((resolve) => platform.setImmediate(resolve));
    this.#httpListener.engine.close();
  }

  /**
   * Serves requests that come in by another door, whose keeper has looked at Origin, Host and address: with the same rights,
   * limits and errors.
   * @param routes stand in for those of the same method and path
   */
  behindAnotherDoor(routes: readonly Route[]): RequestListener {
    const requestDispatcher = this.#servingOf(this.router.with(routes));
    return (exchange, request) => {
      const method = request.getMethod();
      try {
        this.#route(exchange, request, method, pagesElsewhere, requestDispatcher);
      } catch (error) {
        this.#responseWriter.fail(exchange, error, method, request.getUrl());
      }
    };
  }

  /** Answers as a request of its own would be answered: what a batch item gets. */
  dispatch(
    method: string,
    pathAndQuery: string,
    body: Json | undefined,
    caller: BatchCaller,
  ): { status: number; body: string } | Promise<{ status: number; body: string }> {
    return this.#items.answer(method, pathAndQuery, body, caller);
  }

  #servingOf(router: Router): RequestDispatcher {
    return new RequestDispatcher(router, this.#responseWriter, this.#bodies, this.bodyLimit);
  }

  #route(
    exchange: Exchange,
    request: EngineRequest,
    method: string,
    pages: PageChecks,
    requestDispatcher: RequestDispatcher,
  ): void {
    const path = request.getUrl();
    // Its exchange leaves the body out.
    const served = (method === 'HEAD' ? 'GET' : method) as Method;
    const head = new ReceivedHead(exchange, request, served, pages, this.#addressOf);
    if (head.path.length + head.query.length > longestTarget) {
      throw new ApiError('head-too-large', `path and query have more than ${longestTarget} characters`);
    }
    if (this.#authenticator.asksForAccess && !this.router.isPublic(served, path))
      return this.#routeByAccess(exchange, request, head, requestDispatcher);
    requestDispatcher.serve(exchange, request, head, undefined);
  }

  #routeByAccess(
    exchange: Exchange,
    request: EngineRequest,
    head: ReceivedHead,
    requestDispatcher: RequestDispatcher,
  ): void {
    // The application may keep what it is told of the caller, who is called by the address where nothing else is said.
    head.keep();
    head.address();
    const address = head.remoteAddress();
    const hasToken = this.#authenticator.tokenOf(request, head) !== undefined;
    if (hasToken) this.#guesses.check(address);
    let access: ReturnType<Authenticator['access']>;
    try {
      access = this.#authenticator.access(exchange, request, head);
    } catch (error) {
      const delay = hasToken && isUnauthorized(error) ? this.#guesses.wrong(address) : undefined;
      if (delay === undefined) throw error;
      void delay.then(() => this.#responseWriter.fail(exchange, error, head.method, head.path));
      return;
    }
    if (access instanceof Promise)
      return requestDispatcher.serveLater(
        exchange,
        request,
        head,
        hasToken ? this.#noted(access, address) : access,
      );
    requestDispatcher.serve(exchange, request, head, access);
  }

  /** Answers to tokens that are guessed may wait. */
  async #noted(access: Promise<Access | undefined>, address: string): Promise<Access | undefined> {
    try {
      return await access;
    } catch (error) {
      if (isUnauthorized(error)) await this.#guesses.wrong(address);
      throw error;
    }
  }

  /**
   * `<address>:<port>` of a caller that names no client id. Where the engine does not tell the port, a running
   * number keeps streams apart, and all other requests of an address count as one caller.
   */
  readonly #addressOf = (exchange: Exchange, { method, path }: RequestHead): string => {
    const isStream = () => method === 'GET' && this.router.patternOf(method, path) === '/api/stream';
    const port = exchange.remotePort() ?? (isStream() ? ++this.#streamNumber : 0);
    return `${exchange.remoteAddress()}:${port}`;
  };
}

/** The keeper of another door has checked the page, and marks a foreign one by these headers. */
const pagesElsewhere: PageChecks = {
  isForeignPage: (request) =>
    request.getHeader('sec-fetch-site') === 'cross-site' && request.getHeader('origin') === '',
  allowShowing() {},
};

function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unauthorized';
}
