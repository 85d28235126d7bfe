import type { RemoteControlService } from '../service/index.js';
import type { Engine } from './engine/index.js';
import type { SceneRuntime } from './scene-file/index.js';

/**
 * Time, timeline and scene begin again, as at the first start: frame 0, initial values, nothing unsaved, no live scene
 * but `liveScene`, which the scene file names. What concerns the network goes on: the server, event streams and their
 * numbers, ids, instanceId, who is connected. The changes go out as events before this resolves.
 */
export async function resetHost(
  engine: Engine,
  service: RemoteControlService,
  runtime: SceneRuntime,
  liveScene: string | undefined,
): Promise<void> {
  const { live, model, localization } = service;
  const begin = () => {
    runtime.forgetQuestions();
    service.prompts.reset();
    engine.dialogs.cancelAll();
    engine.restartTime();
    service.errorNotifier.forget();
    localization.set(localization.available[0]!);
    runtime.restart();
    model.dirty.forgetAll();
    model.saved.forgetAll();
  };
  if (live === undefined) begin();
  else await live.restart(begin, liveScene);
  engine.loop.endRestart();
}
