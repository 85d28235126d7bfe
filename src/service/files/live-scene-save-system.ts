import { reasonOf } from '../common/exception-text.js';
import { ExposedError } from '../common/exposed-error.js';
import { platform } from '../common/platform.js';
import { runToCompletion } from '../common/run-to-completion.js';
import type { Host } from '../host.js';
import type { ExposedModel } from '../model/model.js';
import type { Notifications } from '../notifications/notifications.js';
import { packageVersion } from '../package-version.js';
import type { Translate } from '../types/descriptors.js';
import { type BaseSceneSwitch, switchBaseScene } from './base-scene.js';
import { DocumentText } from './document/document-text.js';
import { FileRefused, formats } from './format.js';
import { LiveDocument } from './live-document.js';
import { OpenScene, type PendingEntry } from './open-scene.js';
import type { ProjectFolder } from './project/project-folder.js';
import { ProjectSettings } from './project-settings.js';
import { resetAllToDefault, revertAllToDefault } from './reset.js';
import { runIncrementally } from './run-incrementally.js';
import { SaveExamination } from './save/save-examination.js';
import { UnsavableReferences } from './save/unsavable-references.js';
import { StartupState } from './startup-state.js';
import { noteUnobserved } from './unobserved-changes.js';

export interface LoadOptions {
  /** Reloads the base scene even if it is the active one (OPS-2); otherwise the load is applied on top. */
  readonly forceBaseSceneReload?: boolean;
}

export interface LiveSceneOptions {
  /** Whether loading a live scene also switches to its base scene (OPS-4). Defaults to true. */
  readonly switchSceneOnLoad?: boolean;
}

/** Saves and restores live scenes and the live project (service-spec.md, "Live scene file"). */
export class LiveSceneSaveSystem {
  readonly #model: ExposedModel;
  readonly #host: Host;
  readonly #project: ProjectFolder;
  readonly #notifications: Notifications;
  readonly #translate: Translate;
  readonly #switchSceneOnLoad: boolean;
  readonly #settings: ProjectSettings;
  readonly #startup: StartupState;
  readonly #scene: OpenScene;
  readonly #unsavableReferences: UnsavableReferences;
  /** True while a save writes unsaved changes, which count as unsaved until it is done. */
  #isSavingUnsaved = false;
  /** Runs loads and saves one after the other. */
  #queue: Promise<unknown> = Promise.resolve();
  #saves: Promise<unknown> = Promise.resolve();

  /** @internal */
  constructor(
    model: ExposedModel,
    host: Host,
    project: ProjectFolder,
    notifications: Notifications,
    translate: Translate,
    options: LiveSceneOptions = {},
  ) {
    this.#model = model;
    this.#host = host;
    this.#project = project;
    this.#notifications = notifications;
    this.#translate = translate;
    this.#switchSceneOnLoad = options.switchSceneOnLoad ?? true;
    this.#settings = new ProjectSettings(model, host.application, packageVersion, project, host.log);
    this.#startup = new StartupState(project, host.log);
    this.#scene = new OpenScene(model, host, this.#settings);
    this.#unsavableReferences = new UnsavableReferences(model, host.log);
  }

  /** Listens to the host; called again after `detach`. @internal */
  attach(): void {
    this.#scene.attach();
  }

  /** Stops listening to the host; until `attach`, pending entries stay pending. @internal */
  detach(): void {
    this.#scene.detach();
  }

  /** The path of the open live scene; undefined if none is open. */
  get currentPath(): string | undefined {
    return this.#scene.path;
  }

  /** @internal */
  get project(): ProjectFolder {
    return this.#project;
  }

  /** True if there are unsaved changes. These are tracked, not found by comparing files (DRT-14). */
  get hasUnsavedChanges(): boolean {
    return this.#isSavingUnsaved || this.#scene.hasUnsavedChanges;
  }

  /** All entries whose object does not exist. @internal */
  get pending(): readonly PendingEntry[] {
    return this.#scene.pending;
  }

  /** The pending entries of root objects (ORP-1). Entries for something inside an object are no orphans (ORP-2). */
  get orphans(): readonly PendingEntry[] {
    return this.#scene.orphans;
  }

  /** Drops all pending entries of a root key, so that the next save does not write them (ORP-4). */
  removeOrphan(sourceKey: string): boolean {
    return this.#scene.removeOrphan(sourceKey);
  }

