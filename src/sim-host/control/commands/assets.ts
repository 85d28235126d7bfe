import { ApiError } from '../../../service/http/errors.js';
import { type CommandFamily, command } from '../command.js';
import { text } from '../shape.js';

/** The asset database. */
export const assetCommands: CommandFamily = ({ engine }) => [
  command('asset.load', { key: text() }, ({ key }) => {
    const asset = engine.assets.load(key);
    if (asset === undefined) throw new ApiError('asset-not-found', `"${key}"`);
    const { guid, name, type, loaded, isLoading } = asset;
    return { guid, name, type, loaded, loading: isLoading };
  }),
];
