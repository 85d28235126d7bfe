import type { Answer, Json, Method, Reply, Route, Takeover } from './api.js';
import { parseBody } from './body.js';
import { ApiError, describeError } from './errors.js';
import { Exchange, type Headers, jsonType, type OpenUwsResponse, sendPieces, takeOver } from './reply.js';
import { type RequestHead, RoutedRequest } from './request.js';
import { type RouteMatch, Router } from './router.js';
import { bearerToken, isLoopbackHost, Security, type SecurityOptions } from './security.js';
import {
  loadUws,
  type Uws,
  type UwsApp,
  type UwsListenSocket,
  type UwsRequest,
  type UwsResponse,
} from './uws.js';

export interface HttpServerOptions extends SecurityOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** `127.0.0.1` when left out. */
  readonly hostname?: string | undefined;
  /** Binds all interfaces, IPv4 and IPv6 (SVC-4). */
  readonly allowExternalConnections?: boolean | undefined;
  /** Most bytes of a request body; 8 MiB when left out. */
  readonly bodyLimit?: number | undefined;
}

/** What the server needs beside its routes. */
export interface HttpServerPorts {
  /** Monotonic milliseconds of real time, for slicing long answers. */
  readonly now: () => number;
  /** Told of exceptions that became a 500. */
  readonly onException: (error: unknown) => void;
}

const defaultBodyLimit = 8 * 1024 * 1024;
const corsMethods = 'GET, POST, PUT, DELETE, PATCH, OPTIONS';
const corsHeaders = 'Content-Type, Accept, X-Requested-With, X-Client-ID, Authorization, Last-Event-ID';

/** An HTTP server over uWebSockets.js: routing, bodies, security and errors of wire.md section 1. */
export class HttpServer {
  readonly router = new Router();
  readonly #options: HttpServerOptions;
  readonly #ports: HttpServerPorts;
  readonly #security: Security;
  readonly #bodyLimit: number;
  readonly #hostname: string;
  readonly #uws: Uws;
  /** Which native build serves. */
  readonly build: string;
  readonly #open = new Set<OpenUwsResponse>();
  #app: UwsApp | undefined;
  #socket: UwsListenSocket | undefined;
  #streamNumber = 0;

  /** @throws Error when no native build of uWebSockets.js works here. */
  constructor(routes: Iterable<Route>, options: HttpServerOptions, ports: HttpServerPorts) {
    const { uws, build } = loadUws();
    this.#uws = uws;
    this.build = build;
    this.#options = options;
    this.#ports = ports;
    this.#bodyLimit = options.bodyLimit ?? defaultBodyLimit;
    this.#hostname = options.allowExternalConnections ? '::' : (options.hostname ?? '127.0.0.1');
    this.#security = new Security(options, isLoopbackHost(urlHost(this.#hostname)));
    for (const route of routes) this.router.add(route);
  }

