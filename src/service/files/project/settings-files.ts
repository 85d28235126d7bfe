import { join } from 'node:path';
import type { HostLog } from '../../host.js';
import { DocumentText } from '../document/document-text.js';
import { formats } from '../format.js';
import type { ProjectFolder } from './project-folder.js';

const fileEnding = '.settings.json';
/** Number of files read concurrently. */
const maxConcurrentReads = 16;

/** The settings files of a project, one for each class. What cannot be read is logged and stays unchanged (LSC-15). */
export class SettingsFiles {
  readonly #project: ProjectFolder;
  readonly #log: Pick<HostLog, 'write'>;
  readonly #refused = new Set<string>();
  #isFolderRefused = false;

  constructor(project: ProjectFolder, log: Pick<HostLog, 'write'>) {
    this.#project = project;
    this.#log = log;
  }

  pathOf(className: string): string {
    return join(this.#project.settings, className + fileEnding);
  }

  /** True if the file of a class, or the whole folder, could not be read; edits then stay unsaved. */
  isRefused(className: string): boolean {
    return this.#isFolderRefused || this.#refused.has(className);
  }

  /** Reads all files. @returns their texts by class */
  async read(): Promise<Map<string, DocumentText>> {
    this.forget();
    const texts = new Map<string, DocumentText>();
    const classNames = await this.#classNames();
    for (let first = 0; first < classNames.length; first += maxConcurrentReads) {
      const batch = classNames.slice(first, first + maxConcurrentReads);
      const read = await Promise.all(batch.map((className) => this.#readText(className)));
      for (const [i, text] of read.entries()) if (text !== undefined) texts.set(batch[i]!, text);
    }
    return texts;
  }

  /** Forgets which files could not be read. */
  forget(): void {
    this.#refused.clear();
    this.#isFolderRefused = false;
  }

  async #classNames(): Promise<string[]> {
    try {
      const names = await this.#project.list(this.#project.settings);
      return names.flatMap((name) => (name.endsWith(fileEnding) ? name.slice(0, -fileEnding.length) : []));
    } catch (error) {
      this.#isFolderRefused = true;
      this.#log.write('Error', `The project's settings were not opened: ${(error as Error).message}`);
      return [];
    }
  }

  async #readText(className: string): Promise<DocumentText | undefined> {
    const path = this.pathOf(className);
    try {
      const bytes = await this.#project.readBytes(path);
      return bytes && DocumentText.read(this.#project.relative(path), bytes, formats.settings);
    } catch (error) {
      this.#refused.add(className);
      this.#log.write('Error', (error as Error).message);
      return undefined;
    }
  }
}
