import { parseCount } from '../bodies/count.js';
import type { EngineRequest, Headers } from './engine.js';
import { bytesOf, type UwsRequest, type UwsText } from './uws-types.js';

const unclearLength = 'its length is given in two ways, or is no number';
const otherCoding = 'of Transfer-Encoding only chunked is served';
const twoHosts = 'there is more than one Host header';
/** uWebSockets.js recognizes `100-continue` only in lower case. */
const otherExpectation = 'Expect must be 100-continue, in lower case';

/** A header that the service reads. */
interface KnownHeader {
  readonly name: string;
  readonly bytes: UwsText;
  /** Its place in the values of a request. */
  readonly index: number;
}

const names = [
  'host',
  'origin',
  'referer',
  'connection',
  'x-client-id',
  'last-event-id',
  'content-length',
  'content-encoding',
  'transfer-encoding',
];
/** The headers by the length of their names: each has another length, so that one comparison suffices. */
const byLength: (KnownHeader | undefined)[] = new Array(32).fill(undefined);
for (const [index, name] of names.entries()) byLength[name.length] = { name, bytes: bytesOf(name), index };

function knownHeader(lowerCaseName: string): KnownHeader | undefined {
  const header = lowerCaseName.length < byLength.length ? byLength[lowerCaseName.length] : undefined;
  return header?.name === lowerCaseName ? header : undefined;
}

const lengthName = bytesOf('content-length');
const codingName = bytesOf('transfer-encoding');

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
  #headers: BodyRequestHeaders | undefined;

  /** @param method in upper case */
  constructor(request: UwsRequest, method: string) {
    this.#request = request;
    this.#method = method;
    if (
      !usuallyHasBody(method) &&
      request.getHeader(lengthName) === '' &&
      request.getHeader(codingName) === ''
    ) {
      this.hasBody = false;
      return;
    }
    this.#headers = new BodyRequestHeaders(request);
    const { problem } = this.#headers;
    const length = this.getHeader('content-length');
    const coding = this.getHeader('transfer-encoding');
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
    const header = knownHeader(lowerCaseName);
    const taken = header && this.#headers?.of(header);
    // `forEach` decodes UTF-8 and loses other bytes; `getHeader` decodes byte by byte.
    return taken === undefined || taken.includes('\ufffd')
      ? this.#request.getHeader(header?.bytes ?? lowerCaseName)
      : taken;
  }

  all(): Headers {
    const headers: [string, string][] = [];
    this.#request.forEach((name, value) => {
      headers.push([name, value]);
    });
    return headers;
  }
}

/** The known headers of a request with a body. */
class BodyRequestHeaders {
  readonly #values: (string | undefined)[] = new Array(names.length).fill(undefined);
  /** What is wrong with the headers if the request has a body. */
  readonly problem: string | undefined;

  /**
   * Keeps the first of repeated headers. uWebSockets.js uses the first of two lengths, and treats
   * every coding as chunked (RFC 9112, 6.3), so such requests are refused.
   */
  constructor(request: UwsRequest) {
    let isFramingClear = true;
    let hasTwoHosts = false;
    let isExpectationUnsupported = false;
    request.forEach((name, value) => {
      const header = knownHeader(name);
      const first = header && this.#values[header.index];
      if (first !== undefined) {
        if (name === 'host') hasTwoHosts = true;
        else if (name === 'content-length' || name === 'transfer-encoding')
          isFramingClear = isFramingClear && value === first;
      } else if (header !== undefined) this.#values[header.index] = value;
      else if (name === 'expect')
        isExpectationUnsupported = value !== '100-continue' && value.toLowerCase() === '100-continue';
    });
    if (!isFramingClear) this.problem = unclearLength;
    else if (hasTwoHosts) this.problem = twoHosts;
    else if (isExpectationUnsupported) this.problem = otherExpectation;
  }

  /** Returns a header, empty if absent. */
  of({ index }: KnownHeader): string {
    return this.#values[index] ?? '';
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
