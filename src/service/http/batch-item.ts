import { promiseOf } from '../application-code.js';
import type { Answer, Json, Method, Reply } from './api.js';
import { type RequestHead, RoutedRequest } from './request.js';
import type { ResponseWriter } from './responses/response-writer.js';
import type { Router } from './router.js';
import type { Access } from './security/access.js';
import { checkRoute } from './security/authorize.js';

/** Who has sent a batch. */
export interface BatchCaller {
  readonly clientId: string;
  readonly access: Access | undefined;
  /** Of its body, for each item. */
  readonly itemBytes: number;
}

/** What is echoed of an item; the body is JSON text. */
interface ItemAnswer {
  readonly status: number;
  readonly body: string;
}

/** An item in the place of a request: it names its caller as the batch does, and has no headers. */
class ItemHead implements RequestHead {
  readonly method: Method;
  readonly path: string;
  readonly query: string;
  readonly lastEventId = '';
  /** A batch is a POST, which such a page may not send. */
  readonly isForeignPage = false;
  readonly clientHeader: string;

  constructor(method: Method, pathAndQuery: string, clientId: string) {
    const question = pathAndQuery.indexOf('?');
    this.method = method;
    this.path = question < 0 ? pathAndQuery : pathAndQuery.slice(0, question);
    this.query = question < 0 ? '' : pathAndQuery.slice(question + 1);
    this.clientHeader = clientId;
  }

  header(): string {
    return '';
  }

  address(): string {
    return this.clientHeader;
  }

  remoteAddress(): string {
    return this.clientHeader;
  }
}

/** Answers items of batches as requests of their own would be answered. */
export class BatchItems {
  readonly #router: Router;
  readonly #responseWriter: ResponseWriter;

  constructor(router: Router, answers: ResponseWriter) {
    this.#router = router;
    this.#responseWriter = answers;
  }

  answer(
    method: string,
    pathAndQuery: string,
    body: Json | undefined,
    { clientId, access, itemBytes }: BatchCaller,
  ): ItemAnswer | Promise<ItemAnswer> {
    const head = new ItemHead(method as Method, pathAndQuery, clientId);
    try {
      const match = this.#router.find(method, head.path);
      if (access !== undefined) checkRoute(access, match.route);
      const answer = match.route.handle(new RoutedRequest(head, match, body, access, itemBytes));
      // What most handlers answer.
      if (typeof answer === 'string') return { status: 200, body: answer };
      const later = promiseOf(answer);
      if (later === undefined) return echo(answer as Answer);
      return later.then(echo).catch((error: unknown) => this.#failed(error, head));
    } catch (error) {
      return this.#failed(error, head);
    }
  }

  #failed(error: unknown, { method, path }: RequestHead): ItemAnswer {
    const { status, message } = this.#responseWriter.describe(error, method, path);
    return { status, body: `{"error":${JSON.stringify(message)}}` };
  }
}

function echo(answer: Answer): ItemAnswer {
  if (typeof answer === 'string') return { status: 200, body: answer };
  const { status = 200, body } = answer as Reply;
  return { status, body: typeof body === 'string' ? body : [...(body as Iterable<string>)].join('') };
}
