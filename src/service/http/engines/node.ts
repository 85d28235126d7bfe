import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { ByteBudget } from '../../common/byte-budget.js';
import type { TlsFiles } from '../security/tls.js';
import {
  type EngineRequest,
  errorBody,
  type Headers,
  type HttpEngine,
  maxUnreadBytes,
  type RequestListener,
  warnUnreadResponses,
} from './engine.js';
import { closeGently, idleMs, NodeExchange } from './node-exchange.js';
import { NodeRequest, wrongVersion } from './node-request.js';
import { PipelineQueue } from './pipeline-queue.js';

/** Connections that the system queues until Node.js accepts them; further ones retry for a minute or more. */
const maxQueuedConnections = 4096;
/** Milliseconds for a TLS handshake or the head of a request, and for the whole request. */
const headMs = 10_000;
const requestMs = 300_000;
/** Milliseconds between checks of these limits. */
const checkEveryMs = 2000;
/** Bytes that a connection may buffer before `write` returns false: several frames of a busy stream. */
const highWaterMark = 64 * 1024;

/** The engine over node:http; it runs wherever Node.js does. */
export class NodeEngine implements HttpEngine {
  readonly kind = 'node';
  readonly build = `node:http (Node.js ${process.versions.node})`;
  onWarning: ((message: string) => void) | undefined;
  readonly #byteBudget = new ByteBudget<NodeExchange>(maxUnreadBytes, (exchange) => {
    warnUnreadResponses(this.onWarning);
    exchange.close();
  });
  #server: Server | undefined;

  listen(
    hostname: string,
    port: number,
    onRequest: RequestListener,
    tls?: TlsFiles,
    sharesPort = false,
  ): Promise<number | undefined> {
    const server = createNodeServer(onRequest, tls, this.#byteBudget);
    return new Promise((resolve) => {
      server.on('error', () => resolve(undefined));
      server.listen({ host: hostname, port, backlog: maxQueuedConnections, exclusive: !sharesPort }, () => {
        this.#server = server;
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : undefined);
      });
    });
  }

  headersOf(request: EngineRequest): Headers {
    return (request as NodeRequest).headerList();
  }

  stopListening(): void {
    this.#server?.close();
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server = undefined;
  }
}

function createNodeServer(
  onRequest: RequestListener,
  tls: TlsFiles | undefined,
  unread: ByteBudget<NodeExchange>,
): Server {
  const options = {
    IncomingMessage: NodeRequest,
    highWaterMark,
    keepAliveTimeout: idleMs,
    headersTimeout: headMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkEveryMs,
    noDelay: true,
    // Checked in `NodeRequest.problem`, so that the error has the common form.
    requireHostHeader: false,
  };
  const serve = (request: NodeRequest, response: ServerResponse) => {
    const queue = PipelineQueue.of(request.socket);
    // Reads the request, so that the client receives the response before it.
    if (queue.isClosing) return void request.resume();
    queue.add(() => {
      const exchange = new NodeExchange(request, response, queue.next, unread);
      const reason = request.problem();
      const status = reason === wrongVersion ? 505 : 400;
      if (reason === undefined) onRequest(exchange, request);
      else exchange.send(status, 'application/json; charset=utf-8', errorBody(reason), [], true);
      return exchange;
    });
  };
  const server =
    tls === undefined
      ? createServer(options, serve)
      : createSecureServer(
          {
            ...options,
            cert: tls.certText,
            key: tls.keyText,
            passphrase: tls.passphrase,
            handshakeTimeout: headMs,
          },
          serve,
        );
  // Other expectations are ignored, as a server may do (RFC 9110, 10.1.1).
  server.on('checkExpectation', serve);
  // A client that has closed its side may still read responses.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    // node:http no longer handles this connection or its errors.
    socket.on('error', () => socket.destroy());
    socket.resume();
    refuse(socket, 405, 'CONNECT is not served');
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // Data after a request with `Connection: close` is ignored.
    if (error.code === 'HPE_CLOSED_CONNECTION') return;
    if (error.code !== 'ECONNRESET') refuse(socket, ...describeClientError(error));
    else socket.destroy();
  });
  return server;
}

/** Answers an invalid request in its turn, and closes the connection. */
function refuse(socket: Socket, status: number, reason: string): void {
  PipelineQueue.of(socket).refuse(() => {
    if (!socket.writable) return;
    const body = errorBody(reason);
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
    closeGently(socket);
  });
}

function describeClientError(error: NodeJS.ErrnoException): [status: number, reason: string] {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return [431, 'the headers are too long'];
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return [413, 'the extensions of a chunk are too long'];
    case 'HPE_INVALID_VERSION':
      return [505, wrongVersion];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'the request did not come in time'];
    default:
      return [400, `this is not HTTP: ${(error as { reason?: string }).reason ?? error.message}`];
  }
}
