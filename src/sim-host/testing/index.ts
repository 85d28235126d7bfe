/// <reference lib="esnext.disposable" preserve="true" />
/** `sim-host/testing`: simulated hosts in the process of a test. */
import { fileURLToPath } from 'node:url';
import type { LogEntry } from '../../service/host.js';
import { loadScene, type SceneInMemory } from '../load-scene.js';
import { projectFolder } from '../project-folder.js';
import { milliseconds } from '../scene-file/document.js';
import type { SceneDescription } from '../scene-file/index.js';
import { runScene } from '../sim-host.js';
import { type Control, createControl } from './control.js';
import { checkHostOptions, type TestHostOptions } from './options.js';
import { scratchProject } from './scratch-project.js';

export { resetDeclarations } from '../../service/classes/declarations.js';
export type { LogEntry } from '../../service/host.js';
export type { ControlCommands } from '../control/command-table.js';
export { SceneFileError } from '../load-scene.js';
export type { SceneDescription, SceneDiagnostic } from '../scene-file/index.js';
export { ListenError } from '../server-options.js';
export { type Control, ControlError } from './control.js';

export type { TestHostOptions } from './options.js';

/** A number of frames, or a duration such as `2 s`, `200 ms` or `1 min`. */
export type StepSize =
  | number
  | { readonly frames: number; readonly seconds?: never }
  | { readonly seconds: number; readonly frames?: never }
  | string;

/** A simulated host in this process. */
export interface TestHost {
  /** Base URL of the service, for the app under test. */
  readonly url: string;
  /** Base URL of the control channel; undefined without the option `control`. */
  readonly controlUrl: string | undefined;
  /** Token of the control channel if the service has one: `Authorization: Bearer <token>`. */
  readonly controlToken: string | undefined;
  /** Runs a command of the control channel; needs no port. */
  readonly control: Control;
  /** The log of the host, oldest first; at most the latest 10,000 entries. */
  readonly log: readonly LogEntry[];
  /** Resolves when the application was asked to quit and no gate refused; the host then stops by itself. */
  readonly quitting: Promise<void>;
  /**
   * Advances the manual clock by one frame, or by the given frames or duration.
   * @throws ControlError on the real clock, and for more than 36,000 frames or 10 minutes
   */
  step(size?: StepSize): Promise<{ readonly frames: number; readonly frame: number; readonly time: number }>;
  /** Ends streams, server and frames, and deletes the temporary project folder. A second call does nothing. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a simulated host in this process, on a free port and the manual clock. Hosts share nothing. A running host
 * keeps the process alive: use `await using host = …`, or call `stop` when the test ends.
 * @throws SceneFileError whose message lists the errors of the scene, ListenError if the port is taken
 */
export async function startSimHost(options: TestHostOptions): Promise<TestHost> {
  checkHostOptions(options, startSimHost);
  const { baseUrl, ...rest } = options;
  const scene = sceneOf(options.scene, baseUrl);
  const document = await loadScene(scene);
  const named = rest.project === undefined ? projectFolder(document, {}) : undefined;
  const scratch = named === undefined ? undefined : await scratchProject(named);
  try {
    const host = await runScene(document, {
      port: 0,
      clock: 'manual',
      ...rest,
      ...(scratch !== undefined && { project: scratch.folder }),
      scene,
      commandsInProcess: true,
    });
    let stopped: Promise<void> | undefined;
    const control = createControl(host.commands, () => stopped !== undefined);
    const stop = () => {
      stopped ??= host.stop().finally(() => scratch?.remove());
      return stopped;
    };
    void host.quitting.then(stop);
    return {
      url: host.url,
      controlUrl: host.controlUrl,
      controlToken: host.controlToken,
      control,
      get log() {
        return host.engine.log.tail();
      },
      quitting: host.quitting,
      step: async (size = 1) => control('clock.step', stepOf(size)),
      stop,
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await scratch?.remove();
    throw error;
  }
}

function sceneOf(
  scene: TestHostOptions['scene'],
  baseUrl: TestHostOptions['baseUrl'],
): string | SceneInMemory {
  if (typeof scene === 'string') return scene.startsWith('file:') ? fileURLToPath(scene) : scene;
  if (isUrl(scene)) return fileURLToPath(scene.href);
  if (baseUrl === undefined) return { description: scene, folder: process.cwd() };
  const base = typeof baseUrl === 'string' ? baseUrl : baseUrl.href;
  return { description: scene, folder: fileURLToPath(new URL('.', base)) };
}

/** Checked by its shape, because test runners give modules another global `URL`. */
function isUrl(scene: { readonly href: string } | SceneDescription): scene is { readonly href: string } {
  return 'href' in scene && typeof scene.href === 'string';
}

function stepOf(size: StepSize): { frames: number } | { seconds: number } {
  if (typeof size === 'number') return { frames: size };
  if (typeof size === 'object') return size;
  if (!/^(\d+(\.\d*)?|\.\d+)\s*(ms|s|min)$/.test(size)) {
    throw new TypeError(
      `invalid duration "${size}"; expected "2 s", "200 ms" or "1 min", or a number of frames`,
    );
  }
  return { seconds: milliseconds(size) / 1000 };
}
