import { ByteBudget } from '../../common/byte-budget.js';
import type { TlsFiles } from '../security/tls.js';
import { CorkBudget } from './cork-budget.js';
import {
  type EngineRequest,
  type Headers,
  type HttpEngine,
  maxUnreadBytes,
  type RequestListener,
  warnUnreadResponses,
} from './engine.js';
import { freePort } from './free-port.js';
import { UwsExchange, type UwsShared } from './uws-exchange.js';
import type { LoadedUws } from './uws-load.js';
import { UwsHead } from './uws-request.js';
import type { Uws, UwsApp, UwsListenSocket, UwsResponse } from './uws-types.js';

/** Maximum attempts to use a free port, because another process may take it first. */
const maxFreePortTries = 8;

/** The engine over uWebSockets.js. */
export class UwsEngine implements HttpEngine {
  readonly kind = 'uws';
  readonly build: string;
  readonly #uws: Uws;
  onWarning: ((message: string) => void) | undefined;
  readonly #shared: UwsShared = {
    unread: new ByteBudget<UwsResponse>(maxUnreadBytes, (response) => {
      warnUnreadResponses(this.onWarning);
      response.close();
    }),
    corkBudget: new CorkBudget(),
  };
  #app: UwsApp | undefined;
  #socket: UwsListenSocket | undefined;
  #onRequest: RequestListener | undefined;

  constructor({ uws, build }: LoadedUws) {
    this.#uws = uws;
    this.build = build;
  }

  async listen(
    hostname: string,
    port: number,
    onRequest: RequestListener,
    tls?: TlsFiles,
    sharesPort = false,
  ): Promise<number | undefined> {
    this.#onRequest = onRequest;
    this.#app ??= this.#registerRoutes(createApp(this.#uws, tls));
    // On Linux, 0 shares the port.
    const options = sharesPort ? 0 : this.#uws.LIBUS_LISTEN_EXCLUSIVE_PORT;
    if (port !== 0) return this.#bind(this.#app, hostname, port, options);
    for (let tries = 0; tries < maxFreePortTries; tries++) {
      const free = await freePort(hostname);
      if (free === undefined) return undefined;
      const bound = await this.#bind(this.#app, hostname, free, options);
      if (bound !== undefined) return bound;
    }
    return undefined;
  }

  /**
   * Registers a route per method, which is cheaper than asking for the method. uWebSockets.js never releases a handler,
   * so it must not refer to the service.
   */
  #registerRoutes(app: UwsApp): UwsApp {
    return app
      .get('/*', (response, request) => this.#serve(response, new UwsHead(request, 'GET')))
      .put('/*', (response, request) => this.#serve(response, new UwsHead(request, 'PUT')))
      .post('/*', (response, request) => this.#serve(response, new UwsHead(request, 'POST')))
      .any('/*', (response, request) => {
        this.#serve(response, new UwsHead(request, request.getMethod().toUpperCase()));
      });
  }

  #serve(response: UwsResponse, head: UwsHead): void {
    const exchange = new UwsExchange(response, head, this.#shared);
    const onRequest = this.#onRequest;
    // The server is closing.
    if (onRequest === undefined) return exchange.close();
    try {
      if (head.problem === undefined) onRequest(exchange, head);
      else exchange.refuse(head.problem, head.problemStatus);
    } finally {
      exchange.returned();
    }
  }

  /**
   * Listens on a given port. Only with a given port does uWebSockets.js reuse an address whose old connections linger.
   */
  #bind(app: UwsApp, hostname: string, port: number, options: number): Promise<number | undefined> {
    const uws = this.#uws;
    return new Promise((resolve) => {
      app.listen(hostname, port, options, (socket) => {
        if (socket === false) return resolve(undefined);
        this.#socket = socket;
        resolve(uws.us_socket_local_port(socket));
      });
    });
  }

  headersOf(request: EngineRequest): Headers {
    return (request as UwsHead).all();
  }

  stopListening(): void {
    if (this.#socket !== undefined) this.#uws.us_listen_socket_close(this.#socket);
    this.#socket = undefined;
  }

  close(): void {
    this.#app?.close();
    this.#app = undefined;
    this.#onRequest = undefined;
    this.onWarning = undefined;
  }
}

function createApp(uws: Uws, tls: TlsFiles | undefined): UwsApp {
  if (tls === undefined) return uws.App();
  const { cert, key, passphrase } = tls;
  return uws.SSLApp({
    cert_file_name: cert,
    key_file_name: key,
    ...(passphrase !== undefined && { passphrase }),
  });
}
