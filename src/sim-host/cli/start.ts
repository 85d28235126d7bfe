import {
  CannotListenError,
  ContradictoryOptions,
  EngineError,
  NatsError,
  TlsError,
} from '../../service/index.js';
import { ProjectFolderError } from '../project-folder.js';
import { ListenError } from '../server-options.js';
import { CliError, exitCodes, usageError } from './exit-codes.js';

/** Starts a host or a relay. @throws CliError if an option, a port, a folder or the HTTP engine cannot be used */
export async function startOrExplain<T>(start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    const isOneOf = (...kinds: readonly (new (...args: never[]) => Error)[]) =>
      kinds.some((kind) => error instanceof kind);
    const { message } = error as Error;
    if (isOneOf(ProjectFolderError, ContradictoryOptions, NatsError, TlsError))
      throw usageError(message, error);
    if (isOneOf(ListenError, CannotListenError, EngineError))
      throw new CliError(exitCodes.failure, message, error);
    throw error;
  }
}
