import { join, relative, resolve, sep } from 'node:path';
import { reasonOf } from '../../common/exception-text.js';
import { ExposedError } from '../../common/exposed-error.js';
import type { HostLog } from '../../host.js';
import { checkBounds } from '../document/file-text.js';
import { type FileAction, FileError, formatPath } from './file-error.js';
import { fileKind } from './file-kind.js';
import type { FileStore } from './file-store.js';
import { isInside } from './is-inside.js';
import { walkFolder } from './walk-folder.js';

/** Thrown if the project folder existed and is gone. */
export class FolderVanished extends Error {}

/** The file name endings of new files. */
const endings = { live: '.live.json', preset: '.preset.json' } as const;
const descriptions = { live: 'a live scene', preset: 'a preset' } as const;
type NamedKind = keyof typeof endings;

/** Maximum number of folder entries examined for temporary files at startup. */
const maxCleanedEntries = 100_000;
/** Maximum number of folder entries examined for a list of files. */
const maxListedEntries = 10_000;

/** Maximum number of folders in a path below the project folder, so that other tools can still delete them. */
const maxFolderDepth = 64;
/** Maximum number of characters of a path, the limit of most systems. */
const maxPathChars = 4096;

const isOutside = 'is outside the project folder';

/**
 * The folder of a project and its files (wire.md section 7). Accesses nothing outside of it, resolving links,
 * and no files of other programs (OPS-7).
 */
export class ProjectFolder {
  readonly path: string;
  readonly files: FileStore;
  readonly #log: Pick<HostLog, 'write'>;
  #hasExisted = false;

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
   * Returns the file of a preset, given by name or by a path in the project.
   * @throws ExposedError `invalid-request` if it is outside the project or of another kind
   */
  preset(name: string): string {
    const file = withEnding(name, 'preset');
    return this.#ofKind(name.includes('/') ? file : join('Presets', file), 'preset');
  }

  /**
   * Returns the file of a live scene, given by a path in the project; the ending may be omitted.
   * @throws ExposedError `invalid-request` if it is outside the project or of another kind
   */
  scene(path: string): string {
    return this.#ofKind(withEnding(path, 'live'), 'live');
  }

  /**
   * Returns the file of a copy of a live scene. The ending may be omitted only from a name without any ending.
   * @throws ExposedError `invalid-request` if it is outside the project or of another kind
   */
  copy(path: string): string {
    return /\.[^/]*$/.test(path) ? this.#ofKind(path, 'live') : this.scene(path);
  }

  /** Returns the path relative to the project, with `/`, as files and messages have it. */
  relative(path: string): string {
    return isInside(this.path, path) ? inFolder(this.path, path) : path;
  }

  /** Returns the bytes of a project file; undefined if it does not exist. @throws FileError, ExposedError */
  async readBytes(path: string): Promise<Uint8Array | undefined> {
    return this.#withFileErrors(path, 'read', async () =>
      this.files.readBytes(await this.#resolveFile(path)),
    );
  }

