import type { RemoteControlService } from '../service/index.js';
import type { Engine } from './engine/index.js';
import type { SceneDocument, SceneRuntime } from './scene-file/index.js';

/**
 * Returns the host to its initial state: frame 0, initial values and language, nothing unsaved, and the live scene that
 * the scene file names. The server, event streams, ids and connected apps are kept. The changes are sent as
 * events before this resolves.
 */
export async function resetHost(
  engine: Engine,
  service: RemoteControlService,
  runtime: SceneRuntime,
  { application, project }: SceneDocument,
): Promise<void> {
  const { live, model, localization } = service;
  const reset = () => {
    runtime.ignorePendingPrompts();
    service.prompts.reset();
    engine.dialogs.cancelAll();
    engine.resetTime();
    service.errorNotifier.forget();
    localization.set(application.language ?? localization.available[0]!);
    runtime.reset();
    model.dirty.forgetAll();
    model.saved.forgetAll();
  };
  if (live === undefined) reset();
  else await live.restart(reset, project?.live);
  engine.loop.flush();
}
