import type { RemoteControlService } from '../service/index.js';
import type { Engine } from './engine/index.js';
import type { SceneRuntime } from './scene-file/index.js';

/**
 * Returns the host to its initial state: frame 0, initial values, nothing unsaved, and `liveScene`, which the scene file
 * names, as the open live scene. The server, event streams, ids and connected apps are kept. The changes are sent as
 * events before this resolves.
 */
export async function resetHost(
  engine: Engine,
  service: RemoteControlService,
  runtime: SceneRuntime,
  liveScene: string | undefined,
): Promise<void> {
  const { live, model, localization } = service;
  const reset = () => {
    runtime.ignorePendingPrompts();
    service.prompts.reset();
    engine.dialogs.cancelAll();
    engine.resetTime();
    service.errorNotifier.forget();
    localization.set(localization.available[0]!);
    runtime.reset();
    model.dirty.forgetAll();
    model.saved.forgetAll();
  };
  if (live === undefined) reset();
  else await live.restart(reset, liveScene);
  engine.loop.flush();
}
