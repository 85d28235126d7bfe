import { checkRequest, checkText } from './arguments.js';
import { runFor } from './call-site.js';
import { HttpClient, type RequestOptions } from './http.js';
import { expectObject } from './responses.js';

/** What a code buys. */
export interface Pairing {
  /** For `connect`. */
  readonly token: string;
  /** Everything, or reading alone. */
  readonly access: 'full' | 'read';
}

/**
 * Buys a token with the code of six digits that a host shows; blanks and dashes in it are ignored.
 * @throws RemoteError `forbidden` for a wrong code, `busy` after too many tries, `not-found` where nobody waits for one
 */
export function pair(url: string, code: string, options?: RequestOptions): Promise<Pairing> {
  return runFor(pair, async () => {
    checkText('the code of a pairing', code);
    checkRequest(options);
    const http = new HttpClient(url, undefined, `pairing-${Math.random().toString(36).slice(2, 10)}`);
    return expectObject(await http.request('POST', '/api/pair', { code }, options), 'token', [
      'token',
      'access',
    ]);
  });
}
