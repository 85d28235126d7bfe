import { existsSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import type { RemoteHost } from '../../../client/index.js';
import { baseUrl } from '../arguments.js';
import { CliError, exitCodes } from '../exit-codes.js';
import { type RemoteOptions, withHost } from '../remote/connection.js';

/** True for what names a host that runs, and no file. */
export function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

function hostUrl(source: string): string {
  try {
    return baseUrl(source);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new CliError(exitCodes.usage, `${source}: ${error.message}`, { cause: error });
  }
}

/**
 * Works with a host that runs, or with a scene file, which is run for it: on the manual clock, so that nothing in it has
 * moved, and in a copy of its project. @throws CliError
 */
export async function withSource<T>(
  source: string,
  options: Pick<RemoteOptions, 'token'>,
  work: (host: RemoteHost) => Promise<T>,
): Promise<T> {
  if (isUrl(source)) return withHost({ ...options, url: hostUrl(source) }, work);
  if (!existsSync(source))
    throw new CliError(
      exitCodes.usage,
      `${source}: there is no such scene file; a host that runs is named by its URL, as in http://127.0.0.1:9095`,
    );
  // Loaded when needed: it is most of the program.
  const { SceneFileError, startSimHost } = await import('../../testing/index.js');
  let host: Awaited<ReturnType<typeof startSimHost>> | undefined;
  try {
    host = await startSimHost({ scene: source });
    return await withHost({ url: host.url }, work);
  } catch (error) {
    if (error instanceof SceneFileError) throw new CliError(exitCodes.usage, error.message, { cause: error });
    throw error;
  } finally {
    await host?.stop();
  }
}
