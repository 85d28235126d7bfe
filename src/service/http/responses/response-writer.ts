import { TextEncoder } from 'node:util';
import { isUint8Array } from 'node:util/types';
import type { Answer, Reply, Route, Takeover } from '../api.js';
import type { AnswerLength, Exchange } from '../engines/engine.js';
import { describeError, type ErrorAnswer } from '../errors.js';
import type { RouteMatch, Router } from '../router.js';
import type { HttpServerPorts } from '../server-options.js';
import { jsonType, lengthOf, type OpenStream, sendPieces, takeOver } from './reply.js';
import { validateResponse } from './validate-response.js';

const encoder = new TextEncoder();

/** Of longer texts none is kept for the next who reads it: there are as many as paths are remembered. */
const longestKept = 2048;

/** Sends what handlers answer, and what they throw in the form of wire.md section 1. */
export class ResponseWriter {
  readonly #router: Router;
  readonly #ports: HttpServerPorts;
  readonly #open = new Set<OpenStream>();

  constructor(router: Router, ports: HttpServerPorts) {
    this.#router = router;
    this.#ports = ports;
  }

  /** @throws TypeError for what is no answer */
  send(exchange: Exchange, answer: Answer, { method, path }: Route): void {
    if (typeof answer === 'string') return exchange.send(200, jsonType, answer);
    if (areBytesAlone(answer)) return exchange.send(200, jsonType, answer.body);
    validateResponse(answer);
    const onException = (error: unknown) => this.#ports.onException(error, `${method} ${path}`);
    if (isTakeover(answer))
      return exchange.isHead
        ? sendHead(exchange, answer)
        : takeOver(exchange, answer, this.#open, onException);
    const { status = 200, contentType = jsonType, headers, body } = answer;
    if (typeof body === 'string' || isUint8Array(body)) {
      return exchange.send(status, contentType, body, headers);
    }
    if (exchange.isHead) return sendHead(exchange, answer, lengthOf(answer));
    sendPieces(exchange, answer, body[Symbol.iterator](), { now: this.#ports.now, onException });
  }

  /** The same of what is read: a text that is the one of the time before goes out from bytes, where the engine sends those sooner. */
  sendRead(exchange: Exchange, answer: Answer, match: RouteMatch): void {
    if (typeof answer !== 'string' || !exchange.prefersBytes) return this.send(exchange, answer, match.route);
    const { read } = match;
    if (read !== undefined && read.text === answer) {
      read.bytes ??= encoder.encode(answer);
      return exchange.send(200, jsonType, read.bytes);
    }
    match.read = answer.length <= longestKept ? { text: answer, bytes: undefined } : undefined;
    exchange.send(200, jsonType, answer);
  }

  fail(exchange: Exchange, error: unknown, method: string, path: string, route?: Route): void {
    const { status, message, headers, closes } = this.describe(error, method, path);
    const members = route?.errorMembers === undefined ? '' : `,${route.errorMembers}`;
    const body = `{"error":${JSON.stringify(message)}${members}}`;
    if (exchange.isAborted) return;
    try {
      exchange.send(status, jsonType, body, headers, closes);
    } catch {
      // An answer of the application has begun that cannot be told, with a header that is none: it is broken off.
      exchange.close();
    }
  }

  /** What is told of an error; one that nobody has foreseen is an exception of the application. */
  describe(error: unknown, method: string, path: string): ErrorAnswer {
    const answer = describeError(error);
    if (answer.status === 500) {
      this.#ports.onException(error, `${method} ${this.#router.patternOf(method, path) ?? path}`);
    }
    return answer;
  }

  /** Ends the answers that have no end of their own, in order. */
  end(): void {
    for (const open of [...this.#open]) open.end();
  }
}

/** Of an answer whose body is not made for it. */
function sendHead(
  exchange: Exchange,
  { status = 200, contentType = jsonType, headers }: Reply | Takeover,
  length: AnswerLength = 'unknown',
): void {
  exchange.begin(status, contentType, headers, length);
  exchange.end();
}

/** What is kept ready goes out without a look at what it could be else. */
function areBytesAlone(answer: Reply | Takeover): answer is Reply & { readonly body: Uint8Array } {
  if (typeof answer !== 'object' || answer === null || isTakeover(answer)) return false;
  const { status, contentType, headers, body } = answer;
  const isPlain = status === undefined && contentType === undefined && headers === undefined;
  return isPlain && isUint8Array(body);
}

function isTakeover(answer: Reply | Takeover): answer is Takeover {
  return 'open' in answer;
}
