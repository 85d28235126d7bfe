import type { AssetRegistry } from '../assets/asset-registry.js';
import { ExposedError } from '../common/exposed-error.js';
import type { ApiRequest, Route } from '../http/api.js';
import { ApiError } from '../http/errors.js';

/**
 * `GET /api/asset` returns name and type of an asset, for labels (AST-4 to 7); `GET /api/assets` lists assets,
 * optionally of one type.
 */
export function assetRoutes(assets: AssetRegistry): Route[] {
  const describe = (request: ApiRequest) => {
    const guid = request.query('guid');
    if (!guid) throw new ExposedError('invalid-request', 'missing query parameter "guid"');
    const asset = assets.describe(guid);
    if (asset === undefined) throw new ApiError('asset-not-found', guid);
    return JSON.stringify(asset);
  };
  const list = (request: ApiRequest) => JSON.stringify({ assets: assets.list(request.query('type')) });
  return [
    { method: 'GET', path: '/api/asset', handle: describe },
    { method: 'GET', path: '/api/assets', handle: list },
  ];
}
