import { RemoteError, refused } from './errors.js';
import { type Json, parseJson, toJson } from './json.js';

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds; 10,000 when left out, 35,000 for functions, which may take 30 s. */
  readonly timeoutMs?: number | undefined;
}

/** Asks one host over HTTP. */
export class HttpClient {
  readonly baseUrl: string;
  readonly #headers: Record<string, string>;
  readonly #closing = new AbortController();

  constructor(url: string, token: string | undefined, clientId: string) {
    this.baseUrl = url.replace(/\/+$/, '');
    this.#headers = {
      'X-Client-ID': clientId,
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    };
  }

  /** @throws RemoteError */
  async request(
    method: string,
    path: string,
    body?: unknown,
    { signal, timeoutMs = 10_000 }: RequestOptions = {},
  ): Promise<Json> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signals = [timeout, this.#closing.signal, ...(signal === undefined ? [] : [signal])];
    try {
      const answer = await fetch(this.baseUrl + path, {
        method,
        headers: { ...this.#headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
        ...(body !== undefined && { body: toJson(body) }),
        signal: AbortSignal.any(signals),
      });
      const text = await answer.text();
      const json = isJson(answer) && text !== '' ? parseJson(text) : null;
      if (!answer.ok) throw refused(answer.status, json);
      return json;
    } catch (error) {
      throw this.#explained(error, `${method} ${path}`, timeout, signal, timeoutMs);
    }
  }

  /** The event stream; `lastEventId` resumes it. @throws RemoteError */
  async stream(query: string, lastEventId: string | undefined, signal: AbortSignal): Promise<Response> {
    const path = `/api/stream${query}`;
    try {
      const answer = await fetch(this.baseUrl + path, {
        headers: {
          ...this.#headers,
          Accept: 'text/event-stream',
          ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
        },
        cache: 'no-store',
        signal: AbortSignal.any([signal, this.#closing.signal]),
      });
      if (answer.ok && answer.body !== null) return answer;
      const text = await answer.text();
      throw refused(answer.status, isJson(answer) && text !== '' ? parseJson(text) : null);
    } catch (error) {
      throw this.#explained(error, `GET ${path}`, undefined, signal, 0);
    }
  }

  /** Ends all that is under way. */
  close(): void {
    this.#closing.abort();
  }

  #explained(
    error: unknown,
    what: string,
    timeout: AbortSignal | undefined,
    signal: AbortSignal | undefined,
    timeoutMs: number,
  ): RemoteError {
    if (error instanceof RemoteError) return error;
    const options = { cause: error };
    if (this.#closing.signal.aborted) return new RemoteError('closed', 0, `${what}: it was closed`, options);
    if (signal?.aborted) return new RemoteError('aborted', 0, `${what}: it was aborted`, options);
    if (timeout?.aborted)
      return new RemoteError('timed-out', 0, `${what}: no answer within ${timeoutMs / 1000} s`, options);
    return new RemoteError('unreachable', 0, `${what}: ${this.baseUrl} cannot be reached`, options);
  }
}

function isJson(answer: Response): boolean {
  return /^application\/json\b/i.test(answer.headers.get('content-type') ?? '');
}
