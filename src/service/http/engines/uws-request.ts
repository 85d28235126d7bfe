import type { EngineRequest, Headers } from './engine.js';
import type { UwsRequest } from './uws-types.js';

const unclear = 'its length is given in two ways, or is no number';
const otherCoding = 'of Transfer-Encoding only chunked is served';
const twoHosts = 'there is more than one Host header';

/** The methods whose requests nearly always have a body. */
const bringsBody = new Set(['PUT', 'POST', 'PATCH']);

/**
 * A request of uWebSockets.js. Each look at a header is a call out of JavaScript: of a request with a body all are taken in one
 * pass, which its framing needs anyway; of any other only what is asked for.
 */
export class UwsHead implements EngineRequest {
  readonly #request: UwsRequest;
  readonly #method: string;
  #url: string | undefined;
  readonly hasBody: boolean;
  /** Why the request is refused: it is not clear where it ends, or for whom it is. */
  readonly problem: string | undefined;
  #isTaken = false;
  #host: string | undefined;
  #origin: string | undefined;
  #connection: string | undefined;
  #length: string | undefined;
  #coding: string | undefined;
  #clientId: string | undefined;
  #lastEventId: string | undefined;

  /** @param method in upper case */
  constructor(request: UwsRequest, method: string) {
    this.#request = request;
    this.#method = method;
    if (
      !bringsBody.has(method) &&
      request.getHeader('content-length') === '' &&
      request.getHeader('transfer-encoding') === ''
    ) {
      this.hasBody = false;
      return;
    }
    const problem = this.#takeHeaders();
    const [length, coding] = [this.#length ?? '', this.#coding ?? ''];
    this.problem = length === '' && coding === '' ? undefined : (problemOf(length, coding) ?? problem);
    this.hasBody = this.problem !== undefined || coding !== '' || !/^0*$/.test(length);
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
    if (!this.#isTaken) return this.#request.getHeader(lowerCaseName);
    switch (lowerCaseName) {
      case 'host':
        return this.#host ?? '';
      case 'origin':
        return this.#origin ?? '';
      case 'connection':
        return this.#connection ?? '';
      case 'content-length':
        return this.#length ?? '';
      case 'x-client-id':
        return this.#clientId ?? '';
      case 'last-event-id':
        return this.#lastEventId ?? '';
      default:
        return this.#request.getHeader(lowerCaseName);
    }
  }

  all(): Headers {
    const headers: [string, string][] = [];
    this.#request.forEach((name, value) => {
      headers.push([name, value]);
    });
    return headers;
  }

  /**
   * Of those that are there twice the first counts. Of a length that is given in two ways uWebSockets.js takes the one that
   * comes first, and every coding for chunks (RFC 9112, 6.3).
   * @returns what is wrong with a request that has a body
   */
  #takeHeaders(): string | undefined {
    let isClear = true;
    let hosts = 0;
    this.#isTaken = true;
    this.#request.forEach((name, value) => {
      switch (name) {
        case 'host':
          hosts++;
          this.#host ??= value;
          break;
        case 'origin':
          this.#origin ??= value;
          break;
        case 'connection':
          this.#connection ??= value;
          break;
        case 'content-length':
          this.#length ??= value;
          if (value !== this.#length) isClear = false;
          break;
        case 'transfer-encoding':
          this.#coding ??= value;
          if (value !== this.#coding) isClear = false;
          break;
        case 'x-client-id':
          this.#clientId ??= value;
          break;
        case 'last-event-id':
          this.#lastEventId ??= value;
          break;
      }
    });
    if (!isClear) return unclear;
    return hosts > 1 ? twoHosts : undefined;
  }
}

/** What is wrong with the length or the coding that a body is sent with, of which one may be empty. */
function problemOf(length: string, coding: string): string | undefined {
  if (coding === '') return /^\d+$/.test(length) ? undefined : unclear;
  if (length !== '') return unclear;
  return coding.toLowerCase() === 'chunked' ? undefined : otherCoding;
}
