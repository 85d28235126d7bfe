import { describePath } from '../describe-path.js';
import { ExposedError } from '../exposed-error.js';
import type { Answer, ApiRequest, Handler, Route } from '../http/api.js';
import type { BatchCaller } from '../http/batch-item.js';
import { ApiError } from '../http/errors.js';
import { isSubroute } from '../http/route-path.js';
import { isJsonObject, type Json, stringifyJson } from '../json.js';
import { maxBatchItems } from '../limits.js';
import { BatchBounds, type ItemAnswer, type WorkClock } from './batch-bounds.js';

/** Answers one item as the request that it stands for would have been answered alone. */
export type Dispatch = (
  method: string,
  path: string,
  body: Json | undefined,
  caller: BatchCaller,
) => ItemAnswer | Promise<ItemAnswer>;

const itemPrefixes = ['/exposed/object/', '/exposed/function/'];

/** True for the routes that an item may name. */
function isItemPath(path: string): boolean {
  for (const prefix of itemPrefixes) if (isSubroute(prefix, path)) return true;
  return false;
}

/** From here on the answer goes out in pieces, as it is read. */
const longestWhole = 1024 * 1024;

/**
 * `POST /exposed/batch`: items run in order, an item fails alone (END-7 to 12). All of them run in one turn on the main
 * thread, so within one frame; functions that answer later are waited for after that.
 */
export class BatchHandler implements Handler {
  readonly routes: readonly Route[];
  readonly #dispatch: Dispatch;
  readonly #together: <T>(run: () => T) => T;
  readonly #texts: { tellsWritten: boolean };
  readonly #warn: (message: string) => void;
  readonly #clock: WorkClock;

  /**
   * @param together runs all items as one: what they change unseen is looked for once
   * @param texts of what is written, which are not made once the answers are too long
   * @param warn told of batches that are too large
   */
  constructor(
    dispatch: Dispatch,
    together: <T>(run: () => T) => T,
    texts: { tellsWritten: boolean },
    warn: (message: string) => void,
    clock: WorkClock,
  ) {
    this.#dispatch = dispatch;
    this.#together = together;
    this.#texts = texts;
    this.#warn = warn;
    this.#clock = clock;
    this.routes = [
      {
        method: 'POST',
        path: '/exposed/batch',
        handle: (request) => this.#run(request),
        errorMembers: '"responses":[]',
        // Each item is asked for its own.
        rights: 'none',
      },
    ];
  }

  #run(request: ApiRequest): Answer | Promise<Answer> {
    const { body } = request;
    const items = isJsonObject(body) && Object.hasOwn(body, 'requests') ? body.requests : undefined;
    if (!Array.isArray(items)) {
      throw new ExposedError('invalid-request', 'the body must be {"requests": […]}');
    }
    if (items.length > maxBatchItems) {
      const reason = `a batch may contain at most ${maxBatchItems} items, got ${items.length}`;
      this.#warn(`Refused a request: ${reason}`);
      throw new ApiError('too-large', reason);
    }
    // Before anything is applied: what cannot be echoed is refused whole.
    const ids = items.map(idText);
    const bounds = new BatchBounds(this.#clock);
    // Who a caller is that names itself by nothing has to be asked of the connection.
    const itemBytes = Math.ceil(request.bodyBytes / items.length);
    const caller: BatchCaller = { clientId: request.clientId, access: request.access, itemBytes };
    const run = (item: Json) => {
      const refusal = bounds.refusal(item);
      if (refusal !== undefined) return refusal;
      this.#texts.tellsWritten = !bounds.isFull;
      const answer = this.#runItem(item, caller);
      return answer instanceof Promise
        ? answer.then((late) => bounds.echo(item, late))
        : bounds.echo(item, answer);
    };
    let answers: readonly (ItemAnswer | Promise<ItemAnswer>)[];
    try {
      answers = this.#together(() => items.map(run));
    } finally {
      this.#texts.tellsWritten = true;
    }
    if (bounds.tooLong !== undefined) this.#warn(`Refused items of a batch: ${bounds.tooLong}`);
    if (!answers.some((answer) => answer instanceof Promise))
      return wholeAnswer(ids, answers as ItemAnswer[]);
    return Promise.all(answers).then((all) => wholeAnswer(ids, all));
  }

  #runItem(item: Json, caller: BatchCaller): ItemAnswer | Promise<ItemAnswer> {
    if (!isJsonObject(item)) return refused('an item must be an object {"id", "method", "path", "body"}');
    const { method, path, body } = item;
    if (typeof method !== 'string') return refused('an item needs a "method"');
    if (typeof path !== 'string') return refused('an item needs a "path"');
    if (!isItemPath(path))
      return { status: 404, body: stringifyJson({ error: `Not found: ${describePath(path)}` }) };
    // Nearly all are in upper case already, and to make sure of it costs more than to know them.
    const name = method === 'PUT' || method === 'GET' ? method : method.toUpperCase();
    return this.#dispatch(name, path, body, caller);
  }
}

function refused(reason: string): ItemAnswer {
  return { status: 400, body: stringifyJson({ error: `Invalid request format: ${reason}` }) };
}

/** The id is echoed as it came, null when absent. @throws ExposedError for one that is nested too deeply to be written */
function idText(item: Json, index: number): string {
  try {
    return isJsonObject(item) && Object.hasOwn(item, 'id') ? stringifyJson(item.id!) : 'null';
  } catch {
    throw new ExposedError('invalid-request', `requests/${index}: its "id" cannot be written`);
  }
}

/** One entry per item, in the order of the items. */
function wholeAnswer(ids: readonly string[], answers: readonly ItemAnswer[]): Answer {
  // Of few pieces: each costs.
  const entry = (i: number) => {
    const { status, body } = answers[i]!;
    const opening = i === 0 ? '{"responses":[{"id":' : '},{"id":';
    if (status !== 200) return `${opening}${ids[i]},"status":${status},"body":${body}`;
    return ids[i] === 'null' && i > 0
      ? `},{"id":null,"status":200,"body":${body}`
      : `${opening}${ids[i]},"status":200,"body":${body}`;
  };
  let length = 0;
  for (let i = 0; i < ids.length; i++) length += answers[i]!.body.length + ids[i]!.length;
  if (length > longestWhole) return { body: pieces(ids.length, entry) };
  if (ids.length === 0) return '{"responses":[]}';
  let text = '';
  for (let i = 0; i < ids.length; i++) text += entry(i);
  return `${text}}]}`;
}

function* pieces(count: number, entry: (i: number) => string): Generator<string> {
  for (let i = 0; i < count; i++) yield entry(i);
  yield '}]}';
}
