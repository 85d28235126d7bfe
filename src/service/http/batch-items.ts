import { promiseOf } from '../common/application-code.js';
import type { HandlerResponse, HttpResponse, Json, Method } from './api.js';
import { type BaseRequest, HeaderlessRequest } from './base-request.js';
import type { ResponseWriter } from './responses/response-writer.js';
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
    const request = new HeaderlessRequest(method as Method, pathAndQuery, clientId);
    try {
      const match = this.#router.find(method, request.path);
      if (access !== undefined) requireRouteAccess(access, match);
      request.match = match;
      request.access = access;
      request.body = body;
      request.bodyBytes = itemBytes;
      const response = match.route.handle(request);
      // Most handlers return JSON text.
      if (typeof response === 'string') return { status: 200, body: response };
      const pending = promiseOf(response);
      if (pending === undefined) return toItemResponse(response as HandlerResponse);
      return pending.then(toItemResponse).catch((error: unknown) => this.#errorResponse(error, request));
    } catch (error) {
      return this.#errorResponse(error, request);
    }
  }

  #errorResponse(error: unknown, { method, path }: BaseRequest): ItemResponse {
    const { status, message } = this.#responseWriter.reportAndDescribe(error, method, path);
    return { status, body: `{"error":${JSON.stringify(message)}}` };
  }
}

function toItemResponse(response: HandlerResponse): ItemResponse {
  if (typeof response === 'string') return { status: 200, body: response };
  const { status = 200, body } = response as HttpResponse;
  return { status, body: typeof body === 'string' ? body : [...(body as Iterable<string>)].join('') };
}
