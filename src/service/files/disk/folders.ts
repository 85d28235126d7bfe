import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, isMissing } from './codes.js';

export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Makes a folder and those above it that are missing. Node.js's own way of doing that never comes back where a folder
 * exists in which none can be made, as in /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeOne(path);
  } catch (error) {
    const parent = dirname(path);
    if (!isMissing(error) || parent === path) throw error;
    if (!(await isFolder(parent))) await makeFolder(parent);
    // Somebody else may have made the parent in between, so one more attempt tells whether a folder can be there.
    await makeOne(path);
  }
}

async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const isThere = codeOf(error) === 'EEXIST' && (await isFolder(path));
    if (!isThere) throw error;
  }
}
