import { reasonOf } from '../exception-text.js';
import type { HostLog } from '../host.js';
import { fileText, readFileText } from './document/file-text.js';
import { formats, formatVersion } from './format.js';
import type { ProjectFolder } from './project/project-folder.js';

/** `Settings/startup.json`: the live scene that was open last is opened at the next start. */
export class StartupState {
  readonly #project: ProjectFolder;
  readonly #log: HostLog;

  constructor(project: ProjectFolder, log: HostLog) {
    this.#project = project;
    this.#log = log;
  }

  /** The path of the live scene that was open last; undefined when none was, or it cannot be read, which is logged. */
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

  /** Notes what is open. A project that cannot be written is no reason to refuse a load. */
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
