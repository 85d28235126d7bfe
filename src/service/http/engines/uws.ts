import { STATUS_CODES, validateHeaderValue } from 'node:http';
import type { TlsFiles } from '../tls.js';
import { plainAddress } from './address.js';
import type { AbortListener, Exchange, Headers, HttpEngine, RequestListener } from './engine.js';
import type { LoadedUws } from './uws-binary.js';
import type { Uws, UwsApp, UwsListenSocket, UwsResponse } from './uws-types.js';

/** The engine over uWebSockets.js. */
export class UwsEngine implements HttpEngine {
  readonly kind = 'uws';
  readonly build: string;
  readonly #uws: Uws;
  #app: UwsApp | undefined;
  #socket: UwsListenSocket | undefined;
  #onRequest: RequestListener | undefined;

  constructor({ uws, build }: LoadedUws) {
    this.#uws = uws;
    this.build = build;
  }

  listen(
    hostname: string,
    port: number,
    onRequest: RequestListener,
    tls?: TlsFiles,
  ): Promise<number | undefined> {
    const uws = this.#uws;
    this.#onRequest = onRequest;
    // uWebSockets.js never lets go of a handler: it must not hold the service, which may be one of many in its process.
    this.#app ??= appOf(uws, tls).any('/*', (response, request) =>
      this.#onRequest?.(new UwsExchange(response), request),
    );
    const app = this.#app;
    return new Promise((resolve) => {
      app.listen(hostname, port, uws.LIBUS_LISTEN_EXCLUSIVE_PORT, (socket) => {
        if (socket === false) return resolve(undefined);
        this.#socket = socket;
        resolve(uws.us_socket_local_port(socket));
      });
    });
  }

  stopListening(): void {
    if (this.#socket !== undefined) this.#uws.us_listen_socket_close(this.#socket);
    this.#socket = undefined;
  }

  close(): void {
    this.#app?.close();
    this.#app = undefined;
    this.#onRequest = undefined;
  }
}

function appOf(uws: Uws, tls: TlsFiles | undefined): UwsApp {
  if (tls === undefined) return uws.App();
  const { cert, key, passphrase } = tls;
  return uws.SSLApp({
    cert_file_name: cert,
    key_file_name: key,
    ...(passphrase !== undefined && { passphrase }),
  });
}

/** A response of uWebSockets.js with what must be known of it after its handler has returned: every use after an abort throws. */
class UwsExchange implements Exchange {
  commonHeaders: Headers = [];
  isAborted = false;
  readonly #response: UwsResponse;
  #isWatched = false;
  #abortListener: AbortListener | undefined;

  constructor(response: UwsResponse) {
    this.#response = response;
  }

  watch(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    this.#response.onAborted(() => {
      this.isAborted = true;
      this.#abortListener?.aborted();
    });
  }

  onAborted(listener: AbortListener): void {
    this.#abortListener = listener;
  }

  onData(handler: (piece: Uint8Array, isLast: boolean) => void): void {
    // The memory of a chunk is uWebSockets.js's own and gone after the call.
    this.#response.onData((chunk, isLast) =>
      handler(new Uint8Array(isLast ? chunk : chunk.slice(0)), isLast),
    );
  }

  send(
    status: number,
    contentType: string,
    body: string | Uint8Array,
    headers?: Headers,
    close = false,
  ): void {
    checkHeaders(headers);
    this.#response.cork(() => {
      this.#writeHead(status, contentType, headers);
      this.#response.end(body, close);
    });
  }

  sendEmpty(status: number, headers: Headers): void {
    this.#response.cork(() => {
      this.#writeHead(status, '', headers);
      this.#response.end();
    });
  }

  begin(status: number, contentType: string, headers: Headers | undefined): void {
    checkHeaders(headers);
    this.#writeHead(status, contentType, headers);
  }

  write(piece: string | Uint8Array): boolean {
    return this.#response.write(piece);
  }

  onWritable(listener: () => void): void {
    this.#response.onWritable(() => {
      listener();
      return true;
    });
  }

  cork(work: () => void): void {
    this.#response.cork(work);
  }

  end(): void {
    this.#response.end();
  }

  close(): void {
    this.#response.close();
  }

  remoteAddress(): string {
    return plainAddress(Buffer.from(this.#response.getRemoteAddressAsText()).toString());
  }

  remotePort(): number | undefined {
    return this.#response.getRemotePort?.();
  }

  /** Status line and headers; inside a cork. */
  #writeHead(status: number, contentType: string, headers: Headers = []): void {
    const response = this.#response;
    if (status !== 200) response.writeStatus(`${status} ${STATUS_CODES[status] ?? ''}`);
    if (contentType !== '') response.writeHeader('Content-Type', contentType);
    for (const [name, value] of headers) response.writeHeader(name, value);
    for (const [name, value] of this.commonHeaders) response.writeHeader(name, value);
  }
}

/** @throws TypeError for a value that would end its line, before anything of the answer has been written */
function checkHeaders(headers: Headers = []): void {
  for (const [name, value] of headers) validateHeaderValue(name, value);
}
