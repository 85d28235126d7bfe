import { describePath } from '../describe-path.js';
import { ExposedError } from '../exposed-error.js';
import type { Access } from '../http/access.js';
import type { Answer, ApiRequest, Handler, Route } from '../http/api.js';
import { tailBelow } from '../http/route-path.js';
import { isJsonObject, type Json, stringifyJson } from '../json.js';

/** What a request answers, as a batch echoes it. */
export interface ItemAnswer {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
}

/** Answers one item as the request that it stands for would have been answered alone. */
export type Dispatch = (
  method: string,
  path: string,
  body: Json | undefined,
  clientId: string,
  access: Access | undefined,
) => ItemAnswer | Promise<ItemAnswer>;

/** Whose items they are. */
type Caller = Pick<ApiRequest, 'clientId' | 'access'>;

/** True for the routes that an item may name. */
function isItemPath(path: string): boolean {
  return ['/exposed/object/', '/exposed/function/'].some(
    (prefix) => tailBelow(prefix, 2, path) !== undefined,
  );
}

/**
 * `POST /exposed/batch`: items run in order, an item fails alone (END-7 to 12). Everything happens in one turn on the
 * main thread, so within one frame; only a function that answers later makes the items behind it wait.
 */
export class BatchHandler implements Handler {
  readonly routes: readonly Route[];
  readonly #dispatch: Dispatch;

  constructor(dispatch: Dispatch) {
    this.#dispatch = dispatch;
    this.routes = [
      {
        method: 'POST',
        path: '/exposed/batch',
        handle: (request) => this.#run(request),
        errorMembers: '"responses":[]',
      },
    ];
  }

  #run(request: ApiRequest): Answer | Promise<Answer> {
    const { body } = request;
    const items = isJsonObject(body) && Object.hasOwn(body, 'requests') ? body.requests : undefined;
    if (!Array.isArray(items)) {
      throw new ExposedError('invalid-request', 'the body must be {"requests": […]}');
    }
    return this.#runFrom(items, 0, [], request);
  }

  #runFrom(items: readonly Json[], start: number, done: string[], caller: Caller): string | Promise<string> {
    for (let i = start; i < items.length; i++) {
      const item = items[i]!;
      const answer = this.#runItem(item, caller);
      if (answer instanceof Promise) {
        return answer.then((late) => {
          done.push(entry(item, late));
          return this.#runFrom(items, i + 1, done, caller);
        });
      }
      done.push(entry(item, answer));
    }
    return `{"responses":[${done.join(',')}]}`;
  }

  #runItem(item: Json, { clientId, access }: Caller): ItemAnswer | Promise<ItemAnswer> {
    if (!isJsonObject(item)) return refused('an item must be an object {"id", "method", "path", "body"}');
    const { method, path, body } = item;
    if (typeof method !== 'string') return refused('an item needs a "method"');
    if (typeof path !== 'string') return refused('an item needs a "path"');
    if (!isItemPath(path))
      return { status: 404, body: stringifyJson({ error: `Not found: ${describePath(path)}` }) };
    return this.#dispatch(method.toUpperCase(), path, body, clientId, access);
  }
}

function refused(reason: string): ItemAnswer {
  return { status: 400, body: stringifyJson({ error: `Invalid request format: ${reason}` }) };
}

/** The id is echoed as it came, null when absent. */
function entry(item: Json, { status, body }: ItemAnswer): string {
  const id = isJsonObject(item) && Object.hasOwn(item, 'id') ? item.id! : null;
  return `{"id":${stringifyJson(id)},"status":${status},"body":${body}}`;
}
