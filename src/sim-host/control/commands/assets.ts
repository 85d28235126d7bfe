import { ApiError } from '../../../service/http/errors.js';
import { type ControlContext, command } from '../command.js';
import { text } from '../shape.js';

/** Loading assets. */
export const assetCommands = ({ engine }: ControlContext) =>
  [
    command('asset.load', { key: text() }, ({ key }) => {
      const asset = engine.assets.load(key);
      if (asset === undefined) throw new ApiError('asset-not-found', `"${key}"`);
      const { guid, name, type, loaded } = asset;
      return { guid, name, type, loaded, loading: engine.assets.isLoading(asset) };
    }),
  ] as const;
