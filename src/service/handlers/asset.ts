import type { AssetRegistry } from '../assets/asset-registry.js';
import { ExposedError } from '../common/exposed-error.js';
import type { ApiRequest, Handler, Route } from '../http/api.js';
import { ApiError } from '../http/errors.js';

/**
 * `GET /api/asset` returns name and type of an asset, for labels (AST-4 to 7); `GET /api/assets` lists assets,
 * optionally of one type.
 */
export class AssetHandler implements Handler {
  readonly routes: readonly Route[];
  readonly #assets: AssetRegistry;

  constructor(assets: AssetRegistry) {
    this.#assets = assets;
    this.routes = [
      { method: 'GET', path: '/api/asset', handle: (request) => this.#describe(request) },
      { method: 'GET', path: '/api/assets', handle: (request) => this.#list(request) },
    ];
  }

  #describe(request: ApiRequest): string {
    const guid = request.query('guid');
    if (!guid) throw new ExposedError('invalid-request', 'the query must have guid=<guid>');
    const asset = this.#assets.describe(guid);
    if (asset === undefined) throw new ApiError('asset-not-found', guid);
    return JSON.stringify(asset);
  }

  #list(request: ApiRequest): string {
    return JSON.stringify({ assets: this.#assets.list(request.query('type')) });
  }
}
