import { ContradictoryOptions, EngineError, NatsError, TlsError } from '../../service/index.js';
import {
  ListenError,
  ProjectFolderError,
  type RunningSimHost,
  SceneFileError,
  startSimHost,
} from '../sim-host.js';
import { CliError, exitCodes } from './exit-codes.js';
import type { RunOptions } from './options.js';
import { printDiagnostics } from './output/diagnostics.js';

/**
 * Starts the host that the options ask for.
 * @returns undefined when the scene file has errors, which have been printed then
 * @throws CliError when it cannot listen, or save where it should, or the engine that was asked for does not work here
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
