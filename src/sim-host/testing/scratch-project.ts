import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary project folder. */
export interface ScratchProject {
  readonly folder: string;
  remove(): Promise<void>;
}

/** Copies a project folder; if it does not exist, the project is empty. */
export async function scratchProject(original: string): Promise<ScratchProject> {
  const parent = await mkdtemp(join(tmpdir(), 'sim-host-'));
  const folder = join(parent, 'project');
  // Retries because Windows refuses to delete open files.
  const remove = () => rm(parent, { recursive: true, force: true, maxRetries: 5 });
  try {
    if (existsSync(original)) await cp(original, folder, { recursive: true });
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
