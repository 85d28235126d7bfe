import { reasonOf } from '../../../service/common/exception-text.js';
import { ApiError } from '../../../service/http/errors.js';
import { SceneError, type SceneLoadMode, type SceneManager } from '../../engine/index.js';
import { type ControlContext, command } from '../command.js';
import { invalid, oneOf, optional, text } from '../command-body.js';

/** Loading scenes and assets. */
export const sceneCommands = ({ engine: { scenes, assets } }: ControlContext) =>
  [
    command(
      'scene.load',
      { name: text(), mode: optional(oneOf(['single', 'additive']), 'single') },
      ({ name, mode }) => changeScenes(scenes, () => load(scenes, name, mode)),
    ),
    command('scene.setActive', { name: text() }, ({ name }) =>
      changeScenes(scenes, () => scenes.setActive(name)),
    ),
    command('asset.load', { key: text() }, ({ key }) => {
      const asset = assets.load(key);
      if (asset === undefined) throw new ApiError('asset-not-found', `"${key}"`);
      const { guid, name, type, loaded } = asset;
      return { guid, name, type, loaded, loading: assets.isLoading(asset) };
    }),
  ] as const;

/** @throws SceneError also if the objects of the scene cannot be built */
function load(scenes: SceneManager, name: string, mode: SceneLoadMode): void {
  try {
    scenes.load(name, mode);
  } catch (error) {
    if (error instanceof SceneError) throw error;
    throw new SceneError(`cannot load scene "${name}": ${reasonOf(error)}`);
  }
}

function changeScenes(scenes: SceneManager, change: () => void) {
  try {
    change();
  } catch (error) {
    if (error instanceof SceneError) throw invalid(error.message, error);
    throw error;
  }
  return {
    activeScene: scenes.active?.name ?? null,
    scenes: scenes.loaded.map(({ name, buildIndex }) => ({ name, buildIndex })),
  };
}
