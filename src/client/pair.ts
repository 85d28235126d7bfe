import { checkRequest, checkText } from './arguments.js';
import { HttpClient, type RequestOptions } from './http.js';
import { expectObject } from './responses.js';

/** The result of a token exchange. */
export interface Pairing {
  /** Pass it to `connect`. */
  readonly token: string;
  /** `full`, or `read` for a token that may only read. */
  readonly access: 'full' | 'read';
}

/**
 * Exchanges the six-digit code that a host displays for a token; spaces and dashes in it are ignored.
 * @throws RemoteError `forbidden` for a wrong code, `busy` after too many attempts, `not-found` if the host does not
 * pair
 */
export async function pair(url: string, code: string, options?: RequestOptions): Promise<Pairing> {
  checkText('the code of a pairing', code);
  checkRequest(options);
  const http = new HttpClient(url, undefined, `pairing-${Math.random().toString(36).slice(2, 10)}`);
  const answer = await http.request('POST', '/api/pair', { code }, options);
  return expectObject(answer, 'token', ['token', 'access']);
}