  /** Creates or replaces a project file. @throws FileError, FolderVanished, ExposedError */
  async write(path: string, text: string): Promise<void> {
    await this.#withFileErrors(path, 'written', async () => {
      checkBounds(text);
      await this.#requireFolder();
      await this.files.write(await this.#resolveFile(path), text);
    });
  }

  /** Returns the names in a folder of the project; none if it does not exist. @throws FileError, ExposedError */
  async list(folder: string): Promise<string[]> {
    return this.#withFileErrors(folder, 'read', async () => {
      const names: string[] = [];
      const { real } = await this.#resolveInside(folder);
      for await (const { name } of this.files.list(real)) names.push(name);
      return names;
    });
  }

  /**
   * Yields the project files of a kind by their relative paths, folders near the root first. @throws FileError,
   * ExposedError
   */
  async *ofKind(kind: NamedKind): AsyncGenerator<string> {
    if (!(await this.files.isFolder(this.path))) return;
    const root = await this.#withFileErrors('.', 'read', () => this.files.realPath(this.path));
    for await (const { folder, names } of walkFolder(
      this.files,
      root,
      (path) => fileKind(path) === kind,
      maxListedEntries,
    ))
      for (const name of names) yield folder + name;
  }

  /**
   * Deletes live scenes, settings and presets; other files and links stay.
   * @throws FileError for the first folder that failed, after all others are done
   */
  async deleteSavedData(): Promise<void> {
    let failure: FileError | undefined;
    const root = await this.#withFileErrors('.', 'read', () => this.files.realPath(this.path));
    for await (const { folder, names } of walkFolder(
      this.files,
      root,
      (path) => fileKind(path) !== undefined,
    )) {
      await this.files.remove(resolve(root, folder), names).catch((error) => {
        failure ??= this.#failed(folder === '' ? '.' : folder, 'emptied', error);
      });
    }
    if (failure !== undefined) throw failure;
  }

  /** Deletes temporary files that killed saves have left, folders near the root first. */
  async cleanUp(): Promise<void> {
    const { files } = this;
    if (files.cleanUp === undefined || !(await files.isFolder(this.path))) return;
    try {
      const root = await files.realPath(this.path);
      const mayBeTemporary = (path: string) => path.endsWith('.tmp');
      for await (const { folder, names } of walkFolder(files, root, mayBeTemporary, maxCleanedEntries)) {
        await files.cleanUp(resolve(root, folder), names);
      }
    } catch (error) {
      this.#failed('.', 'emptied', error);
    }
  }

  /** Resolves a path inside the project. @throws ExposedError `invalid-request` if it is outside */
  #requireInside(path: string): string {
    const absolute = resolve(this.path, path);
    if (!isInside(this.path, absolute) || path.includes('\0')) throw refuse(path, isOutside);
    return absolute;
  }

  #ofKind(path: string, kind: NamedKind): string {
    if (path.length > maxPathChars) throw refuse(path, `has more than ${maxPathChars} characters`);
    // All lone surrogates are written as the same character, so two names would be one file.
    if (/\p{Surrogate}/u.test(path)) throw refuse(path, 'contains a lone surrogate');
    // Terminals would execute control characters, and Windows rejects them.
    if (/\p{Cc}/u.test(path)) throw refuse(path, 'contains a control character');
    const absolute = this.#requireInside(path);
    const inside = this.relative(absolute);
    if (inside.split('/').length > maxFolderDepth + 1)
      throw refuse(
        path,
        `leads through more than ${maxFolderDepth} folders; choose a place nearer to the project's folder`,
      );
    if (fileKind(inside) !== kind)
      throw refuse(
        path,
        `is not a valid name for ${descriptions[kind]}: it must end with "${endings[kind]}" and must not be in a hidden folder`,
      );
    return absolute;
  }

  /** Resolves links. @throws ExposedError `invalid-request` if they lead outside the project */
  async #resolveInside(path: string): Promise<{ root: string; real: string }> {
    const absolute = this.#requireInside(path);
    const root = await this.files.realPath(this.path);
    const real = await this.files.realPath(absolute);
    if (!isInside(root, real)) throw refuse(this.relative(absolute), isOutside);
    return { root, real };
  }

  /** Like `#resolveInside`, for a file: a link must lead to a file of the same kind. */
  async #resolveFile(path: string): Promise<string> {
    const { root, real } = await this.#resolveInside(path);
    const kind = fileKind(this.relative(path));
    if (kind !== undefined && fileKind(inFolder(root, real)) === kind) return real;
    throw refuse(this.relative(path), 'is a link to another kind of file');
  }

  /**
   * Creates the folder the first time. @throws FolderVanished if it existed before, since its files would be lost
   */
  async #requireFolder(): Promise<void> {
    if (await this.files.isFolder(this.path)) {
      this.#hasExisted = true;
      return;
    }
    if (this.#hasExisted) throw new FolderVanished('the project folder has vanished');
    await this.files.createFolder(this.path);
    this.#hasExisted = true;
  }

  async #withFileErrors<T>(path: string, what: FileAction, action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      if (error instanceof ExposedError || error instanceof FolderVanished) throw error;
      throw this.#failed(this.relative(path), what, error);
    }
  }

  /** Returns the error for clients; logs the system's error, which names paths of the machine. */
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
  return new ExposedError('invalid-request', `${formatPath(path)} ${reason}`);
}

function withEnding(path: string, kind: NamedKind): string {
  return /\.json$/i.test(path) ? path : path + endings[kind];
}
