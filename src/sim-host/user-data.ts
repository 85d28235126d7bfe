import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../service/package-root.js';

/** The machine, as far as it matters here. */
export interface System {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** @throws Error where there is no home folder */
  readonly home: () => string;
}

const name = 'sim-host';
const thisSystem: System = { platform: process.platform, env: process.env, home: homedir };

const ownFolder = fileURLToPath(packageRoot);

/** True for what lies in an installed package: whatever is written there is gone with its next update. */
export function isInstalled(path: string, root = ownFolder): boolean {
  return path.split(/[\\/]/).includes('node_modules') || (path.startsWith(root) && !isRepository(root));
}

/** Where a program keeps what its user makes, by the custom of the platform. @throws Error where there is no such place */
export function userDataFolder({ platform, env, home }: System = thisSystem): string {
  if (platform === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, name);
  // Relative paths are to be ignored, as the XDG Base Directory Specification has it.
  const xdg = platform === 'win32' || platform === 'darwin' ? '' : (env.XDG_DATA_HOME ?? '');
  if (isAbsolute(xdg)) return join(xdg, name);
  const steps = { win32: ['AppData', 'Local'], darwin: ['Library', 'Application Support'] };
  return join(homeOf(home), ...(steps[platform as keyof typeof steps] ?? ['.local', 'share']), name);
}

function homeOf(home: System['home']): string {
  try {
    const folder = home();
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
