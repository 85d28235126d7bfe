import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { makeFolder } from '../service/files/disk/folders.js';
import { temporaryName } from '../service/files/disk/temporary.js';
import type { SceneDocument } from './scene-file/index.js';
import { isInstalled, userDataFolder } from './user-data.js';

/** A project's folder that cannot be written; the message names the fix. */
export class ProjectFolderError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProjectFolderError';
  }
}

/** What names the folder. */
interface ProjectOptions {
  readonly project?: string;
}

/** The option is relative to the working directory, the scene file's own entry to the scene file. */
export function projectFolder({ file, project }: SceneDocument, options: ProjectOptions): string | undefined {
  if (options.project !== undefined) return resolve(options.project);
  return project === undefined ? undefined : resolve(dirname(file), project.folder);
}

/**
 * The folder that a host saves to, created and tried, so that an impossible one fails now and not with the first save. A
 * scene of an installed package saves to the user's data folder; where that has no place, `warn` is told and nothing can
 * be saved.
 * @throws ProjectFolderError
 */
export async function openProject(
  document: SceneDocument,
  options: ProjectOptions,
  warn: (message: string) => void,
): Promise<string | undefined> {
  const folder = projectFolder(document, options);
  if (folder === undefined) return undefined;
  if (options.project !== undefined) return tried(folder, '--project');
  if (!isInstalled(folder)) return tried(folder, "the scene file's project");
  try {
    return await tried(join(userDataFolder(), basename(folder)), "the user's data folder");
  } catch (error) {
    warn(`Nothing can be saved, name a folder with --project: ${(error as Error).message}`);
    return undefined;
  }
}

async function tried(folder: string, what: string): Promise<string> {
  const probe = join(folder, temporaryName());
  try {
    await makeFolder(folder);
    await writeFile(probe, '');
    await rm(probe);
    return folder;
  } catch (error) {
    throw new ProjectFolderError(
      `${what} must be a folder that can be written, and "${folder}" is none: ${(error as Error).message}`,
      { cause: error },
    );
  }
}
