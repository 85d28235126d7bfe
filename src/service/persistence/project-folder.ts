import { join, relative, resolve, sep } from 'node:path';
import { ExposedError } from '../exposed-error.js';
import { isBelow } from './below.js';
import type { FileStore } from './files.js';

/** A project's folder that was there and is not any more. */
export class FolderVanished extends Error {}

/** The folder of a project and the names in it (wire.md section 7). */
export class ProjectFolder {
  readonly path: string;
  readonly files: FileStore;
  #wasThere = false;

  constructor(path: string, files: FileStore) {
    this.path = resolve(path);
    this.files = files;
  }

  get settings(): string {
    return join(this.path, 'Settings');
  }

  get startup(): string {
    return join(this.settings, 'startup.json');
  }

  /**
   * The file of a preset, by name or by a path in the project.
   * @throws ExposedError `invalid-request` for one that leads out
   */
  preset(name: string): string {
    const file = /\.json$/i.test(name) ? name : withEnding(name, '.preset.json');
    return this.inside(name.includes('/') ? file : join('Presets', file));
  }

  /** The file of a live scene; relative paths are relative to the project. */
  scene(path: string): string {
    return resolve(this.path, /\.json$/i.test(path) ? path : withEnding(path, '.live.json'));
  }

  /** A path that must not lead out of the project. @throws ExposedError `invalid-request` */
  inside(path: string): string {
    const absolute = resolve(this.path, path);
    if (!isBelow(this.path, absolute) || path.includes('\0')) throw leadsOut(path);
    return absolute;
  }

  /** The same for what apps name, where also no symbolic link may lead out. @throws ExposedError `invalid-request` */
  async confined(path: string): Promise<string> {
    const absolute = this.inside(path);
    const [folder, target] = await Promise.all([
      this.files.realPath(this.path),
      this.files.realPath(absolute),
    ]);
    if (!isBelow(folder, target)) throw leadsOut(path);
    return absolute;
  }

  /** As it is written in the project's own files: relative, with `/`. */
  relative(path: string): string {
    return isBelow(this.path, path) ? relative(this.path, path).split(sep).join('/') : path;
  }

  /** Deletes live scenes, settings and presets; whatever else lies in the folder stays. */
  async deleteSavedData(folder = this.path): Promise<void> {
    for (const name of await this.files.list(folder)) {
      const path = join(folder, name);
      const isOurs = /\.(live|scene|preset|settings)\.json$/.test(name) || path === this.startup;
      if (isOurs) await this.files.remove(path);
      else if (await this.files.isFolder(path)) await this.deleteSavedData(path);
    }
  }

  /** Creates the folder the first time. @throws Error when it has vanished since: what was in it would be lost */
  async ensure(): Promise<void> {
    if (await this.files.isFolder(this.path)) {
      this.#wasThere = true;
      return;
    }
    if (this.#wasThere) throw new FolderVanished(`the project's folder ${this.path} has vanished`);
    await this.files.createFolder(this.path);
    this.#wasThere = true;
  }
}

function leadsOut(path: string): ExposedError {
  return new ExposedError('invalid-request', `"${path}" leads out of the project's folder`);
}

function withEnding(path: string, ending: string): string {
  return path.endsWith(ending) ? path : path + ending;
}
