import { isJsonObject } from '../common/json.js';
import type { ApiRequest, Handler, Route } from '../http/api.js';
import { ApiError } from '../http/errors.js';
import type { Pairing } from '../http/security/pairing.js';

/** `POST /api/pair`: exchanges a code that the host displays for a token (wire.md section 1). */
export class PairHandler implements Handler {
  readonly routes: readonly Route[];
  readonly #pairing: Pairing | undefined;

  /** @param pairing undefined if pairing is disabled */
  constructor(pairing: Pairing | undefined) {
    this.#pairing = pairing;
    this.routes = [
      { method: 'POST', path: '/api/pair', isPublic: true, handle: (request) => this.#pair(request) },
    ];
  }

  #pair({ body, address }: ApiRequest): string {
    if (this.#pairing === undefined) throw new ApiError('not-found', 'this host does not pair');
    if (!isJsonObject(body)) throw new ApiError('invalid-request', 'expected {"code": "123456"}');
    const { token, access } = this.#pairing.redeem(body.code, address);
    return JSON.stringify({ token, access });
  }
}
