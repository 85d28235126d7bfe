import { platform } from '../common/platform.js';
import { defaultBodyLimit } from '../limits.js';
import type { Json, Method, Route } from './api.js';
import { type BatchCaller, BatchItems, type ItemResponse } from './batch-items.js';
import { ReceivedBodies } from './bodies/received-bodies.js';
import { RequestDispatcher } from './dispatcher.js';
import type { EngineRequest, Exchange, RequestListener } from './engines/engine.js';
import { ApiError } from './errors.js';
import { HttpListener } from './listener.js';
import { type PageChecks, ReceivedHead } from './received-head.js';
import { ResponseWriter } from './responses/response-writer.js';
import type { RequestHead } from './routed-request.js';
import { Router } from './router.js';
import { Authenticator } from './security/authenticator.js';
import { Pairing } from './security/pairing.js';
import { quoted } from './security/rejection-log.js';
import { checkWhoMayCall } from './security/security.js';
import { loadSigningKey } from './security/signing-key.js';
import { TokenGuesses } from './security/token-guesses.js';
import { shortTokenWarnings, Tokens } from './security/tokens.js';
import type { EngineInfo, HttpServerOptions, HttpServerPorts } from './server-options.js';

/** Maximum characters of path and query together, as in a whole head with node:http. */
const maxTargetChars = 16 * 1024;

/** The service's HTTP server: authenticates requests and dispatches them to the handlers of their routes. */
export class HttpServer {
  readonly router = new Router();
  readonly engine: EngineInfo;
  /** Issues tokens in exchange for a pairing code; undefined if pairing is disabled. */
  readonly pairing: Pairing | undefined;
  readonly #authenticator: Authenticator;
  readonly #responseWriter: ResponseWriter;
  readonly #items: BatchItems;
  readonly #bodies: ReceivedBodies;
  readonly #requestDispatcher: RequestDispatcher;
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
    checkWhoMayCall(options);
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
      this.#httpListener.refusals.log(
        `${wrong} wrong tokens from the address ${quoted(address)}: answers to more of them are delayed`,
      ),
    );
    this.#authenticator = new Authenticator(options, tokens, tokenGuesses, this.router);
    this.#responseWriter = new ResponseWriter(this.router, ports);
    this.#items = new BatchItems(this.router, this.#responseWriter);
    this.#bodies = new ReceivedBodies((message) => this.#httpListener.refusals.log(message));
    this.bodyLimit = options.bodyLimit ?? defaultBodyLimit;
    this.#requestDispatcher = new RequestDispatcher(
      this.router,
      this.#responseWriter,
      this.#bodies,
      this.bodyLimit,
    );
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

  /** Runs a batch item and returns its response. */
  runBatchItem(
    method: string,
    pathAndQuery: string,
    body: Json | undefined,
    caller: BatchCaller,
  ): ItemResponse | Promise<ItemResponse> {
    return this.#items.respond(method, pathAndQuery, body, caller);
  }

  #admit(exchange: Exchange, request: EngineRequest, method: string, pages: PageChecks): void {
    const path = request.getUrl();
    // The exchange of a HEAD request omits the body.
    const effectiveMethod = (method === 'HEAD' ? 'GET' : method) as Method;
    const head = new ReceivedHead(exchange, request, effectiveMethod, pages, this.#addressOf);
    if (head.path.length + head.query.length > maxTargetChars) {
      throw new ApiError('head-too-large', `path and query have more than ${maxTargetChars} characters`);
    }
    const access =
      this.#authenticator.checksAccess && !this.router.isPublic(effectiveMethod, path)
        ? this.#authenticator.access(exchange, request, head)
        : undefined;
    if (access instanceof Promise) this.#requestDispatcher.serveLater(exchange, request, head, access);
    else this.#requestDispatcher.serve(exchange, request, head, access);
  }

  /**
   * Returns `<address>:<port>` for a caller without a client id. If the engine does not know the port, a running
   * number keeps streams apart, and all other requests of an address count as one caller.
   */
  readonly #addressOf = (exchange: Exchange, { method, path }: RequestHead): string => {
    const isStream = () => method === 'GET' && this.router.patternOf(method, path) === '/api/stream';
    const port = exchange.remotePort() ?? (isStream() ? ++this.#streamNumber : 0);
    return `${exchange.remoteAddress()}:${port}`;
  };
}

/** A relay has checked the page, and marks a request of a foreign one by these headers. */
const relayedPages: PageChecks = {
  isRelayed: true,
  isForeignPage: (request) =>
    request.getHeader('sec-fetch-site') === 'cross-site' && request.getHeader('origin') === '',
  allowShowing() {},
};
