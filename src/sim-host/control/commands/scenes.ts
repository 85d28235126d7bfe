import { reasonOf } from '../../../service/common/exception-text.js';
import { ExposedError } from '../../../service/index.js';
import { SceneError, type SceneLoadMode, type SceneManager } from '../../engine/index.js';
import { type ControlContext, command } from '../command.js';
import { oneOf, optional, text } from '../shape.js';

/** Loading and activating scenes. */
export const sceneCommands = ({ engine: { scenes } }: ControlContext) =>
  [
    command(
      'scene.load',
      { name: text(), mode: optional(oneOf(['single', 'additive']), 'single') },
      ({ name, mode }) => changeScenes(scenes, () => load(scenes, name, mode)),
    ),
    command('scene.setActive', { name: text() }, ({ name }) =>
      changeScenes(scenes, () => scenes.setActive(name)),
    ),
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
    if (error instanceof SceneError)
      throw new ExposedError('invalid-request', error.message, { cause: error });
    throw error;
  }
  return {
    activeScene: scenes.active?.name ?? null,
    scenes: scenes.loaded.map(({ name, buildIndex }) => ({ name, buildIndex })),
  };
}
