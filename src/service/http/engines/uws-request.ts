import { parseCount } from '../bodies/count.js';
import type { EngineRequest, Headers } from './engine.js';
import { bytesOf, type UwsRequest, type UwsText } from './uws-types.js';

const unclearLength = 'its length is given in two ways or is not a number';
const otherCoding = 'of Transfer-Encoding only chunked is served';
const twoHosts = 'there is more than one Host header';
/** uWebSockets.js recognizes `100-continue` only in lower case. */
const otherExpectation = 'Expect must be 100-continue, in lower case';

const lengthName = bytesOf('content-length');
const codingName = bytesOf('transfer-encoding');
const hostName = bytesOf('host');
const originName = bytesOf('origin');
const refererName = bytesOf('referer');
const connectionName = bytesOf('connection');
const clientName = bytesOf('x-client-id');
const lastEventName = bytesOf('last-event-id');

/**
 * A request of uWebSockets.js. Reading a header is a native call. A request with a body reads all headers in one pass,
 * which checking its framing needs anyway; other requests read them on demand.
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
    const { length = '', coding = '', problem } = this.#headers;
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
    const taken = this.#headers?.of(lowerCaseName);
    // `forEach` decodes UTF-8 and loses other bytes; `getHeader` decodes byte by byte.
    return taken === undefined || taken.includes('\ufffd')
      ? this.#request.getHeader(nameBytes(lowerCaseName))
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

/** The headers of a request with a body that the service reads. */
class BodyRequestHeaders {
  host: string | undefined;
  origin: string | undefined;
  connection: string | undefined;
  length: string | undefined;
  coding: string | undefined;
  clientId: string | undefined;
  lastEventId: string | undefined;
  contentCoding: string | undefined;
  /** Why the request is refused if it has a body; undefined if its headers are valid. */
  readonly problem: string | undefined;

  /**
   * Keeps the first of repeated headers. Requests with two lengths or with another coding are refused: uWebSockets.js
   * uses the first length, and treats every coding as chunked (RFC 9112, 6.3).
   */
  constructor(request: UwsRequest) {
    let isFramingClear = true;
    let hosts = 0;
    let isExpectationUnsupported = false;
    request.forEach((name, value) => {
      // The headers differ in length, so one comparison suffices.
      switch (name.length) {
        case 4:
          if (name !== 'host') break;
          hosts++;
          this.host ??= value;
          break;
        case 6:
          if (name === 'origin') this.origin ??= value;
          else if (name === 'expect')
            isExpectationUnsupported = value !== '100-continue' && value.toLowerCase() === '100-continue';
          break;
        case 10:
          if (name === 'connection') this.connection ??= value;
          break;
        case 11:
          if (name === 'x-client-id') this.clientId ??= value;
          break;
        case 13:
          if (name === 'last-event-id') this.lastEventId ??= value;
          break;
        case 14:
          if (name !== 'content-length') break;
          this.length ??= value;
          if (value !== this.length) isFramingClear = false;
          break;
        case 16:
          if (name === 'content-encoding') this.contentCoding ??= value;
          break;
        case 17:
          if (name !== 'transfer-encoding') break;
          this.coding ??= value;
          if (value !== this.coding) isFramingClear = false;
          break;
      }
    });
    if (!isFramingClear) this.problem = unclearLength;
    else if (hosts > 1) this.problem = twoHosts;
    else if (isExpectationUnsupported) this.problem = otherExpectation;
  }

  /** Returns a header, empty if absent; undefined if it was not read. */
  of(lowerCaseName: string): string | undefined {
    switch (lowerCaseName) {
      case 'host':
        return this.host ?? '';
      case 'origin':
        return this.origin ?? '';
      case 'connection':
        return this.connection ?? '';
      case 'content-length':
        return this.length ?? '';
      case 'content-encoding':
        return this.contentCoding ?? '';
      case 'x-client-id':
        return this.clientId ?? '';
      case 'last-event-id':
        return this.lastEventId ?? '';
    }
    return undefined;
  }
}

/** True for methods whose requests usually have a body. */
function usuallyHasBody(method: string): boolean {
  return method === 'PUT' || method === 'POST' || method === 'PATCH';
}

/** Returns the bytes of header names that nearly every request reads. */
function nameBytes(name: string): UwsText {
  switch (name) {
    case 'host':
      return hostName;
    case 'origin':
      return originName;
    case 'referer':
      return refererName;
    case 'connection':
      return connectionName;
    case 'x-client-id':
      return clientName;
    case 'last-event-id':
      return lastEventName;
  }
  return name;
}

/** Returns what is wrong with the length or the coding of a body, of which one may be empty. */
function problemOf(length: string, coding: string): string | undefined {
  if (coding === '') return Number.isNaN(parseCount(length)) ? unclearLength : undefined;
  if (length !== '') return unclearLength;
  return coding.toLowerCase() === 'chunked' ? undefined : otherCoding;
}
