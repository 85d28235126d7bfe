import { join, relative, resolve, sep } from 'node:path';
import { reasonOf } from '../exception-text.js';
import { ExposedError } from '../exposed-error.js';
import type { HostLog } from '../host.js';
import { isBelow } from './below.js';
import type { FileContent } from './chunks.js';
import { type FileAction, FileError } from './file-error.js';
import type { FileStore } from './files.js';
import { FileRefused } from './format.js';
import { type FileKind, kindOf } from './kinds.js';
import { walk } from './walk.js';

/** A project's folder that was there and is not any more. */
export class FolderVanished extends Error {}

/** The ending that a new file of a kind gets. */
const endings = { live: '.live.json', preset: '.preset.json' } as const;
const names = { live: 'a live scene', preset: 'a preset' } as const;
type NamedKind = keyof typeof endings;

/** Files that are deleted at once, so that many take no longer than they must. */
const deletedAtOnce = 32;

/** Entries of folders that are looked at for what killed saves have left; the start shall not take long for it. */
const mostCleaned = 100_000;

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
   * The file of a live scene, named in full as other programs do.
   * @throws ExposedError `invalid-request` for one that leads out, or is another kind of file
   */
  exactScene(path: string): string {
    return this.#ofKind(path, 'live');
  }

  /** As it is written in the project's own files and in messages: relative, with `/`. */
  relative(path: string): string {
    return isBelow(this.path, path) ? inFolder(this.path, path) : path;
  }

  /** The bytes of one of the project's files; undefined when there is none. @throws FileError, ExposedError */
  async readBytes(path: string): Promise<Buffer | undefined> {
    return this.#reporting(path, 'read', async () => this.files.readBytes(await this.#real(path)));
  }

  /** The text of one of the project's files; undefined when there is none. @throws FileError, FileRefused, ExposedError */
  async read(path: string): Promise<string | undefined> {
    const bytes = await this.readBytes(path);
    if (bytes === undefined) return undefined;
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new FileRefused(this.relative(path), 1, 'it is broken: it is no UTF-8 text');
    }
  }

  /** Replaces one of the project's files, or makes it. @throws FileError, FolderVanished, ExposedError */
  async write(path: string, content: FileContent): Promise<void> {
    await this.#reporting(path, 'written', async () => {
      await this.#ensure();
      await this.files.write(await this.#real(path), content);
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

  /**
   * Deletes live scenes, settings and presets; whatever else lies in the folder stays, links too.
   * @throws FileError for the first file that could not be deleted, once the others are
   */
  async deleteSavedData(): Promise<void> {
    let failure: FileError | undefined;
    const remove = async (root: string, path: string) => {
      await this.files.remove(join(root, path)).catch((error) => {
        failure ??= this.#failed(path, 'deleted', error);
      });
    };
    const root = await this.#reporting('.', 'read', () => this.files.realPath(this.path));
    for await (const { folder, entries } of walk(this.files, root)) {
      const paths = entries.filter(({ kind }) => kind === 'file').map(({ name }) => folder + name);
      const own = paths.filter((path) => kindOf(path) !== undefined);
      while (own.length > 0) await Promise.all(own.splice(-deletedAtOnce).map((path) => remove(root, path)));
    }
    if (failure !== undefined) throw failure;
  }

  /** Deletes what saves that were killed have left, the nearest folders first. */
  async cleanUp(): Promise<void> {
    if (this.files.cleanUp === undefined || !(await this.files.isFolder(this.path))) return;
    let seen = 0;
    try {
      const root = await this.files.realPath(this.path);
      for await (const { folder, entries } of walk(this.files, root)) {
        await this.files.cleanUp(resolve(root, folder)).catch(() => {});
        seen += entries.length;
        if (seen > mostCleaned) return;
      }
    } catch (error) {
      this.#failed('.', 'read', error);
    }
  }

  /** A path that must not lead out of the project. @throws ExposedError `invalid-request` */
  #inside(path: string): string {
    const absolute = resolve(this.path, path);
    if (!isBelow(this.path, absolute) || path.includes('\0')) throw leadsOut(path);
    return absolute;
  }

  #ofKind(path: string, kind: NamedKind): string {
    const absolute = this.#inside(path);
    if (kindOf(this.relative(absolute)) !== kind) throw anotherKind(path, kind);
    return absolute;
  }

  /** The path without links. @throws ExposedError `invalid-request` when they lead out of the project */
  async #confined(path: string): Promise<{ root: string; real: string }> {
    const absolute = this.#inside(path);
    const root = await this.files.realPath(this.path);
    const real = await this.files.realPath(absolute);
    if (!isBelow(root, real)) throw leadsOut(this.relative(absolute));
    return { root, real };
  }

  /** The same for a file: one that is a link leads to another one of its kind. */
  async #real(path: string): Promise<string> {
    const { root, real } = await this.#confined(path);
    const kind = kindOf(this.relative(path));
    if (kind !== undefined && kindOf(inFolder(root, real)) === kind) return real;
    throw anotherKind(this.relative(path), kind);
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

function leadsOut(path: string): ExposedError {
  return new ExposedError('invalid-request', `${JSON.stringify(path)} leads out of the project's folder`);
}

function anotherKind(path: string, kind: FileKind | undefined): ExposedError {
  const wanted =
    kind === 'live' || kind === 'preset'
      ? `: ${names[kind]} is a file whose name ends with "${endings[kind]}", in a folder that is not hidden`
      : '';
  return new ExposedError('invalid-request', `${JSON.stringify(path)} is no file of that kind${wanted}`);
}

function withEnding(path: string, kind: NamedKind): string {
  return /\.json$/i.test(path) ? path : path + endings[kind];
}
