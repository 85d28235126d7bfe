import { promiseOf } from '../common/application-code.js';
import type { Answer, Json, Method, Reply } from './api.js';
import type { ResponseWriter } from './responses/response-writer.js';
import { type RequestHead, RoutedRequest } from './routed-request.js';
import type { Router } from './router.js';
import type { Access } from './security/access.js';
import { requireRouteAccess } from './security/authorize.js';

/** The caller of a batch. */
export interface BatchCaller {
  readonly clientId: string;
  readonly access: Access | undefined;
  /** Body bytes per item. */
  readonly itemBytes: number;
}

/** The response to an item, as a batch echoes it. */
export interface ItemResponse {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
}

/** The request head of an item: it has the client id of the batch and no headers. */
class ItemHead implements RequestHead {
  readonly method: Method;
  readonly path: string;
  readonly query: string;
  readonly lastEventId = '';
  /** A batch is a POST, which a foreign page may not send. */
  readonly isForeignPage = false;
  readonly clientHeader: string;

  constructor(method: Method, pathAndQuery: string, clientId: string) {
    const queryAt = pathAndQuery.indexOf('?');
    this.method = method;
    this.path = queryAt < 0 ? pathAndQuery : pathAndQuery.slice(0, queryAt);
    this.query = queryAt < 0 ? '' : pathAndQuery.slice(queryAt + 1);
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

/** Runs batch items exactly like single requests. */
export class BatchItems {
  readonly #router: Router;
  readonly #responseWriter: ResponseWriter;

  constructor(router: Router, responseWriter: ResponseWriter) {
    this.#router = router;
    this.#responseWriter = responseWriter;
  }

  respond(
    method: string,
    pathAndQuery: string,
    body: Json | undefined,
    { clientId, access, itemBytes }: BatchCaller,
  ): ItemResponse | Promise<ItemResponse> {
    const head = new ItemHead(method as Method, pathAndQuery, clientId);
    try {
      const match = this.#router.find(method, head.path);
      if (access !== undefined) requireRouteAccess(access, match);
      const response = match.route.handle(new RoutedRequest(head, match, body, access, itemBytes));
      // Most handlers return JSON text.
      if (typeof response === 'string') return { status: 200, body: response };
      const pending = promiseOf(response);
      if (pending === undefined) return toItemResponse(response as Answer);
      return pending.then(toItemResponse).catch((error: unknown) => this.#errorResponse(error, head));
    } catch (error) {
      return this.#errorResponse(error, head);
    }
  }

  #errorResponse(error: unknown, { method, path }: RequestHead): ItemResponse {
    const { status, message } = this.#responseWriter.describe(error, method, path);
    return { status, body: `{"error":${JSON.stringify(message)}}` };
  }
}

function toItemResponse(response: Answer): ItemResponse {
  if (typeof response === 'string') return { status: 200, body: response };
  const { status = 200, body } = response as Reply;
  return { status, body: typeof body === 'string' ? body : [...(body as Iterable<string>)].join('') };
}
