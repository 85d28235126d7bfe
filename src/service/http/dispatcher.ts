import { promiseOf } from '../common/application-code.js';
import type { Answer, Json } from './api.js';
import { parseCount } from './bodies/count.js';
import { type ReceivedBodies, tooLarge, unsupportedEncoding } from './bodies/received-bodies.js';
import type { EngineRequest, Exchange } from './engines/engine.js';
import type { ReceivedHead } from './received-head.js';
import type { ResponseWriter } from './responses/response-writer.js';
import { type RequestHead, RoutedRequest } from './routed-request.js';
import type { RouteMatch, Router } from './router.js';
import type { Access } from './security/access.js';
import { requireRouteAccess } from './security/authorize.js';

/** Dispatches an admitted request to its route, and sends the response of the handler. */
export class RequestDispatcher {
  readonly #router: Router;
  readonly #responseWriter: ResponseWriter;
  readonly #bodies: ReceivedBodies;
  readonly #bodyLimit: number;

  constructor(router: Router, responseWriter: ResponseWriter, bodies: ReceivedBodies, bodyLimit: number) {
    this.#router = router;
    this.#responseWriter = responseWriter;
    this.#bodies = bodies;
    this.#bodyLimit = bodyLimit;
  }

  /**
   * Runs the route's handler once the body has been received.
   * @throws ApiError
   */
  serve(exchange: Exchange, request: EngineRequest, head: ReceivedHead, access: Access | undefined): void {
    const { method } = head;
    const match = this.#find(head, access);
    if (match.route.ignoresCaller !== true) head.readCaller();
    if (method === 'GET') return this.#handle(exchange, head, match, undefined, access);
    this.#checkBody(request);
    this.#bodies.read(exchange, this.#bodyLimit, (body, error) => {
      if (error === undefined) this.#parse(exchange, head, match, body, access);
      else if (!exchange.isAborted)
        this.#responseWriter.fail(exchange, error, method, head.path, match.route);
    });
  }

  /** Parses a body and runs the handler; every error becomes a response. */
  #parse(
    exchange: Exchange,
    head: RequestHead,
    match: RouteMatch,
    body: Uint8Array,
    access: Access | undefined,
  ): void {
    if (exchange.isAborted) return;
    try {
      this.#handle(exchange, head, match, this.#bodies.parse(body), access, body.byteLength);
    } catch (failure) {
      this.#responseWriter.fail(exchange, failure, head.method, head.path, match.route);
    }
  }

  /** Serves a request whose access is granted asynchronously; the body is received in the meantime. */
  serveLater(
    exchange: Exchange,
    request: EngineRequest,
    head: ReceivedHead,
    pendingAccess: Promise<Access | undefined>,
  ): void {
    let grant: { access: Access | undefined; match: RouteMatch } | undefined;
    const decision = pendingAccess.then((access) => {
      grant = { access, match: this.#find(head, access) };
    });
    const fail = (error: unknown) =>
      this.#responseWriter.fail(exchange, error, head.method, head.path, grant?.match.route);
    if (head.method === 'GET') {
      const handle = () =>
        exchange.isAborted || this.#handle(exchange, head, grant!.match, undefined, grant!.access);
      decision.then(handle).catch(fail);
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
      else this.#parse(exchange, head, grant!.match, body, grant!.access);
    };
    this.#bodies.read(exchange, this.#bodyLimit, onBody, decision);
  }

  #find({ method, path }: RequestHead, access: Access | undefined): RouteMatch {
    const match = this.#router.find(method, path);
    if (access !== undefined) requireRouteAccess(access, match);
    return match;
  }

  /**
   * Checks the length and the encoding that the headers announce.
   * @throws ApiError
   */
  #checkBody(request: EngineRequest): void {
    if (parseCount(request.getHeader('content-length')) > this.#bodyLimit) throw tooLarge(this.#bodyLimit);
    const coding = request.getHeader('content-encoding');
    if (coding !== '' && coding.toLowerCase() !== 'identity') throw unsupportedEncoding(coding);
  }

  #handle(
    exchange: Exchange,
    head: RequestHead,
    match: RouteMatch,
    body: Json | undefined,
    access: Access | undefined,
    bytes = 0,
  ): void {
    const request = new RoutedRequest(head, match, body, access, bytes);
    this.#respond(exchange, head, match, match.route.handle(request));
  }

  #respond(
    exchange: Exchange,
    head: RequestHead,
    match: RouteMatch,
    response: Answer | Promise<Answer>,
  ): void {
    const { route } = match;
    const pending = promiseOf(response);
    const isRead = head.method === 'GET';
    if (pending === undefined) {
      if (isRead) this.#responseWriter.sendRead(exchange, response as Answer, match);
      else this.#responseWriter.send(exchange, response as Answer, route);
      return;
    }
    pending
      .then((value) => exchange.isAborted || this.#responseWriter.send(exchange, value, route))
      // The promise may resolve to something that is not a response.
      .catch((error: unknown) => this.#responseWriter.fail(exchange, error, head.method, head.path, route));
  }
}
