import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { RemoteControlService } from '../service/index.js';
import type { Engine } from './engine/index.js';
import {
  checkSceneFile,
  type SceneDiagnostic,
  type SceneDocument,
  type SceneRuntime,
} from './scene-file/index.js';

/** What came of a reload. */
export interface SceneReload {
  /** The errors for which the scene that runs goes on as it is; empty when the new one runs. */
  readonly diagnostics: readonly SceneDiagnostic[];
  /** Keys of the file that have changed and only mean something at a start: `server.port`. */
  readonly needsRestart: readonly string[];
}

/** What of a host a scene is put into. */
interface ReloadTarget {
  readonly engine: Engine;
  readonly service: RemoteControlService;
  readonly runtime: SceneRuntime;
  /** Sets what beside the objects depends on the document. */
  readonly put: (document: SceneDocument) => void;
}

/** Puts a scene file that has changed in the place of the scene that runs. */
export class SceneReloader {
  readonly #file: string | undefined;
  readonly #target: ReloadTarget;
  #document: SceneDocument;
  #files: readonly string[];
  #last: Promise<unknown> = Promise.resolve();

  /** @param file undefined for a scene that is no file */
  constructor(document: SceneDocument, file: string | undefined, target: ReloadTarget) {
    this.#document = document;
    this.#file = file;
    this.#target = target;
    this.#files = file === undefined ? [] : filesOf(document);
  }

  /** The scene file and its modules, absolute. */
  get files(): readonly string[] {
    return this.#files;
  }

  /** One after the other. @throws Error for a scene that is no file */
  reload(): Promise<SceneReload> {
    const reloaded = this.#last.then(() => this.#reload());
    this.#last = reloaded.catch(() => {});
    return reloaded;
  }

  async #reload(): Promise<SceneReload> {
    if (this.#file === undefined) throw new Error('The scene is no file that could be read again');
    const { document, diagnostics, files } = await checkSceneFile(this.#file, { freshModules: true });
    this.#files = [...new Set([...filesOf(this.#document), ...files])];
    if (document === undefined) return { diagnostics, needsRestart: [] };
    const before = this.#document;
    await this.#put(document, before);
    this.#document = document;
    this.#files = filesOf(document);
    return { diagnostics: [], needsRestart: fixedAtStart(before, document) };
  }

  /** Where the new scene cannot be put, the one before takes its place again, and unsaved edits stay with its objects. */
  async #put(document: SceneDocument, before: SceneDocument): Promise<void> {
    const { engine, service } = this.#target;
    try {
      await service.replaceObjects(async () => {
        try {
          await this.#replace(document);
        } catch (error) {
          await this.#replace(before);
          throw error;
        }
      });
    } finally {
      // On a manual clock no frame comes by itself that would send what has changed.
      engine.loop.flush();
    }
  }

  async #replace(document: SceneDocument): Promise<void> {
    const { engine, service, runtime, put } = this.#target;
    const { name, version = '0.0.0' } = document.application;
    const replace = () => {
      engine.describe({ name, version });
      put(document);
      runtime.replace(document);
    };
    if (service.live === undefined) replace();
    else await service.live.reopen(replace);
  }
}

function filesOf({ file, moduleFiles }: SceneDocument): string[] {
  return [resolve(file), ...moduleFiles];
}

/** What has changed of what is only read when the host starts. */
function fixedAtStart(before: SceneDocument, after: SceneDocument): string[] {
  const pick = ({ application, loop, server, project }: SceneDocument) => ({
    'application.mode': application.mode,
    'application.firstId': application.firstId,
    ...prefixed('loop', loop),
    ...prefixed('server', server),
    ...prefixed(
      'project',
      project && { folder: project.folder, switchSceneOnLoad: project.switchSceneOnLoad },
    ),
  });
  const [old, present] = [pick(before), pick(after)] as Record<string, unknown>[];
  const keys = new Set([...Object.keys(old!), ...Object.keys(present!)]);
  return [...keys].filter((key) => !isDeepStrictEqual(old![key], present![key]));
}

function prefixed(name: string, values: object | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values ?? {}).map(([key, value]) => [`${name}.${key}`, value]));
}
