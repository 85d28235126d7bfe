import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A project folder of one host's own: it begins as a copy, and nothing of it is left after `remove`. */
export class ScratchProject {
  readonly folder: string;
  readonly #parent: string;

  private constructor(parent: string) {
    this.#parent = parent;
    this.folder = join(parent, 'project');
  }

  /** @param original folder that is copied; one that does not exist is an empty project */
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

  /** Windows refuses to remove what is still open for a moment. */
  remove(): Promise<void> {
    return rm(this.#parent, { recursive: true, force: true, maxRetries: 5 });
  }
}
