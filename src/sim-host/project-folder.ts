import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../service/files/disk/folders.js';
import { temporaryName } from '../service/files/disk/temporary.js';
import { packageRoot } from '../service/package-root.js';
import type { SceneDocument } from './scene-file/index.js';
import type { SimHostOptions } from './sim-host-options.js';

/** Thrown if a project folder is not writable; the message names the fix. */
export class ProjectFolderError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProjectFolderError';
  }
}

type ProjectOptions = Pick<SimHostOptions, 'project'>;

/**
 * Returns the project folder. The option is relative to the working directory, the entry of the scene file to that
 * file.
 */
export function projectFolder({ file, project }: SceneDocument, options: ProjectOptions): string | undefined {
  if (options.project !== undefined) return resolve(options.project);
  return project === undefined ? undefined : resolve(dirname(file), project.folder);
}

/**
 * Creates the project folder and checks that it is writable, so that a bad folder fails at the start and not at the
 * first save. A scene of an installed package is saved below the user's home folder; if that is not possible, `warn` is
 * called and nothing can be saved.
 * @throws ProjectFolderError
 */
export async function openProject(
  document: SceneDocument,
  options: ProjectOptions,
  warn: (message: string) => void,
): Promise<string | undefined> {
  const folder = projectFolder(document, options);
  if (folder === undefined) return undefined;
  if (options.project !== undefined) return requireWritable(folder, '--project');
  if (!isInstalled(folder)) return requireWritable(folder, "the scene file's project");
  try {
    return await requireWritable(join(homedir(), '.sim-host', basename(folder)), "the user's home folder");
  } catch (error) {
    warn(`Nothing can be saved; set a folder with --project: ${(error as Error).message}`);
    return undefined;
  }
}

async function requireWritable(folder: string, what: string): Promise<string> {
  const probe = join(folder, temporaryName());
  try {
    await makeFolder(folder);
    await writeFile(probe, '');
    await rm(probe);
    return folder;
  } catch (error) {
    throw new ProjectFolderError(
      `${what} must be a writable folder, got "${folder}": ${(error as Error).message}`,
      { cause: error },
    );
  }
}

const ownFolder = fileURLToPath(packageRoot);

/** True for a path in an installed package, whose next update would delete saved files. */
export function isInstalled(path: string, root = ownFolder): boolean {
  return path.split(/[\\/]/).includes('node_modules') || (path.startsWith(root) && !isRepository(root));
}

/** npm packages do not contain this file. */
function isRepository(root: string): boolean {
  return existsSync(join(root, 'package-lock.json'));
}
