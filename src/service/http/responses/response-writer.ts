import { TextEncoder } from 'node:util';
import { isUint8Array } from 'node:util/types';
import type { HandlerResponse, HttpResponse, ResponseTakeover, Route } from '../api.js';
import type { Exchange } from '../engines/engine.js';
import { describeError, type ErrorResponse } from '../errors.js';
import type { RouteMatch, Router } from '../router.js';
import type { HttpServerPorts } from '../server-options.js';
import { jsonType, type OpenStream, sendPieces, takeOver } from './stream-response.js';
import { validateResponse } from './validate-response.js';

const encoder = new TextEncoder();

/** Maximum characters of a cached response text; as many are cached as paths. */
const maxCachedChars = 2048;

/** Sends the responses of handlers, and their errors in the format of wire.md section 1. */
export class ResponseWriter {
  readonly #router: Router;
  readonly #ports: HttpServerPorts;
  readonly #open = new Set<OpenStream>();

  constructor(router: Router, ports: HttpServerPorts) {
    this.#router = router;
    this.#ports = ports;
  }

  /** @throws Error if the response is not valid */
  send(exchange: Exchange, response: HandlerResponse, { method, path }: Route): void {
    if (typeof response === 'string') return exchange.send(200, jsonType, response);
    if (isPlainBytes(response)) return exchange.send(200, jsonType, response.body);
    validateResponse(response);
    const onException = (error: unknown) => this.#ports.onException(error, `${method} ${path}`);
    if (isTakeover(response))
      return exchange.isHead
        ? sendHead(exchange, response)
        : takeOver(exchange, response, this.#open, onException);
    const { status = 200, contentType = jsonType, headers, body } = response;
    if (typeof body === 'string' || isUint8Array(body)) {
      return exchange.send(status, contentType, body, headers);
    }
    if (exchange.isHead) return sendHead(exchange, response);
    sendPieces(exchange, response, body[Symbol.iterator](), { now: this.#ports.now, onException });
  }

  /**
   * Sends the response to a GET. A text that equals the previous one is sent as cached bytes if the engine prefers
   * them.
   */
  sendRead(exchange: Exchange, response: HandlerResponse, match: RouteMatch): void {
    if (typeof response !== 'string' || !exchange.prefersBytes)
      return this.send(exchange, response, match.route);
    const { cachedText: cached } = match;
    if (cached !== undefined && cached.text === response) {
      cached.bytes ??= encoder.encode(response);
      return exchange.send(200, jsonType, cached.bytes);
    }
    match.cachedText = response.length <= maxCachedChars ? { text: response, bytes: undefined } : undefined;
    exchange.send(200, jsonType, response);
  }

  fail(exchange: Exchange, error: unknown, method: string, path: string, route?: Route): void {
    const { status, message, headers, closes } = this.reportAndDescribe(error, method, path);
    const members = route?.errorMembers === undefined ? '' : `,${route.errorMembers}`;
    const body = `{"error":${JSON.stringify(message)}${members}}`;
    if (exchange.isAborted) return;
    try {
      exchange.send(status, jsonType, body, headers, closes);
    } catch {
      // The application's response has begun with an invalid header, so it can only be broken off.
      exchange.close();
    }
  }

  /** Reports an unknown error as an exception of the application, and returns the response for an error. */
  reportAndDescribe(error: unknown, method: string, path: string): ErrorResponse {
    const response = describeError(error);
    if (response.status === 500) {
      this.#ports.onException(error, `${method} ${this.#router.patternOf(method, path) ?? path}`);
    }
    return response;
  }

  /** Ends the open responses in order. */
  end(): void {
    for (const open of [...this.#open]) open.end();
  }
}

/** Answers a HEAD request without producing the body. */
function sendHead(
  exchange: Exchange,
  { status = 200, contentType = jsonType, headers }: HttpResponse | ResponseTakeover,
): void {
  exchange.begin(status, contentType, headers, 'unknown');
  exchange.end();
}

/** True for a plain JSON body of cached bytes, which needs no further checks. */
function isPlainBytes(
  response: HttpResponse | ResponseTakeover,
): response is HttpResponse & { readonly body: Uint8Array } {
  if (typeof response !== 'object' || response === null || isTakeover(response)) return false;
  const { status, contentType, headers, body } = response;
  const isPlain = status === undefined && contentType === undefined && headers === undefined;
  return isPlain && isUint8Array(body);
}

function isTakeover(response: HttpResponse | ResponseTakeover): response is ResponseTakeover {
  return 'open' in response;
}
