import { existsSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import type { RemoteHost } from '../../../client/index.js';
import { baseUrl } from '../arguments.js';
import { CliError, exitCodes } from '../exit-codes.js';
import { type RemoteOptions, withHost } from '../remote/connection.js';

/** True for the URL of a host, false for a scene file. */
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
 * Runs `work` on a running host, or on a scene file that is started on the manual clock with a copy of its project.
 * @throws CliError
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
      `${source}: no such scene file; for a running host give its URL, such as http://127.0.0.1:9095`,
    );
  // Loaded on demand, because it is most of the program.
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
