import { parseJson } from '../wire/json.js';
import type { AbortSignalLike } from './abort.js';
import { RemoteError, responseError, usageError } from './errors.js';
import { type Json, toJson } from './json.js';

export interface RequestOptions {
  readonly signal?: AbortSignalLike | undefined;
  /** Milliseconds; by default 10,000, and 35,000 for functions, which may take 30 s. */
  readonly timeoutMs?: number | undefined;
}

const defaultMs = 10_000;

/** Sends requests to one host. */
export class HttpClient {
  readonly baseUrl: string;
  readonly #headers: Record<string, string>;
  /** Aborts each request in flight. They share no signal, because Node.js warns about more than ten listeners. */
  readonly #inFlight = new Set<() => void>();
  #isClosed = false;

  constructor(url: string, token: string | undefined, clientId: string) {
    if (typeof url !== 'string')
      throw usageError('the URL of a host must be a string, such as "http://127.0.0.1:9095"');
    // A page that the host serves may use a relative URL.
    if (!/^(https?:\/\/|\/|$)/i.test(url))
      throw usageError(`"${url}" is not a host URL; did you mean http://${url.replace(/^\w+:\/\//, '')}`);
    if (token !== undefined && typeof token !== 'string')
      throw usageError(`the token must be a string, got a value of type ${typeof token}`);
    if (token === '') throw usageError('the token must not be empty; leave it out if the host asks for none');
    this.baseUrl = url.replace(/\/+$/, '');
    this.#headers = {
      'X-Client-ID': clientId,
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    };
  }

  /** Returns the JSON of the response, null without any. @throws RemoteError */
  async request(method: string, path: string, body?: unknown, options: RequestOptions = {}): Promise<Json> {
    const { timeoutMs = defaultMs } = options;
    const { signal, abort, release } = this.#start(options.signal);
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      abort();
    }, timeoutMs);
    try {
      const answer = await fetch(this.baseUrl + path, {
        method,
        headers: { ...this.#headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
        ...(body !== undefined && { body: toJson(body) }),
        redirect: 'manual',
        signal,
      });
      this.#refuseRedirect(answer);
      const json = await jsonOf(answer);
      if (!answer.ok) throw responseError(answer.status, json);
      return json;
    } catch (error) {
      const what = `${method} ${path}`;
      if (isTimedOut)
        throw new RemoteError('timed-out', 0, `${what}: no answer within ${timeoutMs / 1000} s`);
      throw this.#describe(error, what, options.signal);
    } finally {
      clearTimeout(timer);
      release();
    }
  }

  /**
   * Reads the event stream to its end.
   * @param query selects the events
   * @param lastEventId resumes a stream
   * @throws RemoteError when it is refused; the platform's error when it breaks
   */
  async stream(
    query: string,
    lastEventId: string | undefined,
    signal: AbortSignalLike,
    onBytes: (bytes: Uint8Array) => void,
  ): Promise<void> {
    const reader = (await this.#openStream(query, lastEventId, signal)).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) onBytes(next.value);
  }

  async #openStream(
    query: string,
    lastEventId: string | undefined,
    signal: AbortSignalLike,
  ): Promise<ReadableStream<Uint8Array>> {
    try {
      const answer = await fetch(`${this.baseUrl}/api/stream?${query}`, {
        headers: {
          ...this.#headers,
          Accept: 'text/event-stream',
          ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
        },
        redirect: 'manual',
        signal: signal as AbortSignal,
      });
      this.#refuseRedirect(answer);
      if (!answer.ok || answer.body === null) throw responseError(answer.status, await jsonOf(answer));
      return answer.body;
    } catch (error) {
      throw this.#describe(error, 'GET /api/stream', signal);
    }
  }

  /**
   * Refuses redirects, because the token and the written values are meant for the named host only. @throws RemoteError
   */
  #refuseRedirect({ type, status, headers, body }: Response): void {
    if (type !== 'opaqueredirect' && (status < 300 || status >= 400)) return;
    body?.cancel().catch(() => {});
    const where = headers.get('location');
    const to = where === null ? '' : ` to ${where}`;
    throw new RemoteError(
      'host-failed',
      status,
      `cannot follow a redirect of ${this.baseUrl}${to}; name that host itself`,
    );
  }

  /** Aborts all requests in flight. */
  close(): void {
    this.#isClosed = true;
    for (const abort of this.#inFlight) abort();
  }

  /** Returns a signal that aborts with the caller's signal or `close`; `release` detaches it from both. */
  #start(asked: AbortSignalLike | undefined) {
    const controller = new AbortController();
    const abort = () => controller.abort();
    if (this.#isClosed || asked?.aborted) abort();
    asked?.addEventListener('abort', abort);
    this.#inFlight.add(abort);
    return {
      signal: controller.signal,
      abort,
      release: () => {
        asked?.removeEventListener('abort', abort);
        this.#inFlight.delete(abort);
      },
    };
  }

  #describe(error: unknown, what: string, signal: AbortSignalLike | undefined): RemoteError {
    if (error instanceof RemoteError) return error;
    const options = { cause: error };
    if (this.#isClosed) return new RemoteError('closed', 0, `${what}: the connection is closed`, options);
    if (signal?.aborted) return new RemoteError('aborted', 0, `${what}: aborted`, options);
    if (error instanceof SyntaxError)
      return new RemoteError('host-failed', 200, `${what}: ${this.baseUrl} sent invalid JSON`, options);
    return new RemoteError('unreachable', 0, `${what}: ${this.baseUrl} cannot be reached`, options);
  }
}

async function jsonOf(answer: Response): Promise<Json> {
  const text = await answer.text();
  const isJson = /^application\/json\b/i.test(answer.headers.get('content-type') ?? '');
  return isJson && text !== '' ? parseJson(text) : null;
}
