import { parseCount } from '../bodies/count.js';
import type { EngineRequest, Headers } from './engine.js';
import { bytesOf, type UwsRequest } from './uws-types.js';

const unclearLength = 'its length is given in two ways, or is no number';
const otherCoding = 'of Transfer-Encoding only chunked is served';
const twoHosts = 'there is more than one Host header';
/** uWebSockets.js recognizes `100-continue` only in lower case. */
const otherExpectation = 'Expect must be 100-continue, in lower case';

/** The headers that the service reads of most requests. */
const usualNames = [
  'host',
  'origin',
  'referer',
  'connection',
  'content-length',
  'transfer-encoding',
  'content-encoding',
  'x-client-id',
  'last-event-id',
] as const;
type UsualName = (typeof usualNames)[number];

const indexes: ReadonlyMap<string, number> = new Map(usualNames.map((name, i) => [name, i]));
const bytesByName: ReadonlyMap<string, ArrayBuffer> = new Map(
  usualNames.map((name) => [name, bytesOf(name)]),
);

/**
 * A request of uWebSockets.js. Reading a header is a native call: a request with a body reads all in one pass, which
 * its framing needs anyway; other requests read only the ones asked for.
 */
export class UwsHead implements EngineRequest {
  readonly #request: UwsRequest;
  readonly #method: string;
  #url: string | undefined;
  readonly hasBody: boolean;
  /** Why the request is refused; undefined if it is valid. */
  readonly problem: string | undefined;
  /** The headers with usual names by index, if the request may have a body. */
  #usual: readonly (string | undefined)[] | undefined;

  /** @param method in upper case */
  constructor(request: UwsRequest, method: string) {
    this.#request = request;
    this.#method = method;
    if (
      !usuallyHasBody(method) &&
      this.getHeader('content-length') === '' &&
      this.getHeader('transfer-encoding') === ''
    ) {
      this.hasBody = false;
      return;
    }
    const problem = this.#readHeaders();
    const length = this.#usualHeader('content-length');
    const coding = this.#usualHeader('transfer-encoding');
    this.problem = length === '' && coding === '' ? undefined : (problemOf(length, coding) ?? problem);
    this.hasBody = this.problem !== undefined || coding !== '' || parseCount(length) > 0;
  }

  /** The status of the refusal. */
  get problemStatus(): 400 | 417 {
    return this.problem === otherExpectation ? 417 : 400;
  }

  getMethod(): string {
    return this.#method;
  }

  getUrl(): string {
    this.#url ??= this.#request.getUrl();
    return this.#url;
  }

  getQuery(): string | undefined {
    return this.#request.getQuery();
  }

  getHeader(lowerCaseName: string): string {
    const index = this.#usual && indexes.get(lowerCaseName);
    const taken = index === undefined ? undefined : (this.#usual![index] ?? '');
    // `forEach` decodes UTF-8 and loses other bytes; `getHeader` decodes byte by byte.
    if (taken !== undefined && !taken.includes('\ufffd')) return taken;
    return this.#request.getHeader(bytesByName.get(lowerCaseName) ?? lowerCaseName);
  }

  all(): Headers {
    const headers: [string, string][] = [];
    this.#request.forEach((name, value) => {
      headers.push([name, value]);
    });
    return headers;
  }

  #usualHeader(name: UsualName): string {
    return this.#usual?.[indexes.get(name)!] ?? '';
  }

  /**
   * Keeps the first of repeated headers. uWebSockets.js uses the first of two lengths, and treats every coding as
   * chunked (RFC 9112, 6.3), so such requests are refused.
   * @returns what is wrong with the headers if the request has a body
   */
  #readHeaders(): string | undefined {
    const usual: (string | undefined)[] = new Array(usualNames.length).fill(undefined);
    let problem: string | undefined;
    this.#request.forEach((name, value) => {
      const index = indexes.get(name);
      if (index !== undefined) {
        const first = usual[index];
        usual[index] ??= value;
        if (first === undefined) return;
        if (name === 'host') problem ??= twoHosts;
        else if (value !== first && (name === 'content-length' || name === 'transfer-encoding'))
          problem = unclearLength;
      } else if (name === 'expect' && value !== '100-continue' && value.toLowerCase() === '100-continue')
        problem ??= otherExpectation;
    });
    this.#usual = usual;
    return problem;
  }
}

/** True for methods whose requests usually have a body. */
function usuallyHasBody(method: string): boolean {
  return method === 'PUT' || method === 'POST' || method === 'PATCH';
}

/** Returns what is wrong with the length or the coding of a body, of which one may be empty. */
function problemOf(length: string, coding: string): string | undefined {
  if (coding === '') return Number.isNaN(parseCount(length)) ? unclearLength : undefined;
  if (length !== '') return unclearLength;
  return coding.toLowerCase() === 'chunked' ? undefined : otherCoding;
}
