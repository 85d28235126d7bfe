import { promiseOf } from '../common/application-code.js';
import { platform } from '../common/platform.js';
import { defaultBodyLimit } from '../limits.js';
import type { HandlerResponse, Method, Route } from './api.js';
import { BatchItems } from './batch-items.js';
import { parseCount } from './bodies/count.js';
import { ReceivedBodies, tooLarge, unsupportedEncoding } from './bodies/received-bodies.js';
import type { EngineRequest, Exchange, RequestListener } from './engines/engine.js';
import { ApiError } from './errors.js';
import { HttpListener } from './listener.js';
import { type PageChecks, ReceivedRequest } from './received-request.js';
import { ResponseWriter } from './responses/response-writer.js';
import { Router } from './router.js';
import type { Access } from './security/access.js';
import { validateAuthOptions } from './security/auth-options.js';
import { Authenticator } from './security/authenticator.js';
import { requireRouteAccess } from './security/authorize.js';
import { Pairing } from './security/pairing.js';
import { quoted } from './security/rejection-log.js';
import { loadSigningKey } from './security/signing-key.js';
import { TokenGuesses } from './security/token-guesses.js';
import { shortTokenWarnings, Tokens } from './security/tokens.js';
import type { EngineInfo, HttpServerOptions, HttpServerPorts } from './server-options.js';

/** Maximum characters of path and query together, as in a whole head with node:http. */
const maxTargetChars = 16 * 1024;

/**
 * The service's HTTP server. It authenticates the caller of a request, finds the route, receives the body, and sends
 * the response of the route's handler.
 */
export class HttpServer {
  readonly router = new Router();
  readonly batchItems: BatchItems;
  readonly engine: EngineInfo;
  /** Issues tokens in exchange for a pairing code; undefined if pairing is disabled. */
  readonly pairing: Pairing | undefined;
  readonly #authenticator: Authenticator;
  readonly #responseWriter: ResponseWriter;
  readonly #bodies: ReceivedBodies;
  readonly #httpListener: HttpListener;
  readonly #tokenWarnings: readonly string[];
  readonly #onWarning: (message: string) => void;
  /** Maximum size of a request body in bytes. */
  readonly bodyLimit: number;
  readonly #loadSigningKey: () => Promise<void>;
  #streamNumber = 0;

