import { ExposedError } from '../exposed-error.js';
import { FileRefused } from '../files/format.js';
import type { LiveSceneSaveSystem } from '../files/live-scene.js';
import { FileError } from '../files/project/file-error.js';
import { FolderVanished } from '../files/project/project-folder.js';
import type { ApiRequest, Handler, Route } from '../http/api.js';
import { ApiError } from '../http/errors.js';
import { textMember } from './body.js';

/** Requests that read and write files one after the other; more wait in vain for those before them (LIM-4). */
const mostWaiting = 64;

/**
 * The requests for files that are under way. Each goes on to its end, also when its client has gone: without a bound whoever
 * asks and leaves would hold up all others, and the host's own last save.
 */
export class FileRequests {
  #count = 0;

  /** What `action` resolves with. @throws ApiError `too-many-requests`, and like `refusing` */
  async run<T>(action: () => Promise<T>): Promise<T> {
    if (this.#count >= mostWaiting) {
      const reason = `${mostWaiting} others read or write files of the project; try again`;
      throw new ApiError('too-many-requests', reason, [['Retry-After', '1']]);
    }
    this.#count++;
    try {
      return await refusing(action);
    } finally {
      this.#count--;
    }
  }
}

/** `POST /exposed/export` and `/exposed/import`: files inside the project's folder, and nowhere else. */
export class FilesHandler implements Handler {
  readonly routes: readonly Route[];

  constructor(live: LiveSceneSaveSystem | undefined, requests: FileRequests) {
    const route = (path: string, act: (live: LiveSceneSaveSystem, file: string) => Promise<void>): Route => ({
      method: 'POST',
      path,
      handle: async ({ body }: ApiRequest) => {
        const file = textMember(body, 'path');
        const present = requireProject(live);
        await requests.run(() => act(present, file));
        return '{"success":true}';
      },
    });
    this.routes = [
      route('/exposed/export', (scene, file) => scene.export(file)),
      route('/exposed/import', (scene, file) => scene.import(file)),
    ];
  }
}

/** @throws ExposedError `invalid-request` */
export function requireProject<T>(part: T | undefined): T {
  if (part === undefined) throw new ExposedError('invalid-request', 'this application has no project folder');
  return part;
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
