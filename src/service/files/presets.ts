import type { ApplicationInfo, HostLog } from '../host.js';
import { isJsonObject, type JsonObject } from '../json.js';
import type { ExposedModel } from '../model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import { packageVersion } from '../package-version.js';
import { fileText, readFileText } from './document/file-text.js';
import { FileRefused, formats, header } from './format.js';
import type { ProjectFolder } from './project/project-folder.js';
import { ExposedObjectSnapshot } from './snapshot.js';

/** Presets: the delta of one object in a file, to be given to others of its type (SNP-3). */
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

  /** The names by which they are loaded, and the types of their objects; of no type is what cannot be read. */
  async list(): Promise<{ name: string; type: string }[]> {
    const presets: { name: string; type: string }[] = [];
    for await (const path of this.#project.ofKind('preset')) {
      const name = nameOf(path);
      presets.push({ name, type: await this.#typeOf(name) });
    }
    return presets.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** As it is named in the project. @internal */
  relative(path: string): string {
    return this.#project.relative(path);
  }

  /** Writes an object's delta; the path of the file. @throws Error when it cannot be written */
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

  /** Gives a preset's state to an object; the path of the file. @throws FileRefused, ExposedError */
  async load(handle: ExposedObjectHandle, name: string): Promise<string> {
    const path = this.#project.preset(name);
    const { typeName, members } = await this.#read(path);
    const missing = (place: string) =>
      this.#log.write(
        'Warning',
        `Loading ${this.relative(path)}: ${place} of ${handle.name} stays as it is, since what it is to refer to is not there`,
      );
    new ExposedObjectSnapshot(typeName, members).restore({ model: this.#model }, handle, missing);
    return path;
  }

  async #typeOf(name: string): Promise<string> {
    try {
      return (await this.#read(this.#project.preset(name))).typeName;
    } catch {
      // Whoever loads it is told why.
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
      throw new FileRefused(shown, 1, 'it is broken: "object" is no object with an @type');
    const { '@type': typeName, ...members } = object;
    return { typeName, members };
  }
}

/**
 * Those in the folder of presets by their names alone, where these lead to them and to no other file: `warm` is
 * `warm.preset.json`, and not `warm.PRESET.JSON`. Others by their paths, in which there is a slash.
 */
function nameOf(path: string): string {
  const [, name] = /^Presets\/([^/]+)\.preset\.json$/.exec(path) ?? [];
  if (name !== undefined && !/\.json$/i.test(name)) return name;
  return path.includes('/') ? path : `./${path}`;
}
