import type { HostLog } from '../host.js';
import { fileText, formats, formatVersion, parseFile } from './format.js';
import type { ProjectFolder } from './project-folder.js';

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
    const { startup, files } = this.#project;
    try {
      const text = await files.read(startup);
      const scene = text === undefined ? undefined : parseFile(startup, text, formats.startup).liveScene;
      return typeof scene === 'string' ? this.#project.scene(scene) : undefined;
    } catch (error) {
      this.#log.write('Error', (error as Error).message);
      return undefined;
    }
  }

  /** Notes what is open. A project that cannot be written is no reason to refuse a load. */
  async note(path: string): Promise<void> {
    const liveScene = this.#project.relative(path);
    const text = fileText({ format: formats.startup[0], formatVersion, liveScene });
    const { files, startup } = this.#project;
    try {
      if ((await files.read(startup)) === text) return;
      await this.#project.ensure();
      await files.write(startup, text);
    } catch (error) {
      this.#log.write('Warning', `The last live scene was not noted: ${(error as Error).message}`);
    }
  }
}
