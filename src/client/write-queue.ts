import { refused } from './errors.js';
import type { HttpClient } from './http.js';
import type { Json } from './json.js';

/** Milliseconds between two requests: about a frame. */
const frameMs = 16;
const maxItems = 500;

interface Write {
  readonly path: string;
  value: Json;
  readonly settle: ((answer: Promise<Json>) => void)[];
}

/**
 * Writes of members, in the order in which they were asked for. Of several to the same place that wait, the last counts;
 * what has gathered goes out together, once a frame and one request at a time, so that a slider never outruns its host.
 */
export class WriteQueue {
  readonly #http: HttpClient;
  readonly #waiting = new Map<string, Write>();
  #isSending = false;

  constructor(http: HttpClient) {
    this.#http = http;
  }

  /**
   * Writes a value.
   * @param path of the request: `/exposed/object/key-light/intensity`
   * @returns the host's answer to the write that counted; @throws RemoteError
   */
  put(path: string, value: Json): Promise<Json> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(path);
      if (waiting === undefined) this.#waiting.set(path, { path, value, settle: [resolve] });
      else {
        // To the end: what was asked for in between comes before it.
        this.#waiting.delete(path);
        this.#waiting.set(path, { path, value, settle: [...waiting.settle, resolve] });
      }
      if (!this.#isSending) void this.#send();
    });
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    // What is asked for in the same turn goes out together.
    await Promise.resolve();
    while (this.#waiting.size > 0) {
      const writes = [...this.#waiting.values()].slice(0, maxItems);
      for (const { path } of writes) this.#waiting.delete(path);
      const pause = new Promise((resolve) => setTimeout(resolve, frameMs));
      await this.#sendTogether(writes);
      if (this.#waiting.size > 0) await pause;
    }
    this.#isSending = false;
  }

  async #sendTogether(writes: readonly Write[]): Promise<void> {
    const [first] = writes;
    if (writes.length === 1) {
      const answer = this.#http.request('PUT', first!.path, { value: first!.value });
      for (const settle of first!.settle) settle(answer);
      await answer.catch(() => {});
      return;
    }
    const requests = writes.map(({ path, value }, id) => ({ id, method: 'PUT', path, body: { value } }));
    const answer = this.#http.request('POST', '/exposed/batch', { requests });
    const responses = answer.then((json) => (json as { responses: readonly BatchAnswer[] }).responses);
    for (const [i, { settle }] of writes.entries()) {
      const own = responses.then((all) => answerOf(all[i]));
      for (const each of settle) each(own);
      own.catch(() => {});
    }
    await responses.catch(() => {});
  }
}

interface BatchAnswer {
  readonly status: number;
  readonly body: Json;
}

function answerOf(answer: BatchAnswer | undefined): Json {
  if (answer === undefined) throw refused(500, null);
  if (answer.status >= 400) throw refused(answer.status, answer.body);
  return answer.body;
}
