import type { EngineRequest, Exchange, Headers, HttpEngine, RequestListener } from 'sim-host';

/** An answer as it was received. */
export interface Arrived {
  readonly status: number;
  readonly body: string;
}

/** An HTTP engine without sockets, in which a request is a call; everything else is the real service. */
export class MemoryEngine implements HttpEngine {
  readonly kind = 'node';
  readonly build = 'in memory';
  #onRequest: RequestListener | undefined;

  async listen(_hostname: string, _port: number, onRequest: RequestListener): Promise<number> {
    this.#onRequest = onRequest;
    return 1;
  }

  stopListening(): void {}

  close(): void {
    this.#onRequest = undefined;
  }

  request(method: string, url: string, body?: string): Promise<Arrived> {
    return new Promise((resolve) => this.#send(method, url, body, new MemoryExchange(body, resolve)));
  }

  /** Opens a stream; `onText` receives its text. */
  connect(url: string, onText: (text: string) => void): void {
    this.#send('GET', url, undefined, new MemoryExchange(undefined, () => {}, onText));
  }

  #send(method: string, url: string, body: string | undefined, exchange: MemoryExchange): void {
    const [path = '', query = ''] = url.split(/\?(.*)/s);
    const headers: Readonly<Record<string, string>> = {
      host: 'localhost',
      'x-client-id': 'model-based',
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    };
    const request: EngineRequest = {
      getMethod: () => method,
      getUrl: () => path,
      getQuery: () => query,
      getHeader: (name) => headers[name] ?? '',
    };
    this.#onRequest!(exchange, request);
  }
}

class MemoryExchange implements Exchange {
  commonHeaders: Headers = [];
  readonly isAborted = false;
  readonly #body: string | undefined;
  readonly #done: (answer: Arrived) => void;
  readonly #onText: ((text: string) => void) | undefined;
  #status = 0;
  #pieces = '';

  constructor(body: string | undefined, done: (answer: Arrived) => void, onText?: (text: string) => void) {
    this.#body = body;
    this.#done = done;
    this.#onText = onText;
  }

  onData(handler: (piece: Uint8Array, isLast: boolean) => void): void {
    handler(Buffer.from(this.#body ?? ''), true);
  }

  send(status: number, _contentType: string, body: string | Uint8Array): void {
    this.#done({ status, body: textOf(body) });
  }

  sendEmpty(status: number): void {
    this.#done({ status, body: '' });
  }

  begin(status: number): void {
    this.#status = status;
  }

  write(piece: string | Uint8Array): boolean {
    if (this.#onText === undefined) this.#pieces += textOf(piece);
    else this.#onText(textOf(piece));
    return true;
  }

  end(): void {
    this.#done({ status: this.#status, body: this.#pieces });
  }

  watch(): void {}
  onAborted(): void {}
  onWritable(): void {}
  close(): void {}
  remoteAddress = () => '127.0.0.1';
  remotePort = () => 1;
}

function textOf(piece: string | Uint8Array): string {
  return typeof piece === 'string' ? piece : Buffer.from(piece).toString('utf8');
}