  /**
   * Reads the project and opens the last live scene, or `initial`, which is created if it does not exist.
   * A file that cannot be opened is logged, and the host starts without it.
   */
  start(initial?: string): Promise<void> {
    return this.#enqueue(async () => {
      await this.#project.cleanUp();
      await this.#start(await this.#startup.read(), initial);
    });
  }

  /**
   * Runs `reset`, then reads the project and opens `initial`. Loads and saves in progress finish before.
   * @internal
   */
  restart(reset: () => void, initial?: string): Promise<void> {
    return this.#enqueue(() => {
      reset();
      this.#scene.path = undefined;
      return this.#start(undefined, initial);
    });
  }

  /**
   * Runs `replace`, which replaces the objects, then applies the project and the open live scene, read again.
   * If the file cannot be read, the error is logged and the version in memory is applied.
   * @internal
   */
  reopen(replace: () => void): Promise<void> {
    return this.#enqueue(async () => {
      const { path } = this.#scene;
      const document = path === undefined ? undefined : await this.#tryRead(path);
      this.#scene.whileLoading(replace);
      this.#applySettings();
      if (path === undefined) this.#beginScene();
      else if (document === undefined) this.#scene.reapply();
      else this.#open(path, document);
    });
  }

  /** Reads a live scene; logs an error and returns undefined if it cannot be opened. */
  async #tryRead(path: string): Promise<LiveDocument | undefined> {
    try {
      return await this.#read(path);
    } catch (error) {
      this.#host.log.write('Error', `The live scene was not read again: ${reasonOf(error)}`);
      return undefined;
    }
  }

  /** @throws FileRefused if the file does not exist or is broken, Error from the disk */
  async #read(path: string): Promise<LiveDocument> {
    const document = await this.#readIfPresent(path);
    if (document === undefined)
      throw new FileRefused(this.#project.relative(path), undefined, 'there is no such file');
    return document;
  }

  /** @throws FileRefused if the file is broken, Error from the disk */
  async #readIfPresent(path: string): Promise<LiveDocument | undefined> {
    const bytes = await this.#project.readBytes(path);
    if (bytes === undefined) return undefined;
    const text = DocumentText.read(this.#project.relative(path), bytes, formats.live);
    return LiveDocument.of(this.#model, this.#host, text);
  }

  /**
   * Loads the base scene of a document and applies the document, without a frame in between.
   * @param apply applies the document; its argument tells whether a base scene was loaded
   */
  async #switchAndApply(
    document: LiveDocument,
    options: LoadOptions,
    apply: (isBaseLoaded: boolean) => void,
  ): Promise<void> {
    const switchTo = this.#switchFor(document.text, options);
    // Reading took a turn of the event loop; the load gets one of its own.
    await new Promise(platform.setImmediate);
    this.#scene.whileLoading(() => apply(switchBaseScene(this.#host, switchTo)));
  }

  /** Applies the project settings to all objects and marks them clean, since loaded values are not edits. */
  #applySettings(): void {
    runToCompletion(noteUnobserved(this.#model));
    this.#scene.whileLoading(() => this.#settings.apply());
    this.#model.dirty.markAllClean();
  }

  #beginScene(): void {
    runToCompletion(noteUnobserved(this.#model));
    this.#scene.begin();
  }

  async #start(last: string | undefined, initial: string | undefined): Promise<void> {
    await this.#settings.read();
    this.#applySettings();
    this.#beginScene();
    try {
      const first = initial && this.#project.scene(initial);
      const path = last ?? first;
      if (!path) return;
      const document = await this.#readIfPresent(path);
      if (document !== undefined) await this.#load(path, document, {});
      else if (path === first) await this.#save(path, false);
      else
        this.#host.log.write('Warning', `${this.#project.relative(path)}, which was open last, is not there`);
    } catch (error) {
      this.#host.log.write('Error', `The live scene was not opened: ${reasonOf(error)}`);
    }
  }

  /** Loads the open live scene again. @throws FileRefused, ExposedError */
  loadCurrentData(options: LoadOptions = {}): Promise<void> {
    return this.#enqueue(() => {
      if (this.#scene.path === undefined) throw new ExposedError('invalid-request', 'no live scene is open');
      return this.#loadFrom(this.#scene.path, options);
    });
  }

  /**
   * Loads a live scene; relative paths are relative to the project.
   * @throws FileRefused, ExposedError; the live state is then unchanged (LSC-15)
   */
  loadCurrentDataFrom(path: string, options: LoadOptions = {}): Promise<void> {
    return this.#enqueue(() => this.#loadFrom(path, options));
  }

  async #loadFrom(path: string, options: LoadOptions): Promise<void> {
    const absolute = this.#project.scene(path);
    await this.#load(absolute, await this.#read(absolute), options);
    await this.#startup.note(absolute);
  }

  /**
   * Saves to a path, or to the open live scene, and returns the path.
   * @throws ExposedError if there is neither, Error from the disk
   */
  save(path?: string): Promise<string> {
    const saved = this.#enqueue(() => {
      const absolute = path === undefined ? this.#scene.path : this.#project.scene(path);
      if (absolute !== undefined) return this.#save(absolute, true);
      throw new ExposedError('invalid-request', 'no live scene is open; a path is needed to save to');
    });
    this.#saves = saved.catch(() => {});
    return saved;
  }

  /** Resolves when the requested saves have ended, successfully or not. @internal */
  async saved(): Promise<void> {
    await this.#saves;
  }

  /** Writes a copy of the live state; the open file and the dirty state stay unchanged. */
  export(path: string): Promise<void> {
    return this.#enqueue(async () => {
      const absolute = this.#project.copy(path);
      const { scene } = await runIncrementally(this.#examination(true).steps());
      const { text } = await runIncrementally(scene);
      await this.#project.write(absolute, text.text);
    });
  }

  /** Loads a file on top of the live state; the open live scene stays the one that is saved to. */
  import(path: string): Promise<void> {
    return this.#enqueue(async () => {
      const absolute = this.#project.copy(path);
      const document = await this.#read(absolute);
      await this.#switchAndApply(document, {}, () => {
        this.#scene.merge(document);
        this.#model.dirty.markAllClean();
      });
    });
  }

  /** Resets every object to its captured defaults and marks it clean (DRT-11). */
  resetAllToDefault(): void {
    resetAllToDefault(this.#model);
  }

  /** Resets the objects with dirty properties to their captured defaults; others stay unchanged (DRT-12). */
  revertAllToDefault(): void {
    revertAllToDefault(this.#model);
  }

  /** Closes the live scene and forgets the project settings. */
  close(): void {
    this.#scene.path = undefined;
    this.#settings.forget();
    this.#scene.begin();
  }

  /** Deletes the project's live scenes, settings and presets. */
  deleteSavedData(): Promise<void> {
    return this.#enqueue(async () => {
      await this.#project.deleteSavedData();
      this.close();
    });
  }

  #load(path: string, document: LiveDocument, options: LoadOptions): Promise<void> {
    return this.#switchAndApply(document, options, (isBaseLoaded) => {
      if (isBaseLoaded) this.#scene.forgetDestroyed();
      else this.#scene.keepDestroyed();
      this.#open(path, document);
    });
  }

  #open(path: string, document: LiveDocument): void {
    runToCompletion(noteUnobserved(this.#model));
    this.#scene.whileLoading(() => this.#settings.apply());
    this.#scene.open(document, path);
    // Loaded values are not edits (DRT-7).
    this.#model.dirty.markAllClean();
  }

  #switchFor(text: DocumentText, { forceBaseSceneReload = false }: LoadOptions): BaseSceneSwitch {
    return {
      requested: text.member('baseSceneName'),
      isForced: forceBaseSceneReload,
      mayChange: this.#switchSceneOnLoad,
    };
  }

  #examination(isCopy: boolean): SaveExamination {
    return new SaveExamination(this.#model, this.#scene, this.#settings, this.#unsavableReferences, isCopy);
  }

  async #save(path: string, isAnnounced: boolean): Promise<string> {
    const examination = this.#examination(false);
    this.#isSavingUnsaved = this.#scene.hasUnsavedChanges;
    try {
      const plan = await runIncrementally(examination.steps());
      const settings = await runIncrementally(plan.settings);
      const scene = await runIncrementally(plan.scene);
      for (const { path: each, built } of settings) await this.#project.write(each, built.text.text);
      await this.#project.write(path, scene.text.text);
      examination.commit();
      for (const { built } of settings) built.commit();
      scene.commit();
    } catch (error) {
      examination.rollback();
      throw error;
    } finally {
      this.#isSavingUnsaved = false;
    }
    this.#scene.path = path;
    await this.#startup.note(path);
    if (isAnnounced) this.#announceSaved(path);
    return path;
  }

  /** Logs the save and notifies the clients (LSC-10, LSC-11). */
  #announceSaved(path: string): void {
    this.#host.log.write('Log', `Live scene saved: ${path}`);
    this.#notifications.notify({
      type: 'success',
      title: this.#translate('liveScene.saved.title'),
      message: this.#project.relative(path),
      icon: 'save',
    });
  }

  /** Runs an action after the queued ones; its exception rejects the promise. */
  #enqueue<T>(action: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(action);
    this.#queue = result.catch(() => {});
    return result;
  }
}
