import { type AbortSignalLike, wait } from './abort.js';
import { RemoteError, responseError } from './errors.js';
import type { HttpClient, RequestOptions } from './http.js';
import type { Json } from './json.js';
import { unexpectedResponse } from './responses.js';
import { isSame, mergeWrite } from './tree.js';
import type { BatchResult } from './wire.js';

/** Milliseconds between two requests, about a frame. */
const frameMs = 16;
const maxItems = 500;

/** A change of an object; its path may have to be found first, and may differ after a restart. */
export interface ChangeRequest {
  readonly method: 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  readonly body?: unknown;
  /**
   * Returns the path of the request: `/exposed/object/key-light/intensity`. @throws RemoteError when there is no such
   * object
   */
  path(): string | Promise<string>;
  /** Returns the path for another attempt after "Object not found"; undefined for none. @throws RemoteError */
  retryPath(): Promise<string | undefined>;
}

/** A write of a value; of several waiting writes to one target, only the last is sent. */
interface Write {
  readonly target: string;
  readonly value: Json;
  /** Called when a later write is sent instead. */
  replaced(): void;
}

interface Item {
  readonly change: ChangeRequest;
  readonly options: RequestOptions;
  readonly write: Write | undefined;
  /** True if later items do not wait for this one, since functions may take long. */
  readonly isConcurrent: boolean;
  /** Resolve the promises of this item and of the writes that it replaced. */
  readonly callers: ((answer: Json | Promise<Json>) => void)[];
}

/**
 * Sends changes in the order of the calls, once a frame and one request at a time. Of several waiting writes to one
 * target only the last is sent, so that a slider cannot overload its host.
 */
export class RequestQueue {
  readonly #http: HttpClient;
  readonly #closing: AbortSignalLike;
  #waiting: (Item | readonly Item[])[] = [];
  #gathered: Item[] | undefined;
  readonly #open = new Set<Promise<Json>>();
  #isSending = false;
  #hasBatch = true;

  constructor(http: HttpClient, closing: AbortSignalLike) {
    this.#http = http;
    this.#closing = closing;
  }

  /**
   * Queues a change and returns the response. Of several waiting writes to one target, the last is sent and all get its
   * response. A write with a signal is always sent by itself, because an aborted write must not have replaced another.
   * @throws RemoteError
   */
  ask(
    change: ChangeRequest,
    options: RequestOptions & { write?: Write; isConcurrent?: boolean } = {},
  ): Promise<Json> {
    const { write, isConcurrent = false, signal } = options;
    if (signal?.aborted) return failed(aborted());
    let resolve!: Item['callers'][number];
    const asked = new Promise<Json>((settle) => {
      resolve = settle;
    });
    const item: Item = { change, options, write, isConcurrent, callers: this.#takeCallers(write, signal) };
    item.callers.push(resolve);
    (this.#gathered ?? this.#waiting).push(item);
    const drop = () => this.#drop(item);
    signal?.addEventListener('abort', drop);
    if (!isConcurrent) this.#open.add(asked);
    const end = () => {
      signal?.removeEventListener('abort', drop);
      this.#open.delete(asked);
    };
    asked.then(end, end);
    this.#start();
    return asked;
  }

  /** Sends everything that `work` queues in one request, in order. */
  gather<T>(work: () => T): T {
    if (this.#gathered !== undefined) return work();
    const gathered: Item[] = [];
    this.#gathered = gathered;
    try {
      return work();
    } finally {
      this.#gathered = undefined;
      if (gathered.length > 0) this.#waiting.push(gathered);
      this.#start();
    }
  }

  /** Resolves when everything queued until now has been answered, except concurrent items. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#open]);
  }

  /** Removes the write that waits for the same target and returns its callers. */
  #takeCallers(write: Write | undefined, signal: AbortSignalLike | undefined): Item['callers'] {
    if (write === undefined || signal !== undefined || this.#gathered !== undefined) return [];
    for (let i = this.#waiting.length - 1; i >= 0; i--) {
      const before = this.#waiting[i]!;
      // Other changes may move what is at a target, so no write overtakes them.
      if (!('write' in before) || before.write === undefined) break;
      if (before.write.target !== write.target) continue;
      // Members of the earlier value that the later one lacks would be lost.
      const isCovered = isSame(mergeWrite(before.write.value, write.value), write.value);
      if (!isCovered || before.options.signal !== undefined) break;
      this.#waiting.splice(i, 1);
      before.write.replaced();
      return before.callers;
    }
    return [];
  }

  /** Cancels an item; one in flight may still be carried out. */
  #drop(item: Item): void {
    settle(item, failed(aborted()));
    this.#waiting = this.#waiting.flatMap<Item | readonly Item[]>((each) => {
      if ('write' in each) return each === item ? [] : [each];
      const rest = each.filter((one) => one !== item);
      return rest.length > 0 ? [rest] : [];
    });
  }

