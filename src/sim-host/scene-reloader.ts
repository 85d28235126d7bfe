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

/** The result of a reload. */
export interface SceneReload {
  /** Errors of the new scene; the old one then keeps running. Empty if the new one runs. */
  readonly diagnostics: readonly SceneDiagnostic[];
  /** Changed keys that take effect only at a start, such as `server`. */
  readonly needsRestart: readonly string[];
}

/** The parts of a host that a new scene changes. */
interface ReloadTarget {
  readonly engine: Engine;
  readonly service: RemoteControlService;
  readonly runtime: SceneRuntime;
  /** Applies the parts of a document other than its objects. */
  readonly apply: (document: SceneDocument) => void;
}

/** Replaces the running scene with the changed scene file. */
export class SceneReloader {
  readonly #file: string | undefined;
  readonly #target: ReloadTarget;
  #document: SceneDocument;
  #files: readonly string[];
  #last: Promise<unknown> = Promise.resolve();

  /** @param file undefined for a scene without a file */
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

  /** Reloads run one after the other. @throws Error for a scene without a file */
  reload(): Promise<SceneReload> {
    const reloaded = this.#last.then(() => this.#reload());
    this.#last = reloaded.catch(() => {});
    return reloaded;
  }

  async #reload(): Promise<SceneReload> {
    if (this.#file === undefined) throw new Error('Only a scene from a file can be reloaded');
    const { document, diagnostics, files } = await checkSceneFile(this.#file, { freshModules: true });
    this.#files = [...new Set([...filesOf(this.#document), ...files])];
    if (document === undefined) return { diagnostics, needsRestart: [] };
    const before = this.#document;
    await this.#replaceOrKeep(document, before);
    this.#document = document;
    this.#files = filesOf(document);
    return { diagnostics: [], needsRestart: fixedAtStart(before, document) };
  }

  /**
   * Replaces the scene. If the new one cannot be built, the old one is restored; unsaved edits stay with their
   * objects.
   */
  async #replaceOrKeep(document: SceneDocument, before: SceneDocument): Promise<void> {
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
      // On a manual clock the next frame may be far away.
      engine.loop.flush();
    }
  }

  async #replace(document: SceneDocument): Promise<void> {
    const { engine, service, runtime, apply } = this.#target;
    const { name, version = '0.0.0' } = document.application;
    const replace = () => {
      engine.describe({ name, version });
      apply(document);
      runtime.replace(document);
    };
    if (service.live === undefined) replace();
    else await service.live.reopen(replace);
  }
}

function filesOf({ file, moduleFiles }: SceneDocument): string[] {
  return [resolve(file), ...moduleFiles];
}

/** Returns the changed keys that are only read when the host starts. */
function fixedAtStart(before: SceneDocument, after: SceneDocument): string[] {
  const pick = ({ application, loop, server, project }: SceneDocument): Record<string, unknown> => ({
    'application.mode': application.mode,
    'application.firstId': application.firstId,
    loop,
    server,
    'project.folder': project?.folder,
    'project.switchSceneOnLoad': project?.switchSceneOnLoad,
  });
  const [old, present] = [pick(before), pick(after)];
  return Object.keys(old).filter((key) => !isDeepStrictEqual(old[key], present[key]));
}
