import { isJsonObject } from '../common/json.js';
import type { ApiRequest, Route } from '../http/api.js';
import { ApiError } from '../http/errors.js';
import type { Pairing } from '../http/security/pairing.js';

/**
 * `POST /api/pair`: exchanges a code that the host displays for a token (wire.md section 1).
 * @param pairing undefined if pairing is disabled
 */
export function pairRoutes(pairing: Pairing | undefined): Route[] {
  const pair = ({ body, address }: ApiRequest) => {
    if (pairing === undefined) throw new ApiError('not-found', 'this host does not pair');
    if (!isJsonObject(body)) throw new ApiError('invalid-request', 'expected {"code": "123456"}');
    const { token, access } = pairing.redeem(body.code, address);
    return JSON.stringify({ token, access });
  };
  return [{ method: 'POST', path: '/api/pair', isPublic: true, handle: pair }];
}
