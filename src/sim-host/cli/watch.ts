import { exceptionText } from '../../service/common/exception-text.js';
import { FileWatcher } from '../file-watcher.js';
import type { RunningSimHost } from '../sim-host.js';
import type { Reporter } from './output/reporter.js';

/** Runs `--watch`: reloads the scene when its file or a module is saved, and reports the result. */
export async function watchScene(host: RunningSimHost, reporter: Reporter): Promise<FileWatcher> {
  const reload = async () => {
    try {
      const { diagnostics, needsRestart } = await host.reload();
      if (diagnostics.length > 0) reporter.errors(host.scene, diagnostics);
      else reporter.reloaded(host.scene, needsRestart);
    } catch (error) {
      host.engine.log.write('Exception', `The scene could not be reloaded: ${exceptionText(error)}`);
    }
  };
  const watcher = new FileWatcher(host.sceneFiles, () => void reload());
  await watcher.start();
  return watcher;
}
