import { ExposedError } from '../exposed-error.js';
import type { ApiRequest, Handler, Route } from '../http/api.js';
import { FileError } from '../persistence/file-error.js';
import { FileRefused } from '../persistence/format.js';
import type { LiveSceneSaveSystem } from '../persistence/live-scene.js';
import { FolderVanished } from '../persistence/project-folder.js';
import { requireMember } from './body.js';

/** `POST /exposed/export` and `/exposed/import`: files inside the project's folder, and nowhere else. */
export class FilesHandler implements Handler {
  readonly routes: readonly Route[];

  constructor(live: LiveSceneSaveSystem | undefined) {
    const route = (path: string, act: (live: LiveSceneSaveSystem, file: string) => Promise<void>): Route => ({
      method: 'POST',
      path,
      handle: async ({ body }: ApiRequest) => {
        const file = requireMember(body, 'path');
        if (typeof file !== 'string' || file === '') {
          throw new ExposedError('invalid-request', '"path" must be a text that is not empty');
        }
        if (live === undefined)
          throw new ExposedError('invalid-request', 'this application has no project folder');
        await refusing(() => act(live, file));
        return '{"success":true}';
      },
    });
    this.routes = [
      route('/exposed/export', (scene, file) => scene.export(file)),
      route('/exposed/import', (scene, file) => scene.import(file)),
    ];
  }
}

/** A file that is refused, or a disk that refuses, is the request's failure and no fault of the host. */
export async function refusing<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const isOfFiles = [FileRefused, FileError, FolderVanished].some((kind) => error instanceof kind);
    if (!isOfFiles) throw error;
    throw new ExposedError('invalid-request', (error as Error).message, { cause: error });
  }
}
