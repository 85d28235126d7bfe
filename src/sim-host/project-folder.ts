import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../service/files/disk/folders.js';
import { temporaryName } from '../service/files/disk/temporary.js';
import { packageRoot } from '../service/package-root.js';
import type { SceneDocument } from './scene-file/index.js';

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

const ownFolder = fileURLToPath(packageRoot);

/** True for what lies in an installed package: whatever is written there is gone with its next update. */
export function isInstalled(path: string, root = ownFolder): boolean {
  return path.split(/[\\/]/).includes('node_modules') || (path.startsWith(root) && !isRepository(root));
}

/** Where a program keeps what its user makes, by the custom of the platform. @throws Error where there is no such place */
export function userDataFolder(
  platform: string = process.platform,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const name = 'sim-host';
  if (platform === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, name);
  // Relative paths are to be ignored, as the XDG Base Directory Specification has it.
  const xdg = platform === 'win32' || platform === 'darwin' ? '' : (env.XDG_DATA_HOME ?? '');
  if (isAbsolute(xdg)) return join(xdg, name);
  const steps = { win32: ['AppData', 'Local'], darwin: ['Library', 'Application Support'] };
  return join(homeFolder(), ...(steps[platform as keyof typeof steps] ?? ['.local', 'share']), name);
}

function homeFolder(): string {
  try {
    const folder = homedir();
    if (isAbsolute(folder)) return folder;
  } catch {
    // A user without an entry, as in containers.
  }
  throw new Error('this user has no home folder');
}

/** The file is never part of an npm package. */
function isRepository(root: string): boolean {
  return existsSync(join(root, 'package-lock.json'));
}
