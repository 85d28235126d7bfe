import { reasonOf } from '../common/exception-text.js';
import { ExposedError } from '../common/exposed-error.js';
import type { Host } from '../host.js';

/** Returns the name of the active scene if it is a build scene, else of the first loaded build scene (LSC-1 to 3). */
export function findBaseSceneName({ scenes }: Host): string | undefined {
  if (scenes === undefined) return undefined;
  const { active, loaded } = scenes;
  if (active !== undefined && active.buildIndex >= 0) return active.name;
  return loaded.find(({ buildIndex }) => buildIndex >= 0)?.name;
}

export interface BaseSceneSwitch {
  /** `baseSceneName` of the file; anything but a string means the present base scene. */
  readonly requested: unknown;
  /** Loads the base scene even if it is the present one (OPS-2). */
  readonly isForced: boolean;
  /** True if a scene other than the present one may be loaded (OPS-4). */
  readonly mayChange: boolean;
}

/** Returns the name of the scene to load; undefined if none is to be loaded. */
function findSceneToLoad(
  { scenes }: Host,
  present: string | undefined,
  to: BaseSceneSwitch,
): string | undefined {
  const name = typeof to.requested === 'string' ? to.requested : present;
  const isDue = to.isForced || (name !== present && to.mayChange);
  return scenes !== undefined && isDue ? name : undefined;
}

/**
 * Loads the base scene of a live scene, and logs a warning if the application does not have it.
 * @returns true if a scene was loaded
 * @throws ExposedError if the engine's loader throws
 */
export function switchBaseScene(host: Host, to: BaseSceneSwitch): boolean {
  const name = findSceneToLoad(host, findBaseSceneName(host), to);
  if (name === undefined) return false;
  if (!host.scenes!.has(name)) {
    host.log.write('Warning', `This application has no base scene "${name}"; the live scene goes on top`);
    return false;
  }
  try {
    host.scenes!.load(name);
    return true;
  } catch (error) {
    const message = `the base scene "${name}" was not loaded: ${reasonOf(error)}`;
    throw new ExposedError('invalid-request', message, { cause: error });
  }
}
