import { join, relative, resolve, sep } from 'node:path';
import { reasonOf } from '../../exception-text.js';
import { ExposedError } from '../../exposed-error.js';
import type { HostLog } from '../../host.js';
import { checkBounds } from '../document/file-text.js';
import { type FileAction, FileError, shown } from './file-error.js';
import { fileKind } from './file-kind.js';
import type { FileStore } from './file-store.js';
import { isInside } from './is-inside.js';
import { walk } from './walk-folder.js';

/** A project's folder that was there and is not any more. */
export class FolderVanished extends Error {}

/** The ending that a new file of a kind gets. */
const endings = { live: '.live.json', preset: '.preset.json' } as const;
const descriptions = { live: 'a live scene', preset: 'a preset' } as const;
type NamedKind = keyof typeof endings;

/** Entries of folders that are looked at for what killed saves have left; the start shall not take long for it. */
const mostCleaned = 100_000;
/** Entries of folders that are looked at for a list of files; a request shall not take long for it. */
const mostListed = 10_000;

/** Folders below the project's that a path may lead through: tools of all kinds still can delete them. */
const mostFolders = 64;
/** Characters of a path that is looked at, as many as systems take. */
const longestPath = 4096;

const leadsOut = "leads out of the project's folder";

/**
 * The folder of a project and the files in it (wire.md section 7). Nothing outside of it is touched, by real path, and no
 * file of another program (OPS-7).
 */
export class ProjectFolder {
  readonly path: string;
  readonly files: FileStore;
  readonly #log: Pick<HostLog, 'write'>;
  #wasThere = false;

  constructor(path: string, files: FileStore, log: Pick<HostLog, 'write'>) {
    this.path = resolve(path);
    this.files = files;
    this.#log = log;
  }

  get settings(): string {
    return join(this.path, 'Settings');
  }

  get startup(): string {
    return join(this.settings, 'startup.json');
  }

  /**
   * The file of a preset, by name or by a path in the project.
   * @throws ExposedError `invalid-request` for one that leads out, or is another kind of file
   */
  preset(name: string): string {
    const file = withEnding(name, 'preset');
    return this.#ofKind(name.includes('/') ? file : join('Presets', file), 'preset');
  }

  /**
   * The file of a live scene, by a path in the project; the ending may be left out.
   * @throws ExposedError `invalid-request` for one that leads out, or is another kind of file
   */
  scene(path: string): string {
    return this.#ofKind(withEnding(path, 'live'), 'live');
  }

  /**
   * The file of a copy of a live scene. The ending may be left out of a name that has none: whoever names `notes.txt` means that.
   * @throws ExposedError `invalid-request` for one that leads out, or is another kind of file
   */
  copy(path: string): string {
    return /\.[^/]*$/.test(path) ? this.#ofKind(path, 'live') : this.scene(path);
  }

  /** As it is written in the project's own files and in messages: relative, with `/`. */
  relative(path: string): string {
    return isInside(this.path, path) ? inFolder(this.path, path) : path;
  }

  /** The bytes of one of the project's files; undefined when there is none. @throws FileError, ExposedError */
  async readBytes(path: string): Promise<Uint8Array | undefined> {
    return this.#reporting(path, 'read', async () => this.files.readBytes(await this.#real(path)));
  }

