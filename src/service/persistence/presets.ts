import type { ApplicationInfo } from '../host.js';
import { isJsonObject } from '../json.js';
import type { ExposedModel } from '../model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import { packageVersion } from '../package-version.js';
import { fileText, scanFile } from './document/scan-file.js';
import { FileRefused, formats, header } from './format.js';
import type { ProjectFolder } from './project-folder.js';
import { atOnce } from './slices.js';
import { ExposedObjectSnapshot } from './snapshot.js';

/** Presets: the delta of one object in a file, to be given to others of its type (SNP-3). */
export class Presets {
  readonly #model: ExposedModel;
  readonly #application: ApplicationInfo;
  readonly #project: ProjectFolder;

  constructor(model: ExposedModel, application: ApplicationInfo, project: ProjectFolder) {
    this.#model = model;
    this.#application = application;
    this.#project = project;
  }

  /** Writes an object's delta; the path of the file. @throws Error when it cannot be written */
  async save(handle: ExposedObjectHandle, name: string): Promise<string> {
    const path = this.#project.preset(name);
    const { typeName, members } = ExposedObjectSnapshot.captureDelta(this.#model, handle);
    const text = fileText({
      ...header(formats.preset[0], this.#application, packageVersion),
      object: { '@type': typeName, ...members },
    });
    await this.#project.write(path, text);
    return path;
  }

  /** Gives a preset's state to an object; the path of the file. @throws FileRefused, ExposedError */
  async load(handle: ExposedObjectHandle, name: string): Promise<string> {
    const path = this.#project.preset(name);
    const shown = this.#project.relative(path);
    const bytes = await this.#project.readBytes(path);
    if (bytes === undefined) throw new FileRefused(shown, 1, 'there is no such file');
    const object = atOnce(scanFile(shown, bytes, formats.preset)).member('object');
    if (!isJsonObject(object) || typeof object['@type'] !== 'string')
      throw new FileRefused(shown, 1, 'it is broken: "object" is no object with an @type');
    const { '@type': typeName, ...members } = object;
    new ExposedObjectSnapshot(typeName, members).restore(this.#model, handle);
    return path;
  }
}
