import {
  type EngineRequest,
  type Exchange,
  type Headers,
  type HttpEngine,
  ownPageHeaders,
} from './engines/engine.js';
import { type LoadedEngine, loadEngine } from './engines/load-engine.js';
import { ApiError } from './errors.js';
import { FileDescriptorWatch } from './file-descriptor-watch.js';
import { cannotListen } from './listen-error.js';
import type { PageChecks } from './received-request.js';
import type { AddressList } from './security/address-list.js';
import { quoted, RejectionLog } from './security/rejection-log.js';
import { originOf, Security, urlHost } from './security/security.js';
import { readTls } from './security/tls.js';
import type { EngineInfo, HttpServerOptions, HttpServerPorts } from './server-options.js';

const preflightHeaders: Headers = [
  ['Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE, PATCH, OPTIONS'],
  [
    'Access-Control-Allow-Headers',
    'Content-Type, Accept, X-Requested-With, X-Client-ID, Authorization, Last-Event-ID',
  ],
  ['Access-Control-Max-Age', '86400'],
];

export interface ListenOptions extends HttpServerOptions {
  /** True if other processes of the same program listen on this port too; the port must not be 0 then. */
  readonly sharesPort?: boolean | undefined;
}

/** Handles the requests that a listener accepts. */
export interface ListenerOwner {
  /** @throws any error; the listener passes it to `fail` */
  serve(exchange: Exchange, request: EngineRequest, method: string): void;
  fail(exchange: Exchange, error: unknown, method: string, path: string): void;
}

/**
 * Listens for HTTP requests and checks Origin, Host and address (wire.md section 1). Both the service's server and the
 * relay use it; authorization happens behind it.
 */
export class HttpListener implements PageChecks {
  readonly info: EngineInfo;
  readonly rejectionLog: RejectionLog;
  readonly engine: HttpEngine;
  readonly #options: ListenOptions;
  readonly #owner: ListenerOwner;
  readonly #security: Security;
  readonly #hostname: string;
  readonly #fileDescriptorWatch: FileDescriptorWatch;

  /** @throws EngineError if the selected engine does not work here */
  constructor(
    options: ListenOptions,
    ports: Pick<HttpServerPorts, 'now' | 'hostNow' | 'onWarning'>,
    owner: ListenerOwner,
  ) {
    const { engine, whyNotFaster, warnings } = engineOf(options.engine);
    this.engine = engine;
    this.info = { kind: engine.kind, build: engine.build, whyNotFaster };
    for (const warning of warnings) ports.onWarning?.(warning);
    this.#options = options;
    this.#owner = owner;
    this.#hostname = options.allowExternalConnections ? '::' : (options.hostname ?? '127.0.0.1');
    this.#security = new Security(options, { hostname: this.#hostname, isTls: options.tls !== undefined });
    this.rejectionLog = new RejectionLog((message) => ports.onWarning?.(message), ports.hostNow ?? ports.now);
    this.#fileDescriptorWatch = new FileDescriptorWatch((message) => this.rejectionLog.log(message));
  }

