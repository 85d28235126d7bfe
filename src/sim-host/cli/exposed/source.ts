import { existsSync } from 'node:fs';
import type { RemoteHost } from '../../../client/index.js';
import { usageError } from '../exit-codes.js';
import { type RemoteOptions, withHost } from '../remote/connection.js';

/**
 * Runs `work` on a running host, or on a scene file that is started on the manual clock with a copy of its project.
 * @throws CliError
 */
export async function withSource<T>(
  source: string,
  options: Pick<RemoteOptions, 'token'>,
  work: (host: RemoteHost) => Promise<T>,
): Promise<T> {
  if (/^https?:\/\//i.test(source)) return withHost({ ...options, url: source }, work);
  if (!existsSync(source))
    throw usageError(
      `${source}: no such scene file; for a running host give its URL, such as http://127.0.0.1:9095`,
    );
  // Loaded on demand, because it is most of the program.
  const { SceneFileError, startSimHost } = await import('../../testing/index.js');
  let host: Awaited<ReturnType<typeof startSimHost>> | undefined;
  try {
    host = await startSimHost({ scene: source });
    return await withHost({ url: host.url }, work);
  } catch (error) {
    if (error instanceof SceneFileError) throw usageError(error.message, error);
    throw error;
  } finally {
    await host?.stop();
  }
}