  /** Starts to listen. @throws Error when the port is taken or the address is not this machine's. */
  async listen(): Promise<{ url: string; port: number }> {
    const app = this.#uws.App();
    this.#app = app;
    app.any('/*', (response, request) => this.#accept(response, request));
    const { port } = this.#options;
    this.#socket =
      (await this.#tryListen(app, this.#hostname, port)) ??
      // A machine without IPv6.
      (this.#hostname === '::' ? await this.#tryListen(app, '0.0.0.0', port) : undefined);
    if (this.#socket === undefined) {
      app.close();
      this.#app = undefined;
      throw new Error(
        `Cannot listen on ${urlHost(this.#hostname)}:${port}: the port is taken or the address is not this machine's; ` +
          'choose another port (0 takes any free one)',
      );
    }
    const bound = this.#uws.us_socket_local_port(this.#socket);
    const shown =
      this.#hostname === '::' || this.#hostname === '0.0.0.0' ? '127.0.0.1' : urlHost(this.#hostname);
    return { url: `http://${shown}:${bound}`, port: bound };
  }

  /** Stops listening, ends the open responses in order, and closes what connections are left. */
  async close(): Promise<void> {
    if (this.#socket !== undefined) this.#uws.us_listen_socket_close(this.#socket);
    this.#socket = undefined;
    for (const open of [...this.#open]) open.end();
    // The ends of the streams leave first.
    await new Promise((resolve) => setImmediate(resolve));
    this.#app?.close();
    this.#app = undefined;
  }

  /** Answers as a request of its own would be answered: what a batch item gets. */
  dispatch(
    method: string,
    pathAndQuery: string,
    body: Json | undefined,
    clientId: string,
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
    };
    const failed = (error: unknown) => {
      const { status, message } = this.#describe(error);
      return { status, body: `{"error":${JSON.stringify(message)}}` };
    };
    try {
      const match = this.router.find(method, path);
      const answer = match.route.handle(new RoutedRequest(head, match, body));
      return answer instanceof Promise ? answer.then(itemAnswer, failed) : itemAnswer(answer);
    } catch (error) {
      return failed(error);
    }
  }

  #tryListen(app: ReturnType<Uws['App']>, host: string, port: number): Promise<UwsListenSocket | undefined> {
    return new Promise((resolve) => {
      app.listen(host, port, this.#uws.LIBUS_LISTEN_EXCLUSIVE_PORT, (socket) => resolve(socket || undefined));
    });
  }

  #accept(response: UwsResponse, request: UwsRequest): void {
    const method = request.getMethod().toUpperCase();
    const origin = request.getHeader('origin');
    const isOriginAllowed = origin === '' || this.#security.originAllowed(origin);
    const cors: Headers =
      origin === '' || !isOriginAllowed
        ? []
        : [
            ['Access-Control-Allow-Origin', origin],
            ['Vary', 'Origin'],
          ];
    const exchange = new Exchange(response, cors);
    try {
      if (!this.#security.hostAllowed(request.getHeader('host'))) {
        throw new ApiError(
          'forbidden',
          `the Host ${request.getHeader('host')} is not this service's; allow it with allowHosts`,
        );
      }
      if (!isOriginAllowed && method !== 'GET') {
        throw new ApiError('forbidden', `the Origin ${origin} is not allowed; allow it with allowOrigins`);
      }
      if (method === 'OPTIONS') return answerPreflight(exchange);
      this.#route(exchange, request, method);
    } catch (error) {
      this.#fail(exchange, error, method);
    }
  }

  #route(exchange: Exchange, request: UwsRequest, method: string): void {
    const path = request.getUrl();
    const { response } = exchange;
    const head: RequestHead = {
      method: method as Method,
      path,
      query: request.getQuery() ?? '',
      lastEventId: request.getHeader('last-event-id'),
      clientHeader: request.getHeader('x-client-id'),
      address: () => this.#addressOf(response, path),
    };
    if (this.#security.needsToken) this.#checkToken(request, head);
    const match = this.router.find(method, path);
    if (method === 'GET') return this.#handle(exchange, head, match, undefined);
    if (Number(request.getHeader('content-length')) > this.#bodyLimit) throw this.#tooLarge();
    exchange.watch();
    this.#collectBody(response, (body, error) => {
      if (exchange.isAborted) return;
      try {
        if (error !== undefined) throw error;
        this.#handle(exchange, head, match, parseBody(body));
      } catch (failure) {
        this.#fail(exchange, failure, method, match.route);
      }
    });
  }

  /** Event streams cannot send headers from a browser and may bring the token in the query. */
  #checkToken(request: UwsRequest, head: RequestHead): void {
    const inQuery = isStream(head.path) ? new URLSearchParams(head.query).get('access_token') : null;
    const token = bearerToken(request.getHeader('authorization')) ?? inQuery ?? undefined;
    if (this.#security.tokenAllowed(token)) return;
    throw new ApiError('unauthorized', 'send the token as Authorization: Bearer <token>', [
      ['WWW-Authenticate', 'Bearer'],
    ]);
  }

  #collectBody(response: UwsResponse, done: (body: Uint8Array, error?: ApiError) => void): void {
    let chunks: Buffer[] | undefined = [];
    let length = 0;
    response.onData((chunk, isLast) => {
      if (chunks === undefined) return;
      length += chunk.byteLength;
      if (length > this.#bodyLimit) {
        chunks = undefined;
        return done(new Uint8Array(), this.#tooLarge());
      }
      // The memory of a chunk is uWebSockets.js's own and gone after this call.
      if (isLast)
        return done(
          chunks.length === 0 ? new Uint8Array(chunk) : Buffer.concat([...chunks, new Uint8Array(chunk)]),
        );
      chunks.push(Buffer.from(new Uint8Array(chunk)));
    });
  }

  #tooLarge(): ApiError {
    return new ApiError('too-large', `the limit is ${this.#bodyLimit} bytes`);
  }

  #handle(exchange: Exchange, head: RequestHead, match: RouteMatch, body: Json | undefined): void {
    const answer = match.route.handle(new RoutedRequest(head, match, body));
    if (!(answer instanceof Promise)) return this.#answer(exchange, answer);
    if (head.method === 'GET') exchange.watch();
    answer.then(
      (late) => exchange.isAborted || this.#answer(exchange, late),
      (error: unknown) => exchange.isAborted || this.#fail(exchange, error, head.method, match.route),
    );
  }

  #answer(exchange: Exchange, answer: Answer): void {
    if (typeof answer === 'string') return exchange.send(200, jsonType, answer);
    if (isTakeover(answer)) {
      exchange.watch();
      return takeOver(exchange, answer, this.#open);
    }
    const { status = 200, contentType = jsonType, headers, body } = answer;
    if (typeof body === 'string' || body instanceof Uint8Array) {
      return exchange.send(status, contentType, body, headers);
    }
    exchange.watch();
    sendPieces(exchange, answer, body[Symbol.iterator](), this.#ports.now);
  }

  /**
   * `<address>:<port>` of a caller that names no client id. Where the native build does not tell the port, a running
   * number keeps streams apart, and all other requests of an address count as one caller.
   */
  #addressOf(response: UwsResponse, path: string): string {
    const address = Buffer.from(response.getRemoteAddressAsText()).toString();
    const port = response.getRemotePort?.() ?? (isStream(path) ? ++this.#streamNumber : 0);
    return `${address}:${port}`;
  }

  #fail(exchange: Exchange, error: unknown, method: string, route?: Route): void {
    const { status, message, headers } = this.#describe(error);
    const members = route?.errorMembers === undefined ? '' : `,${route.errorMembers}`;
    const body = method === 'HEAD' ? '' : `{"error":${JSON.stringify(message)}${members}}`;
    // What is left of a refused body is not read.
    exchange.send(status, jsonType, body, headers, status === 413);
  }

  #describe(error: unknown) {
    const answer = describeError(error);
    if (answer.status === 500) this.#ports.onException(error);
    return answer;
  }
}

function isStream(path: string): boolean {
  return path.toLowerCase() === '/api/stream';
}

function answerPreflight(exchange: Exchange): void {
  const { response } = exchange;
  response.cork(() => {
    response.writeStatus('204 No Content');
    for (const [name, value] of exchange.corsHeaders) response.writeHeader(name, value);
    response.writeHeader('Access-Control-Allow-Methods', corsMethods);
    response.writeHeader('Access-Control-Allow-Headers', corsHeaders);
    response.writeHeader('Access-Control-Max-Age', '86400');
    response.end();
  });
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