  /**
   * Starts to listen.
   * @throws CannotListenError if the port is taken or the address does not belong to this machine
   * @throws TlsError if the certificate cannot be used
   */
  async listen(): Promise<{ url: string; port: number }> {
    const { port, sharesPort } = this.#options;
    this.engine.onWarning = (message) => this.rejectionLog.log(message);
    const tls = this.#options.tls && readTls(this.#options.tls);
    const listen = (hostname: string) => this.engine.listen(hostname, port, this.#accept, tls, sharesPort);
    const bound =
      (await listen(this.#hostname)) ??
      // This machine may lack IPv6.
      (this.#hostname === '::' ? await listen('0.0.0.0') : undefined);
    if (bound === undefined) {
      this.engine.close();
      throw await cannotListen(this.#hostname, port, `${urlHost(this.#hostname)}:${port}`);
    }
    this.#fileDescriptorWatch.watch();
    const shown =
      this.#hostname === '::' || this.#hostname === '0.0.0.0' ? '127.0.0.1' : urlHost(this.#hostname);
    return { url: `${tls === undefined ? 'http' : 'https'}://${shown}:${bound}`, port: bound };
  }

  /** Stops accepting connections; open ones stay. */
  stopListening(): void {
    this.#fileDescriptorWatch.end();
    this.engine.stopListening();
  }

  readonly #accept = (exchange: Exchange, request: EngineRequest): void => {
    const method = request.getMethod();
    const isOriginAllowed = this.#allowOrigin(exchange, request);
    try {
      this.#check(exchange, request, method, isOriginAllowed);
      if (method === 'OPTIONS') return exchange.sendEmpty(204, preflightHeaders);
      this.#owner.serve(exchange, request, method);
    } catch (error) {
      this.#owner.fail(exchange, error, method, request.getUrl());
    }
  };

  /** Returns true if the origin is allowed, and then adds the CORS headers. */
  #allowOrigin(exchange: Exchange, request: EngineRequest): boolean {
    exchange.commonHeaders = ownPageHeaders;
    const origin = request.getHeader('origin');
    if (origin === '') return true;
    const isAllowed = this.#security.originAllowed(origin, request.getHeader('host'));
    if (isAllowed)
      exchange.commonHeaders = [
        ['Access-Control-Allow-Origin', origin],
        ['Vary', 'Origin'],
        ...crossOriginHeaders,
      ];
    return isAllowed;
  }

  /**
   * Returns true if a page whose origin is not allowed sent the request. Without an Origin, Sec-Fetch-Site decides;
   * over plain HTTP to other machines browsers send only a Referer.
   */
  isForeignPage(request: EngineRequest): boolean {
    const origin = request.getHeader('origin');
    if (origin !== '') return !this.#security.originAllowed(origin, request.getHeader('host'));
    const site = request.getHeader('sec-fetch-site');
    if (site !== '') return site === 'cross-site' || site === 'same-site';
    return request.getHeader('referer') !== '' && !this.#isRefererAllowed(request);
  }

  /** Lets an allowed page show an image. Browsers send no Origin for images, only a Referer. */
  allowShowing(exchange: Exchange, request: EngineRequest): void {
    if (request.getHeader('origin') === '' && this.#isRefererAllowed(request))
      exchange.commonHeaders = crossOriginHeaders;
  }

  #isRefererAllowed(request: EngineRequest): boolean {
    const referer = request.getHeader('referer');
    const origin = referer === '' ? undefined : originOf(referer);
    return origin !== undefined && this.#security.originAllowed(origin, request.getHeader('host'));
  }

  /** @throws ApiError `forbidden` if the address, the Host or the Origin is not allowed */
  #check(exchange: Exchange, request: EngineRequest, method: string, isOriginAllowed: boolean): void {
    const { addresses } = this.#security;
    if (addresses !== undefined) this.#checkAddress(addresses, exchange.remoteAddress());
    const host = request.getHeader('host');
    if (!this.#security.hostAllowed(host) && !(host === '' && request.mayLackHost === true)) {
      this.rejectionLog.log(
        `Refused a request for the host ${quoted(host)}: allow it with allowHosts (sim-host --allow-host)`,
      );
      throw new ApiError('forbidden', `the Host ${host} is not this service's; allow it with allowHosts`);
    }
    if (isOriginAllowed) return;
    const origin = request.getHeader('origin');
    const fix = 'allow it with allowOrigins (sim-host --allow-origin)';
    if (method === 'GET' || method === 'HEAD')
      return this.rejectionLog.log(
        `Answered a page of the origin ${quoted(origin)}, to which browsers do not show the answer: ${fix}`,
      );
    this.rejectionLog.log(`Refused a page of the origin ${quoted(origin)}: ${fix}`);
    throw new ApiError('forbidden', `the Origin ${origin} is not allowed; allow it with allowOrigins`);
  }

  #checkAddress(addresses: AddressList, address: string): void {
    if (addresses.has(address)) return;
    this.rejectionLog.log(
      `Refused the address ${quoted(address)}: allow it with allowAddresses (sim-host --allow)`,
    );
    throw new ApiError('forbidden', `the address ${address} is not allowed; allow it with allowAddresses`);
  }
}

const crossOriginHeaders: Headers = [['Cross-Origin-Resource-Policy', 'cross-origin']];

function engineOf(engine: HttpServerOptions['engine']): LoadedEngine {
  if (engine === undefined || typeof engine === 'string') return loadEngine(engine);
  return 'engine' in engine ? engine : { engine, whyNotFaster: undefined, warnings: [] };
}
