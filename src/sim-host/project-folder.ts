import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '../service/files/disk/folders.js';
import { temporaryName } from '../service/files/disk/temporary.js';
import { packageRoot } from '../service/package-root.js';
import type { SceneDocument } from './scene-file/index.js';

/** Thrown if a project folder is not writable; the message names the fix. */
export class ProjectFolderError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProjectFolderError';
  }
}

/** The option that sets the folder. */
interface ProjectOptions {
  readonly project?: string;
}

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
 * first save. A scene of an installed package is saved to the user's data folder; if that is not possible, `warn` is
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
    return await requireWritable(join(userDataFolder(), basename(folder)), "the user's data folder");
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

/** Returns the platform's folder for user data. @throws Error if there is none */
export function userDataFolder(
  platform: string = process.platform,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const name = 'sim-host';
  if (platform === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, name);
  // The XDG Base Directory Specification ignores relative paths.
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
    // In containers, a user may have no entry.
  }
  throw new Error('the user has no home folder');
}

/** npm packages do not contain this file. */
function isRepository(root: string): boolean {
  return existsSync(join(root, 'package-lock.json'));
}
