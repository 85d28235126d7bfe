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
 * Creates a folder and its missing parents. Node.js's `recursive` never returns in a folder such as /proc
 * in which nothing can be created.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeOne(path);
  } catch (error) {
    const parent = dirname(path);
    if (!isMissing(error) || parent === path) throw error;
    if (!(await isFolder(parent))) await makeFolder(parent);
    // Another process may have created the parent in between, so a second attempt decides.
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
