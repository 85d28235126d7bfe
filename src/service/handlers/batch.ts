import { describePath } from '../common/describe-path.js';
import { ExposedError } from '../common/exposed-error.js';
import { isJsonObject, type Json, stringifyJson } from '../common/json.js';
import type { ApiRequest, Route } from '../http/api.js';
import type { BatchCaller, BatchItems, ItemResponse } from '../http/batch-items.js';
import { ApiError } from '../http/errors.js';
import { isSubroute } from '../http/route-path.js';
import { maxBatchItems } from '../limits.js';
import { BatchLimits } from './batch-limits.js';

/** True for the paths that an item may name. */
function isItemPath(path: string): boolean {
  return isSubroute('/exposed/object/', path) || isSubroute('/exposed/function/', path);
}

/**
 * `POST /exposed/batch`: runs items in order. One that fails does not affect the others (END-7 to 12). All run in one
 * turn of the main thread, so within one frame. Results of asynchronous functions are awaited afterwards.
 * @param runInBulk runs all items as one, so that unobserved changes are detected once
 * @param texts switches off response texts once the responses are too large
 * @param warn receives a message about each batch that is too large or takes too long
 */
export function batchRoutes(
  batchItems: Pick<BatchItems, 'respond'>,
  runInBulk: <T>(run: () => T) => T,
  texts: { echoesWrites: boolean },
  warn: (message: string) => void,
): Route[] {
  const runItem = (item: Json, caller: BatchCaller): ItemResponse | Promise<ItemResponse> => {
    if (!isJsonObject(item)) return invalidItem('an item must be an object {"id", "method", "path", "body"}');
    const { method, path, body } = item;
    if (typeof method !== 'string') return invalidItem('an item needs a "method"');
    if (typeof path !== 'string') return invalidItem('an item needs a "path"');
    if (!isItemPath(path))
      return { status: 404, body: stringifyJson({ error: `Not found: ${describePath(path)}` }) };
    // Nearly all methods are in upper case already, and comparing is cheaper than converting.
    const name = method === 'PUT' || method === 'GET' ? method : method.toUpperCase();
    return batchItems.respond(name, path, body, caller);
  };

  const runBatch = (request: ApiRequest): string | Promise<string> => {
    const { body } = request;
    const items = isJsonObject(body) && Object.hasOwn(body, 'requests') ? body.requests : undefined;
    if (!Array.isArray(items)) {
      throw new ExposedError('invalid-request', 'the body must be {"requests": […]}');
    }
    if (items.length > maxBatchItems) {
      const reason = `a batch may contain at most ${maxBatchItems} items, got ${items.length}`;
      warn(`Refused a request: ${reason}`);
      throw new ApiError('too-large', reason);
    }
    // Runs before anything is applied, because an id that cannot be echoed fails the whole batch.
    const ids = items.map(idText);
    const limits = new BatchLimits();
    // Reads the client id here, because it may come from the connection.
    const itemBytes = Math.ceil(request.bodyBytes / items.length);
    const caller: BatchCaller = { clientId: request.clientId, access: request.access, itemBytes };
    const run = (item: Json) => {
      const refusal = limits.refusal(item);
      if (refusal !== undefined) return refusal;
      texts.echoesWrites = !limits.isFull;
      const response = runItem(item, caller);
      return response instanceof Promise
        ? response.then((value) => limits.echo(item, value))
        : limits.echo(item, response);
    };
    let responses: readonly (ItemResponse | Promise<ItemResponse>)[];
    try {
      responses = runInBulk(() => items.map(run));
    } finally {
      texts.echoesWrites = true;
    }
    if (limits.tooLong !== undefined) warn(`Refused items of a batch: ${limits.tooLong}`);
    if (!responses.some((response) => response instanceof Promise))
      return batchResponse(ids, responses as ItemResponse[]);
    return Promise.all(responses).then((all) => batchResponse(ids, all));
  };
  return [
    {
      method: 'POST',
      path: '/exposed/batch',
      handle: runBatch,
      errorMembers: '"responses":[]',
      // The rights of each item are checked separately.
      rights: 'none',
    },
  ];
}

function invalidItem(reason: string): ItemResponse {
  return { status: 400, body: stringifyJson({ error: `Invalid request format: ${reason}` }) };
}

/**
 * Returns the JSON text of an item's id, `null` if absent.
 * @throws ExposedError if it is nested too deeply
 */
function idText(item: Json, index: number): string {
  try {
    return isJsonObject(item) && Object.hasOwn(item, 'id') ? stringifyJson(item.id!) : 'null';
  } catch {
    throw new ExposedError('invalid-request', `requests/${index}: its "id" cannot be written`);
  }
}

/** Returns the response: one entry per item, in order. */
function batchResponse(ids: readonly string[], responses: readonly ItemResponse[]): string {
  if (ids.length === 0) return '{"responses":[]}';
  let text = '';
  // Concatenates as few strings as possible, because each one takes time.
  for (let i = 0; i < ids.length; i++) {
    const { status, body } = responses[i]!;
    const opening = i === 0 ? '{"responses":[{"id":' : '},{"id":';
    if (status !== 200) text += `${opening}${ids[i]},"status":${status},"body":${body}`;
    else if (ids[i] === 'null' && i > 0) text += `},{"id":null,"status":200,"body":${body}`;
    else text += `${opening}${ids[i]},"status":200,"body":${body}`;
  }
  return `${text}}]}`;
}
