import { reasonOf } from '../exception-text.js';
import { ExposedError } from '../exposed-error.js';
import type { Host } from '../host.js';

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

/**
 * Loads the base scene that a live scene belongs to. One that this application does not have is logged.
 * @throws ExposedError with what the engine's loader threw
 */
export function switchBaseScene(host: Host, { wanted, isForced, mayChange }: BaseSceneSwitch): void {
  const { scenes } = host;
  if (scenes === undefined) return;
  const present = baseSceneName(host);
  const name = typeof wanted === 'string' ? wanted : present;
  if (name === undefined || !(isForced || (name !== present && mayChange))) return;
  if (!scenes.has(name)) {
    host.log.write('Warning', `This application has no base scene "${name}"; the live scene goes on top`);
    return;
  }
  try {
    scenes.load(name);
  } catch (error) {
    const message = `the base scene "${name}" was not loaded: ${reasonOf(error)}`;
    throw new ExposedError('invalid-request', message, { cause: error });
  }
}
