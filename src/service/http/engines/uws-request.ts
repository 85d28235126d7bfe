import { countOf } from '../bodies/count.js';
import type { EngineRequest, Headers } from './engine.js';
import { bytesOf, type UwsRequest, type UwsText } from './uws-types.js';

const unclear = 'its length is given in two ways, or is no number';
const otherCoding = 'of Transfer-Encoding only chunked is served';
const twoHosts = 'there is more than one Host header';
/** uWebSockets.js answers an expectation in lower case alone, and cannot be told to answer others. */
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
 * A request of uWebSockets.js. Each look at a header is a call out of JavaScript: of a request with a body all are taken in one
 * pass, which its framing needs anyway; of any other only what is asked for.
 */
export class UwsHead implements EngineRequest {
  readonly #request: UwsRequest;
  readonly #method: string;
  #url: string | undefined;
  readonly hasBody: boolean;
  /** Why the request is refused: it is not clear where it ends, or for whom it is, or its body is held back. */
  readonly problem: string | undefined;
  #taken: TakenHeaders | undefined;

  /** @param method in upper case */
  constructor(request: UwsRequest, method: string) {
    this.#request = request;
    this.#method = method;
    if (!bringsBody(method) && request.getHeader(lengthName) === '' && request.getHeader(codingName) === '') {
      this.hasBody = false;
      return;
    }
    this.#taken = new TakenHeaders(request);
    const { length = '', coding = '', problem } = this.#taken;
    this.problem = length === '' && coding === '' ? undefined : (problemOf(length, coding) ?? problem);
    this.hasBody = this.problem !== undefined || coding !== '' || countOf(length) > 0;
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
    const taken = this.#taken?.of(lowerCaseName);
    // The pass over all reads UTF-8, and has lost what is none; this takes byte by byte.
    return taken === undefined || taken.includes('\ufffd')
      ? this.#request.getHeader(asBytes(lowerCaseName))
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

/** The headers that are asked for of a request with a body. */
class TakenHeaders {
  host: string | undefined;
  origin: string | undefined;
  connection: string | undefined;
  length: string | undefined;
  coding: string | undefined;
  clientId: string | undefined;
  lastEventId: string | undefined;
  contentCoding: string | undefined;
  /** What is wrong with them where the request has a body. */
  readonly problem: string | undefined;

  /**
   * Of those that are there twice the first counts. Of a length that is given in two ways uWebSockets.js takes the one that
   * comes first, and every coding for chunks (RFC 9112, 6.3).
   */
  constructor(request: UwsRequest) {
    let isClear = true;
    let hosts = 0;
    let isHeldBack = false;
    request.forEach((name, value) => {
      // No two that are wanted are of one length: one comparison with a text tells.
      switch (name.length) {
        case 4:
          if (name !== 'host') break;
          hosts++;
          this.host ??= value;
          break;
        case 6:
          if (name === 'origin') this.origin ??= value;
          else if (name === 'expect')
            isHeldBack = value !== '100-continue' && value.toLowerCase() === '100-continue';
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
          if (value !== this.length) isClear = false;
          break;
        case 16:
          if (name === 'content-encoding') this.contentCoding ??= value;
          break;
        case 17:
          if (name !== 'transfer-encoding') break;
          this.coding ??= value;
          if (value !== this.coding) isClear = false;
          break;
      }
    });
    if (!isClear) this.problem = unclear;
    else if (hosts > 1) this.problem = twoHosts;
    else if (isHeldBack) this.problem = otherExpectation;
  }

  /** Empty when absent; undefined for one that was not taken. */
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

/** Whether requests with a method nearly always have a body. */
function bringsBody(method: string): boolean {
  return method === 'PUT' || method === 'POST' || method === 'PATCH';
}

/** Those that are asked for of every request, or nearly every one. */
function asBytes(name: string): UwsText {
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

/** What is wrong with the length or the coding that a body is sent with, of which one may be empty. */
function problemOf(length: string, coding: string): string | undefined {
  if (coding === '') return Number.isNaN(countOf(length)) ? unclear : undefined;
  if (length !== '') return unclear;
  return coding.toLowerCase() === 'chunked' ? undefined : otherCoding;
}
