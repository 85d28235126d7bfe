import { promiseOf } from '../application-code.js';
import type { Answer, Json } from './api.js';
import { encoded, type ReceivedBodies, tooLarge } from './bodies/body.js';
import { countOf } from './bodies/count.js';
import type { EngineRequest, Exchange } from './engines/engine.js';
import type { ReceivedHead } from './received-head.js';
import { type RequestHead, RoutedRequest } from './request.js';
import type { ResponseWriter } from './responses/response-writer.js';
import type { RouteMatch, Router } from './router.js';
import type { Access } from './security/access.js';
import { checkRoute } from './security/authorize.js';

/** Dispatches an admitted request to its route, and sends the response of the handler. */
export class RequestDispatcher {
  readonly #router: Router;
  readonly #responseWriter: ResponseWriter;
  readonly #bodies: ReceivedBodies;
  readonly #bodyLimit: number;

  constructor(router: Router, answers: ResponseWriter, bodies: ReceivedBodies, bodyLimit: number) {
    this.#router = router;
    this.#responseWriter = answers;
    this.#bodies = bodies;
    this.#bodyLimit = bodyLimit;
  }

  /** Finds the handler, and gives it the request once its body is there. @throws ApiError */
  serve(exchange: Exchange, request: EngineRequest, head: ReceivedHead, access: Access | undefined): void {
    const { method } = head;
    const match = this.#find(head, access);
    if (match.route.asksNobody !== true) head.keep();
    if (method === 'GET') return this.#handle(exchange, head, match, undefined, access);
    this.#checkBody(request);
    this.#bodies.read(exchange, this.#bodyLimit, (body, error) => {
      if (error === undefined) this.#parse(exchange, head, match, body, access);
      else if (!exchange.isAborted)
        this.#responseWriter.fail(exchange, error, method, head.path, match.route);
    });
  }

  /** Throws nothing. */
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

  /** The same once the application has made up its mind; the body is received meanwhile. */
  serveLater(
    exchange: Exchange,
    request: EngineRequest,
    head: ReceivedHead,
    deciding: Promise<Access | undefined>,
  ): void {
    let granted: { access: Access | undefined; match: RouteMatch } | undefined;
    const decision = deciding.then((access) => {
      granted = { access, match: this.#find(head, access) };
    });
    const fail = (error: unknown) =>
      this.#responseWriter.fail(exchange, error, head.method, head.path, granted?.match.route);
    if (head.method === 'GET') {
      const handle = () =>
        exchange.isAborted || this.#handle(exchange, head, granted!.match, undefined, granted!.access);
      decision.then(handle).catch(fail);
      return;
    }
    decision.catch(fail);
    // What is wrong with the body is told to those alone who may send one.
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
    const taken = (body: Uint8Array, error?: unknown) => {
      if (error !== undefined) failThen(error);
      else this.#parse(exchange, head, granted!.match, body, granted!.access);
    };
    this.#bodies.read(exchange, this.#bodyLimit, taken, decision);
  }

  #find({ method, path }: RequestHead, access: Access | undefined): RouteMatch {
    const match = this.#router.find(method, path);
    if (access !== undefined) checkRoute(access, match.route);
    return match;
  }

  /** Looks at what the head says of the body. @throws ApiError */
  #checkBody(request: EngineRequest): void {
    if (countOf(request.getHeader('content-length')) > this.#bodyLimit) throw tooLarge(this.#bodyLimit);
    const coding = request.getHeader('content-encoding');
    if (coding !== '' && coding.toLowerCase() !== 'identity') throw encoded(coding);
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
    this.#send(exchange, head, match, match.route.handle(request));
  }

  #send(exchange: Exchange, head: RequestHead, match: RouteMatch, answer: Answer | Promise<Answer>): void {
    const { route } = match;
    const later = promiseOf(answer);
    const isRead = head.method === 'GET';
    if (later === undefined) {
      if (isRead) this.#responseWriter.sendRead(exchange, answer as Answer, match);
      else this.#responseWriter.send(exchange, answer as Answer, route);
      return;
    }
    later
      .then((late) => exchange.isAborted || this.#responseWriter.send(exchange, late, route))
      // What was given may be no answer, too.
      .catch((error: unknown) => this.#responseWriter.fail(exchange, error, head.method, head.path, route));
  }
}
