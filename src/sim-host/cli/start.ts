import { ContradictoryOptions, EngineError, NatsError, TlsError } from '../../service/index.js';
import { SceneFileError } from '../load-scene.js';
import { ProjectFolderError } from '../project-folder.js';
import { ListenError } from '../server-options.js';
import { type RunningSimHost, startSimHost } from '../sim-host.js';
import { CliError, exitCodes } from './exit-codes.js';
import type { RunOptions } from './options.js';
import { printDiagnostics } from './output/diagnostics.js';

/**
 * Starts the host that the options describe.
 * @returns undefined if the scene file has errors, after printing them
 * @throws CliError if the port, the project folder or the HTTP engine cannot be used
 */
export async function startOrExplain(options: RunOptions): Promise<RunningSimHost | undefined> {
  try {
    return await startSimHost({ ...options, mayRest: true });
  } catch (error) {
    if ([ProjectFolderError, ContradictoryOptions, NatsError, TlsError].some((kind) => error instanceof kind))
      throw new CliError(exitCodes.usage, (error as Error).message, { cause: error });
    if (error instanceof ListenError || error instanceof EngineError)
      throw new CliError(exitCodes.failure, error.message, { cause: error });
    if (!(error instanceof SceneFileError)) throw error;
    printDiagnostics(error.diagnostics);
    return undefined;
  }
}
