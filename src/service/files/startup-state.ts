import { reasonOf } from '../common/exception-text.js';
import type { HostLog } from '../host.js';
import { fileText, readFileText } from './document/file-text.js';
import { formats, formatVersion } from './format.js';
import type { ProjectFolder } from './project/project-folder.js';

/** Reads and writes `Settings/startup.json`: the live scene to open at the next start. */
export class StartupState {
  readonly #project: ProjectFolder;
  readonly #log: HostLog;

  constructor(project: ProjectFolder, log: HostLog) {
    this.#project = project;
    this.#log = log;
  }

  /**
   * Returns the path of the last live scene; undefined if there was none, or the file cannot be read, which is
   * logged.
   */
  async read(): Promise<string | undefined> {
    const { startup } = this.#project;
    try {
      const bytes = await this.#project.readBytes(startup);
      if (bytes === undefined) return undefined;
      const file = readFileText(this.#project.relative(startup), bytes, formats.startup);
      const scene = file.member('liveScene');
      return typeof scene === 'string' ? this.#project.scene(scene) : undefined;
    } catch (error) {
      this.#log.write('Error', reasonOf(error));
      return undefined;
    }
  }

  /** Saves which scene is open. A failure is only logged, since a read-only project can still be loaded. */
  async note(path: string): Promise<void> {
    const liveScene = this.#project.relative(path);
    const text = fileText({ format: formats.startup[0], formatVersion, liveScene });
    const { startup } = this.#project;
    try {
      const present = await this.#project.readBytes(startup);
      if (present !== undefined && Buffer.from(text).equals(present)) return;
      await this.#project.write(startup, text);
    } catch (error) {
      this.#log.write('Warning', `The last live scene was not noted: ${reasonOf(error)}`);
    }
  }
}
