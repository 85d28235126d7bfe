import { isJsonObject, type JsonObject } from '../common/json.js';
import type { ApplicationInfo, HostLog } from '../host.js';
import type { ExposedModel } from '../model/model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import { packageVersion } from '../package-version.js';
import { fileText, readFileText } from './document/file-text.js';
import { FileRefused, formats, header } from './format.js';
import { ExposedObjectSnapshot } from './object-snapshot.js';
import type { ProjectFolder } from './project/project-folder.js';

/** Saves the delta of one object as a preset, and applies presets to other objects of its type (SNP-3). */
export class Presets {
  readonly #model: ExposedModel;
  readonly #application: ApplicationInfo;
  readonly #project: ProjectFolder;
  readonly #log: Pick<HostLog, 'write'>;

  /** @internal */
  constructor(
    model: ExposedModel,
    application: ApplicationInfo,
    project: ProjectFolder,
    log: Pick<HostLog, 'write'>,
  ) {
    this.#model = model;
    this.#application = application;
    this.#project = project;
    this.#log = log;
  }

  /** Lists the names of presets and the types of their objects; the type of an unreadable preset is empty. */
  async list(): Promise<{ name: string; type: string }[]> {
    const presets: { name: string; type: string }[] = [];
    for await (const path of this.#project.ofKind('preset')) {
      const name = nameOf(path);
      presets.push({ name, type: await this.#typeOf(name) });
    }
    return presets.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Returns a path as it is named in the project. @internal */
  relative(path: string): string {
    return this.#project.relative(path);
  }

  /** Writes an object's delta and returns the path of the file. @throws Error if the file cannot be written */
  async save(handle: ExposedObjectHandle, name: string): Promise<string> {
    const path = this.#project.preset(name);
    const { typeName, members } = ExposedObjectSnapshot.captureDelta({ model: this.#model }, handle);
    const file = {
      ...header(formats.preset[0], this.#application, packageVersion),
      object: { '@type': typeName, ...members },
    };
    await this.#project.write(path, fileText(file));
    return path;
  }

  /** Applies a preset to an object and returns the path of the file. @throws FileRefused, ExposedError */
  async load(handle: ExposedObjectHandle, name: string): Promise<string> {
    const path = this.#project.preset(name);
    const { typeName, members } = await this.#read(path);
    const warnUnresolved = (place: string) =>
      this.#log.write(
        'Warning',
        `Loading ${this.relative(path)}: ${place} of ${handle.name} was left unchanged because the object it refers to does not exist`,
      );
    new ExposedObjectSnapshot(typeName, members).restore({ model: this.#model }, handle, warnUnresolved);
    return path;
  }

  async #typeOf(name: string): Promise<string> {
    try {
      return (await this.#read(this.#project.preset(name))).typeName;
    } catch {
      // Loading the preset reports the error.
      return '';
    }
  }

  /** @throws FileRefused, FileError, ExposedError */
  async #read(path: string): Promise<{ typeName: string; members: JsonObject }> {
    const shown = this.#project.relative(path);
    const bytes = await this.#project.readBytes(path);
    if (bytes === undefined) throw new FileRefused(shown, undefined, 'there is no such file');
    const object = readFileText(shown, bytes, formats.preset).member('object');
    if (!isJsonObject(object) || typeof object['@type'] !== 'string')
      throw new FileRefused(shown, 1, 'it is broken: "object" must be an object with an @type');
    const { '@type': typeName, ...members } = object;
    return { typeName, members };
  }
}

/**
 * Returns the name by which a preset is loaded: `warm` for `Presets/warm.preset.json`, but not for `warm.PRESET.JSON`.
 * Other files are named by their path, which contains a slash.
 */
function nameOf(path: string): string {
  const [, name] = /^Presets\/([^/]+)\.preset\.json$/.exec(path) ?? [];
  if (name !== undefined && !/\.json$/i.test(name)) return name;
  return path.includes('/') ? path : `./${path}`;
}