  #start(): void {
    if (!this.#isSending) void this.#send();
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    // Changes of the same turn are sent together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const items = this.#next();
      const pause = wait(frameMs, this.#closing);
      await this.#sendItems(items);
      if (this.#waiting.length > 0) await pause;
    }
    this.#isSending = false;
  }

  /** Returns the next request: a gathered batch, a concurrent item, or the items before the next of these. */
  #next(): readonly Item[] {
    const [first] = this.#waiting;
    const count = this.#waiting.findIndex((each) => !('write' in each) || each.isConcurrent);
    if (count !== 0)
      return this.#waiting.splice(0, Math.min(count < 0 ? maxItems : count, maxItems)) as Item[];
    this.#waiting.shift();
    return 'write' in first! ? [first] : first!;
  }

  async #sendItems(items: readonly Item[]): Promise<void> {
    if (items.length > 1 && this.#hasBatch && (await this.#batch(items))) return;
    for (const item of items) {
      const answer = this.#single(item);
      settle(item, answer);
      if (!item.isConcurrent || items.length > 1) await answer.catch(() => {});
    }
  }

  /** Returns false if the host does not support batches, as before 0.24.2. */
  async #batch(items: readonly Item[]): Promise<boolean> {
    const paths = await Promise.allSettled(items.map(async ({ change }) => change.path()));
    const requests = items.flatMap(({ change: { method, body } }, id) => {
      const path = paths[id]!;
      if (path.status === 'fulfilled') return [{ id, method, path: path.value, body }];
      settle(items[id]!, failed(path.reason));
      return [];
    });
    if (requests.length === 0) return true;
    try {
      const answer = await this.#http.request('POST', '/exposed/batch', { requests }, maxTimeout(items));
      const { responses } = answer as unknown as BatchResult;
      await Promise.all(
        requests.map(({ id }) => {
          const own = responses.find((each) => Number(each.id) === id);
          if (own !== undefined) return this.#answered(items[id]!, own);
          return settle(items[id]!, failed(unexpectedResponse('The host left out an item of a batch')));
        }),
      );
    } catch (error) {
      if (error instanceof RemoteError && (error.status === 404 || error.status === 405)) {
        this.#hasBatch = false;
        return false;
      }
      const reason =
        error instanceof RemoteError
          ? error
          : unexpectedResponse('The host sent an invalid batch response', error);
      for (const { id } of requests) settle(items[id]!, failed(reason));
    }
    return true;
  }

  async #answered(item: Item, { status, body }: BatchResult['responses'][number]): Promise<void> {
    const answer = status < 400 ? Promise.resolve(body) : this.#retry(item, responseError(status, body));
    settle(item, answer);
    await answer.catch(() => {});
  }

  async #single(item: Item): Promise<Json> {
    const { change, options } = item;
    try {
      return await this.#http.request(change.method, await change.path(), change.body, options);
    } catch (error) {
      return this.#retry(item, error);
    }
  }

  async #retry({ change, options }: Item, error: unknown): Promise<Json> {
    const isGone = error instanceof RemoteError && isObjectMissing(error);
    const path = isGone ? await change.retryPath() : undefined;
    if (path === undefined) throw error;
    return this.#http.request(change.method, path, change.body, options);
  }
}

/** True if the object itself is missing, not a member of it. */
export function isObjectMissing({ status, message }: RemoteError): boolean {
  return status === 404 && message.startsWith('Object not found');
}

function maxTimeout(items: readonly Item[]): RequestOptions {
  const times = items.flatMap(({ options: { timeoutMs } }) => timeoutMs ?? []);
  return times.length === 0 ? {} : { timeoutMs: Math.max(...times) };
}

function settle({ callers }: Item, answer: Json | Promise<Json>): void {
  for (const resolve of callers) resolve(answer);
}

/** Returns a rejection that is never unhandled, because its item may have been aborted before. */
function failed(reason: unknown): Promise<never> {
  const rejected = Promise.reject(reason);
  rejected.catch(() => {});
  return rejected;
}

function aborted(): RemoteError {
  return new RemoteError('aborted', 0, 'aborted');
}