  /** Replaces one of the project's files, or makes it. @throws FileError, FolderVanished, ExposedError */
  async write(path: string, text: string): Promise<void> {
    await this.#reporting(path, 'written', async () => {
      checkBounds(text);
      await this.#ensure();
      await this.files.write(await this.#real(path), text);
    });
  }

  /** The names in a folder of the project; none when there is no such folder. @throws FileError, ExposedError */
  async list(folder: string): Promise<string[]> {
    return this.#reporting(folder, 'read', async () => {
      const names: string[] = [];
      const { real } = await this.#confined(folder);
      for await (const { name } of this.files.list(real)) names.push(name);
      return names;
    });
  }

  /** The project's files of a kind, as they are named in it; the nearest folders first. @throws FileError, ExposedError */
  async *ofKind(kind: NamedKind): AsyncGenerator<string> {
    if (!(await this.files.isFolder(this.path))) return;
    const root = await this.#reporting('.', 'read', () => this.files.realPath(this.path));
    for await (const { folder, names } of walk(
      this.files,
      root,
      (path) => fileKind(path) === kind,
      mostListed,
    ))
      for (const name of names) yield folder + name;
  }

  /**
   * Deletes live scenes, settings and presets; whatever else lies in the folder stays, links too.
   * @throws FileError for the first folder of which something could not be deleted, once the others are through
   */
  async deleteSavedData(): Promise<void> {
    let failure: FileError | undefined;
    const root = await this.#reporting('.', 'read', () => this.files.realPath(this.path));
    for await (const { folder, names } of walk(this.files, root, (path) => fileKind(path) !== undefined)) {
      await this.files.remove(resolve(root, folder), names).catch((error) => {
        failure ??= this.#failed(folder === '' ? '.' : folder, 'emptied', error);
      });
    }
    if (failure !== undefined) throw failure;
  }

  /** Deletes what saves that were killed have left, the nearest folders first. */
  async cleanUp(): Promise<void> {
    const { files } = this;
    if (files.cleanUp === undefined || !(await files.isFolder(this.path))) return;
    try {
      const root = await files.realPath(this.path);
      const mayBeLeft = (path: string) => path.endsWith('.tmp');
      for await (const { folder, names } of walk(files, root, mayBeLeft, mostCleaned)) {
        await files.cleanUp(resolve(root, folder), names);
      }
    } catch (error) {
      this.#failed('.', 'emptied', error);
    }
  }

  /** A path that must not lead out of the project. @throws ExposedError `invalid-request` */
  #inside(path: string): string {
    const absolute = resolve(this.path, path);
    if (!isInside(this.path, absolute) || path.includes('\0')) throw refuse(path, leadsOut);
    return absolute;
  }

  #ofKind(path: string, kind: NamedKind): string {
    if (path.length > longestPath) throw refuse(path, `has more than ${longestPath} characters`);
    // Each would be written as the same character: two names, and one file.
    if (/\p{Surrogate}/u.test(path)) throw refuse(path, 'has half of a character (a lone surrogate)');
    // On a terminal and in a list of files it would act instead of being shown, and Windows has none.
    if (/\p{Cc}/u.test(path)) throw refuse(path, 'has a control character');
    const absolute = this.#inside(path);
    const inside = this.relative(absolute);
    if (inside.split('/').length > mostFolders + 1)
      throw refuse(
        path,
        `leads through more than ${mostFolders} folders; choose a place nearer to the project's folder`,
      );
    if (fileKind(inside) !== kind)
      throw refuse(
        path,
        `is no name of ${descriptions[kind]}, which ends with "${endings[kind]}" and lies in no hidden folder`,
      );
    return absolute;
  }

  /** The path without links. @throws ExposedError `invalid-request` when they lead out of the project */
  async #confined(path: string): Promise<{ root: string; real: string }> {
    const absolute = this.#inside(path);
    const root = await this.files.realPath(this.path);
    const real = await this.files.realPath(absolute);
    if (!isInside(root, real)) throw refuse(this.relative(absolute), leadsOut);
    return { root, real };
  }

  /** The same for a file: one that is a link leads to another one of its kind. */
  async #real(path: string): Promise<string> {
    const { root, real } = await this.#confined(path);
    const kind = fileKind(this.relative(path));
    if (kind !== undefined && fileKind(inFolder(root, real)) === kind) return real;
    throw refuse(this.relative(path), 'is a link to another kind of file');
  }

  /** Creates the folder the first time. @throws FolderVanished when it is gone since: what was in it would be lost */
  async #ensure(): Promise<void> {
    if (await this.files.isFolder(this.path)) {
      this.#wasThere = true;
      return;
    }
    if (this.#wasThere) throw new FolderVanished("the project's folder has vanished");
    await this.files.createFolder(this.path);
    this.#wasThere = true;
  }

  async #reporting<T>(path: string, what: FileAction, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      if (error instanceof ExposedError || error instanceof FolderVanished) throw error;
      throw this.#failed(this.relative(path), what, error);
    }
  }

  /** What people are told; what the disk said goes to the log alone, since it names paths of the machine. */
  #failed(path: string, what: FileAction, error: unknown): FileError {
    const failure = new FileError(path, what, error);
    this.#log.write('Log', `${failure.message} (${reasonOf(error)})`);
    return failure;
  }
}

function inFolder(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

function refuse(path: string, reason: string): ExposedError {
  return new ExposedError('invalid-request', `${shown(path)} ${reason}`);
}

function withEnding(path: string, kind: NamedKind): string {
  return /\.json$/i.test(path) ? path : path + endings[kind];
}
