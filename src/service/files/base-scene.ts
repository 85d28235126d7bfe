import { reasonOf } from '../exception-text.js';
import { ExposedError } from '../exposed-error.js';
import type { Host } from '../host.js';
import type { Steps } from './incremental.js';

/** The active scene when it is a build scene, else the first loaded build scene, else none (LSC-1 to 3). */
export function baseSceneName({ scenes }: Host): string | undefined {
  if (scenes === undefined) return undefined;
  const { active, loaded } = scenes;
  if (active !== undefined && active.buildIndex >= 0) return active.name;
  return loaded.find(({ buildIndex }) => buildIndex >= 0)?.name;
}

export interface BaseSceneSwitch {
  /** The base scene of the file; the present one when it names none. */
  readonly wanted: unknown;
  /** Loads it even when it is the present one (OPS-2). */
  readonly isForced: boolean;
  /** Whether another one than the present one is loaded (OPS-4). */
  readonly mayChange: boolean;
}

/** The scene to be loaded; undefined for none. */
function dueScene({ scenes }: Host, present: string | undefined, to: BaseSceneSwitch): string | undefined {
  const name = typeof to.wanted === 'string' ? to.wanted : present;
  const isDue = to.isForced || (name !== present && to.mayChange);
  return scenes !== undefined && isDue ? name : undefined;
}

/** Makes ready, in steps, the base scene that is to be loaded, if any; what fails fails again when it is loaded. */
export function* prepareBaseScene(host: Host, to: BaseSceneSwitch): Steps<void> {
  const name = dueScene(host, baseSceneName(host), to);
  if (name === undefined || !host.scenes!.has(name)) return;
  try {
    for (const share of host.scenes!.prepare?.(name) ?? []) yield share;
  } catch {
    // It is told of then.
  }
}

/**
 * Loads the base scene that a live scene belongs to. One that this application does not have is logged.
 * @returns whether one was loaded
 * @throws ExposedError with what the engine's loader threw
 */
export function switchBaseScene(host: Host, to: BaseSceneSwitch): boolean {
  const name = dueScene(host, baseSceneName(host), to);
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
