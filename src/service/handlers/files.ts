import { ExposedError } from '../common/exposed-error.js';
import { FileRefused } from '../files/format.js';
import type { LiveSceneSaveSystem } from '../files/live-scene-save-system.js';
import { FileError } from '../files/project/file-error.js';
import { FolderVanished } from '../files/project/project-folder.js';
import type { ApiRequest, Route } from '../http/api.js';
import { ApiError } from '../http/errors.js';
import { textMember } from './body-members.js';

/** Maximum number of file requests in progress, which run one after another (LIM-4). */
const maxFileRequests = 64;

/**
 * Counts and limits the file requests in progress. Each runs to its end even if its client disconnects, so clients
 * that do not wait could delay all others and the host's last save.
 */
export class FileRequests {
  #count = 0;

  /**
   * Runs `action`.
   * @throws ApiError `too-many-requests`, and the errors of `withFileErrors`
   */
  async run<T>(action: () => Promise<T>): Promise<T> {
    if (this.#count >= maxFileRequests) {
      const reason = `${maxFileRequests} others read or write files of the project; try again`;
      throw new ApiError('too-many-requests', reason, [['Retry-After', '1']]);
    }
    this.#count++;
    try {
      return await withFileErrors(action);
    } finally {
      this.#count--;
    }
  }
}

/** `POST /exposed/export` and `/exposed/import`: writes and reads files inside the project folder only. */
export function fileRoutes(live: LiveSceneSaveSystem | undefined, requests: FileRequests): Route[] {
  const route = (path: string, act: (live: LiveSceneSaveSystem, file: string) => Promise<void>): Route => ({
    method: 'POST',
    path,
    handle: async ({ body }: ApiRequest) => {
      const file = textMember(body, 'path');
      const scene = requireProject(live);
      await requests.run(() => act(scene, file));
      return '{"success":true}';
    },
  });
  return [
    route('/exposed/export', (scene, file) => scene.export(file)),
    route('/exposed/import', (scene, file) => scene.import(file)),
  ];
}

/** @throws ExposedError `invalid-request` if the application has no project */
export function requireProject<T>(part: T | undefined): T {
  if (part === undefined) throw new ExposedError('invalid-request', 'this application has no project folder');
  return part;
}

/** Runs `action` and reports file and disk errors as `invalid-request`, not as an exception of the host. */
export async function withFileErrors<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const isFileError = [FileRefused, FileError, FolderVanished].some((kind) => error instanceof kind);
    if (!isFileError) throw error;
    throw new ExposedError('invalid-request', (error as Error).message, { cause: error });
  }
}