  /** @throws EngineError if the selected engine does not work here */
  constructor(routes: Iterable<Route>, options: HttpServerOptions, ports: HttpServerPorts) {
    this.#httpListener = new HttpListener(options, ports, {
      serve: (exchange, request, method) => this.#admit(exchange, request, method, this.#httpListener),
      fail: (exchange, error, method, path) => this.#responseWriter.fail(exchange, error, method, path),
    });
    this.engine = this.#httpListener.info;
    validateAuthOptions(options);
    const tokens = new Tokens(options);
    this.#tokenWarnings = shortTokenWarnings(options);
    this.#onWarning = (message) => ports.onWarning?.(message);
    this.#loadSigningKey = async () => {
      const { onWarning = () => {}, signingKeyFile: file } = ports;
      if (file === undefined || !(options.token || options.pairing)) return;
      tokens.signWith(await loadSigningKey(file, options.pairing !== undefined, onWarning));
    };
    this.pairing = options.pairing && new Pairing(options.pairing, tokens, ports.hostNow ?? ports.now);
    const tokenGuesses = new TokenGuesses(ports.now, (address, wrong) =>
      this.#httpListener.rejectionLog.log(
        `${wrong} wrong tokens from the address ${quoted(address)}: answers to more of them are delayed`,
      ),
    );
    this.#authenticator = new Authenticator(options, tokens, tokenGuesses, this.router);
    this.#responseWriter = new ResponseWriter(this.router, ports);
    this.batchItems = new BatchItems(this.router, this.#responseWriter);
    this.#bodies = new ReceivedBodies((message) => this.#httpListener.rejectionLog.log(message));
    this.bodyLimit = options.bodyLimit ?? defaultBodyLimit;
    for (const route of routes) this.router.add(route);
  }

  /**
   * Starts to listen.
   * @throws CannotListenError if the port is taken or the address does not belong to this machine
   * @throws TlsError if the certificate cannot be used
   */
  async listen(): Promise<{ url: string; port: number }> {
    for (const warning of this.#tokenWarnings) this.#onWarning(warning);
    await this.#loadSigningKey();
    return this.#httpListener.listen();
  }

  /** Stops listening, ends the open responses in order and closes the remaining connections. */
  async close(): Promise<void> {
    this.#httpListener.stopListening();
    this.#responseWriter.end();
    // Lets the engine send the ends of the streams before it closes.
    await new Promise((resolve) => platform.setImmediate(resolve));
    this.#httpListener.engine.close();
  }

  /** Serves a request that a relay has received; the relay has checked its Origin, Host and address. */
  readonly serveRelayed: RequestListener = (exchange, request) => {
    const method = request.getMethod();
    try {
      this.#admit(exchange, request, method, relayedPages);
    } catch (error) {
      this.#responseWriter.fail(exchange, error, method, request.getUrl());
    }
  };

  #admit(exchange: Exchange, source: EngineRequest, method: string, pages: PageChecks): void {
    // The exchange of a HEAD request omits the body.
    const effectiveMethod = (method === 'HEAD' ? 'GET' : method) as Method;
    const request = new ReceivedRequest(exchange, source, effectiveMethod, pages, this.#addressOf);
    if (request.path.length + request.search.length > maxTargetChars) {
      throw new ApiError(
        'head-too-large',
        `path and query may have at most ${maxTargetChars} characters together`,
      );
    }
    const access =
      this.#authenticator.checksAccess && !this.router.isPublic(effectiveMethod, request.path)
        ? this.#authenticator.access(request)
        : undefined;
    if (access instanceof Promise) this.#serveLater(request, access);
    else this.#serve(request, access);
  }

  /**
   * Runs the route's handler once the body has been received.
   * @throws ApiError
   */
  #serve(request: ReceivedRequest, access: Access | undefined): void {
    this.#route(request, access);
    if (request.match.route.ignoresCaller !== true) request.readCaller();
    if (request.method === 'GET') return this.#handle(request);
    this.#checkBody(request);
    this.#bodies.read(request.exchange, this.bodyLimit, (body, error) => {
      if (error === undefined) this.#handleBody(request, body);
      else if (!request.exchange.isAborted) this.#fail(request, error);
    });
  }

  /** Serves a request whose access is granted asynchronously; the body is received in the meantime. */
  #serveLater(request: ReceivedRequest, access: Promise<Access | undefined>): void {
    const { exchange, method } = request;
    const decision = access.then((granted) => this.#route(request, granted));
    const fail = (error: unknown) => this.#fail(request, error);
    if (method === 'GET') {
      decision.then(() => exchange.isAborted || this.#handle(request)).catch(fail);
      return;
    }
    decision.catch(fail);
    // Only a caller that may send a body learns what is wrong with it.
    const failThen = (error: unknown) => {
      decision.then(
        () => fail(error),
        () => {},
      );
    };
    try {
      this.#checkBody(request);
    } catch (error) {
      return failThen(error);
    }
    const onBody = (body: Uint8Array, error?: unknown) => {
      if (error !== undefined) failThen(error);
      else this.#handleBody(request, body);
    };
    this.#bodies.read(exchange, this.bodyLimit, onBody, decision);
  }

  /** Finds the route of a request and checks the caller's right to use it. @throws ApiError */
  #route(request: ReceivedRequest, access: Access | undefined): void {
    const match = this.router.find(request.method, request.path);
    if (access !== undefined) requireRouteAccess(access, match);
    request.match = match;
    request.access = access;
  }

  /**
   * Checks the length and the encoding that the headers announce.
   * @throws ApiError
   */
  #checkBody(request: ReceivedRequest): void {
    if (parseCount(request.header('content-length')) > this.bodyLimit) throw tooLarge(this.bodyLimit);
    const coding = request.header('content-encoding');
    if (coding !== '' && coding.toLowerCase() !== 'identity') throw unsupportedEncoding(coding);
  }

  /** Parses a body and runs the handler; every error becomes a response. */
  #handleBody(request: ReceivedRequest, body: Uint8Array): void {
    if (request.exchange.isAborted) return;
    try {
      request.body = this.#bodies.parse(body);
      request.bodyBytes = body.byteLength;
      this.#handle(request);
    } catch (failure) {
      this.#fail(request, failure);
    }
  }

  /** Runs the handler of the route and sends its response. */
  #handle(request: ReceivedRequest): void {
    const { exchange, match } = request;
    const response = match.route.handle(request);
    const pending = promiseOf(response);
    if (pending === undefined) {
      if (request.method === 'GET')
        this.#responseWriter.sendRead(exchange, response as HandlerResponse, match);
      else this.#responseWriter.send(exchange, response as HandlerResponse, match.route);
      // A request that has waited is freed late by the garbage collector, and would keep a large body until then.
      if (typeof response === 'string') request.body = undefined;
      return;
    }
    pending
      .then((value) => exchange.isAborted || this.#responseWriter.send(exchange, value, match.route))
      // The promise may resolve to something that is not a response.
      .catch((error: unknown) => this.#fail(request, error));
  }

  #fail({ exchange, method, path, match }: ReceivedRequest, error: unknown): void {
    this.#responseWriter.fail(exchange, error, method, path, match?.route);
  }

  /**
   * Returns `<address>:<port>` for a caller without a client id. If the engine does not know the port, a running
   * number keeps streams apart, and all other requests of an address count as one caller.
   */
  readonly #addressOf = ({ exchange, method, path }: ReceivedRequest): string => {
    const isStream = () => method === 'GET' && this.router.patternOf(method, path) === '/api/stream';
    const port = exchange.remotePort() ?? (isStream() ? ++this.#streamNumber : 0);
    return `${exchange.remoteAddress()}:${port}`;
  };
}

/** Checks of a relayed request: the relay has checked the page, and marks a foreign one by these headers. */
const relayedPages: PageChecks = {
  isRelayed: true,
  isForeignPage: (request) =>
    request.getHeader('sec-fetch-site') === 'cross-site' && request.getHeader('origin') === '',
  allowShowing() {},
};
