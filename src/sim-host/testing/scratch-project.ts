import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary copy of a project folder. */
export class ScratchProject {
  readonly folder: string;
  readonly #parent: string;

  private constructor(parent: string) {
    this.#parent = parent;
    this.folder = join(parent, 'project');
  }

  /** @param original the folder to copy; if it does not exist, the project is empty */
  static async copyOf(original: string): Promise<ScratchProject> {
    const scratch = new ScratchProject(await mkdtemp(join(tmpdir(), 'sim-host-')));
    try {
      await cp(original, scratch.folder, { recursive: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return scratch;
      await scratch.remove();
      throw error;
    }
    return scratch;
  }

  /** Deletes the folder; retries because Windows refuses to delete open files. */
  remove(): Promise<void> {
    return rm(this.#parent, { recursive: true, force: true, maxRetries: 5 });
  }
}
