import { reasonOf } from '../exception-text.js';
import { ExposedError } from '../exposed-error.js';
import type { Host } from '../host.js';
import type { ExposedModel } from '../model.js';
import type { Notifications } from '../notifications/notifications.js';
import { packageVersion } from '../package-version.js';
import { runToCompletion } from '../run-to-completion.js';
import { SaveInProgress } from '../state/save-in-progress.js';
import type { WhichMembers } from '../state/saved-object.js';
import type { Translate } from '../types/descriptors.js';
import { type BaseSceneSwitch, prepareBaseScene, switchBaseScene } from './base-scene.js';
import { DocumentText } from './document/document-text.js';
import { FileRefused, formats } from './format.js';
import { IncrementalTask } from './incremental.js';
import { LiveDocument } from './live-document.js';
import { noteUnobserved } from './load/unobserved-changes.js';
import { OpenScene, type PendingEntry } from './open-scene.js';
import { UnsavableReferences } from './pending/unsavable-references.js';
import type { ProjectFolder } from './project/project-folder.js';
import { ProjectSettings } from './project-settings.js';
import { resetAllToDefault, revertAllToDefault } from './reset.js';
import { SaveBuild } from './save/save-build.js';
import { StartupState } from './startup-state.js';

const unitsPerStep = 200;

export interface LoadOptions {
  /** Reloads the base scene even when the file targets the active one (OPS-2); otherwise the load goes on top. */
  readonly forceBaseSceneReload?: boolean;
}

export interface LiveSceneOptions {
  /** Whether loading a live scene also switches to its base scene (OPS-4); true when left out. */
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
  /** What is being saved would be lost with the host until the save is through. */
  #isSavingUnsaved = false;
  /** Loads and saves go one after the other. */
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

  /** Listens to the host, as from the beginning; for after a `detach`. @internal */
  attach(): void {
    this.#scene.attach();
  }

  /** Lets go of the host: what waits for its object is not bound until it is attached again. @internal */
  detach(): void {
    this.#scene.detach();
  }

  /** The live scene that is open; undefined while there is none. */
  get currentPath(): string | undefined {
    return this.#scene.path;
  }

  /** @internal */
  get project(): ProjectFolder {
    return this.#project;
  }

  /** By tracking, never by comparing texts (DRT-14). Costs as much as there are edited members. */
  get hasUnsavedChanges(): boolean {
    return this.#isSavingUnsaved || this.#scene.hasUnsavedChanges;
  }

  /** Everything that waits for its object. @internal */
  get pending(): readonly PendingEntry[] {
    return this.#scene.pending;
  }

  /** Root references whose object is absent (ORP-1); child overrides with a path still bind by themselves (ORP-2). */
  get orphans(): readonly PendingEntry[] {
    return this.#scene.orphans;
  }

  /** Drops every queued entry rooted at a key, so that the next save no longer emits it (ORP-4). */
  removeOrphan(sourceKey: string): boolean {
    return this.#scene.removeOrphan(sourceKey);
  }

  /**
   * Reads the project and opens the live scene that was open last, else `initial`, which is created when there is none.
   * What cannot be opened is logged, and the host starts without it.
   */
  start(initial?: string): Promise<void> {
    return this.#inTurn(async () => {
      await this.#project.cleanUp();
      await this.#start(await this.#startup.read(), initial);
    });
  }

  /**
   * Once `reset` has put the application's objects back: reads the project and opens `initial`, whatever was open. Loads
   * and saves that are under way are through when `reset` is called.
   * @internal
   */
  restart(reset: () => void, initial?: string): Promise<void> {
    return this.#inTurn(() => {
      reset();
      this.#scene.path = undefined;
      return this.#start(undefined, initial);
    });
  }

  /**
   * Once `replace` has put other objects in the place of those that are there: applies the project and the open live
   * scene to them, as it is on the disk. One that cannot be read is logged, and applied as it was read last.
   * @internal
   */
  reopen(replace: () => void): Promise<void> {
    return this.#inTurn(async () => {
      const { path } = this.#scene;
      const document = path === undefined ? undefined : await this.#readAgain(path);
      this.#scene.whileLoading(replace);
      this.#applySettings();
      if (path === undefined) this.#begin();
      else if (document === undefined) this.#scene.applyAgain();
      else this.#open(path, document);
    });
  }

  /** A live scene that can be opened; undefined, and a line in the log, for another one. */
  async #readAgain(path: string): Promise<LiveDocument | undefined> {
    try {
      return await this.#read(path);
    } catch (error) {
      this.#host.log.write('Error', `The live scene was not read again: ${reasonOf(error)}`);
      return undefined;
    }
  }

  /** @throws FileRefused when there is none, or it is broken, Error from the disk */
  async #read(path: string): Promise<LiveDocument> {
    const task = this.#task('Opening', path);
    const document = await this.#compared(task, await this.#textOf(path));
    task.end();
    return document;
  }

  /** @throws FileRefused when there is none, or it is broken, Error from the disk */
  async #textOf(path: string): Promise<DocumentText> {
    const text = await this.#textIfThere(path);
    if (text === undefined)
      throw new FileRefused(this.#project.relative(path), undefined, 'there is no such file');
    return text;
  }

  async #textIfThere(path: string): Promise<DocumentText | undefined> {
    const bytes = await this.#project.readBytes(path);
    if (bytes === undefined) return undefined;
    return DocumentText.read(this.#project.relative(path), bytes, formats.live);
  }

  /** Looks at what of a file there is to apply to the objects that are there, in slices between frames. */
  async #compared(task: IncrementalTask, text: DocumentText): Promise<LiveDocument> {
    await task.run('comparing settings', this.#settings.prepare());
    return task.run('comparing', LiveDocument.prepared(this.#model, this.#host, text));
  }

  /**
   * Loads the base scene of a file, looks at what there is to apply to its objects, and applies it. Frames go on between
   * the two, in which the objects are as their scene has them.
   * @param apply runs within one frame; is told whether the base scene was loaded
   */
  async #applied(
    task: IncrementalTask,
    text: DocumentText,
    options: LoadOptions,
    apply: (document: LiveDocument, isBaseLoaded: boolean) => void,
  ): Promise<void> {
    const to = this.#switchFor(text, options);
    await task.run('building', prepareBaseScene(this.#host, to));
    await this.#scene.holding(async () => {
      const isBaseLoaded = this.#scene.whileLoading(() => switchBaseScene(this.#host, to));
      apply(await this.#compared(task, text), isBaseLoaded);
    });
    task.end();
  }

  /** Applies the project's settings to all objects: what came from disk is no edit. */
  #applySettings(): void {
    runToCompletion(noteUnobserved(this.#model));
    this.#scene.whileLoading(() => this.#settings.apply());
    this.#model.dirty.markAllClean();
  }

  #begin(): void {
    runToCompletion(noteUnobserved(this.#model));
    this.#scene.begin();
  }

  async #start(last: string | undefined, initial: string | undefined): Promise<void> {
    await this.#settings.read();
    this.#applySettings();
    this.#begin();
    try {
      const first = initial && this.#project.scene(initial);
      const path = last ?? first;
      if (!path) return;
      const task = this.#task('Opening', path);
      const text = await this.#textIfThere(path);
      if (text !== undefined) await this.#load(task, path, text, {});
      else if (path === first) await this.#save(path, false);
      else
        this.#host.log.write('Warning', `${this.#project.relative(path)}, which was open last, is not there`);
    } catch (error) {
      this.#host.log.write('Error', `The live scene was not opened: ${reasonOf(error)}`);
    }
  }

  /** Loads the open live scene again. @throws FileRefused, ExposedError */
  loadCurrentData(options: LoadOptions = {}): Promise<void> {
    if (this.#scene.path === undefined) throw new ExposedError('invalid-request', 'no live scene is open');
    return this.loadCurrentDataFrom(this.#scene.path, options);
  }

  /**
   * Loads a live scene; relative paths are relative to the project.
   * @throws FileRefused, ExposedError; the live state is untouched then (LSC-15)
   */
  loadCurrentDataFrom(path: string, options: LoadOptions = {}): Promise<void> {
    const load = async () => {
      const absolute = this.#project.scene(path);
      const task = this.#task('Opening', absolute);
      await this.#load(task, absolute, await this.#textOf(absolute), options);
      await this.#startup.note(absolute);
    };
    // One frame of a reload has much to do: it puts other objects in the place of all.
    return this.#inTurn(load);
  }

  /** Saves to a path, else to the open live scene; the path. @throws ExposedError without either, Error from the disk */
  save(path?: string): Promise<string> {
    const saved = this.#inTurn(() => {
      const absolute = path === undefined ? this.#scene.path : this.#project.scene(path);
      if (absolute !== undefined) return this.#save(absolute, true);
      throw new ExposedError('invalid-request', 'no live scene is open; a path is needed to save to');
    });
    this.#saves = saved.catch(() => {});
    return saved;
  }

  /** Resolves when the saves that were asked for are through, however they went. @internal */
  async saved(): Promise<void> {
    await this.#saves;
  }

  /** Writes a copy of the live state; what is open and what is dirty stays as it is. */
  export(path: string): Promise<void> {
    return this.#inTurn(async () => {
      const absolute = this.#project.copy(path);
      const task = this.#task('Exporting', absolute);
      const { scene } = await task.run('comparing', this.#build().steps());
      const { text } = await task.run('laying out', scene);
      await this.#project.write(absolute, text.text);
      task.end();
    });
  }

  /** Loads a file on top of the live state; the open live scene stays the one that is saved to. */
  import(path: string): Promise<void> {
    return this.#inTurn(async () => {
      const absolute = this.#project.copy(path);
      const task = this.#task('Opening', absolute);
      await this.#applied(task, await this.#textOf(absolute), {}, (document) => {
        this.#scene.merge(document);
        this.#model.dirty.markAllClean();
      });
    });
  }

  /** Every object goes back to its captured defaults, unconditionally, and is clean then (DRT-11). */
  resetAllToDefault(): void {
    resetAllToDefault(this.#model);
  }

  /** The objects with dirty properties go back to their captured defaults; others are untouched (DRT-12). */
  revertAllToDefault(): void {
    revertAllToDefault(this.#model);
  }

  /** Forgets the open live scene and the project's settings. */
  close(): void {
    this.#scene.path = undefined;
    this.#settings.forget();
    this.#scene.begin();
  }

  /** Deletes what the project holds: live scenes, settings, presets. */
  deleteSavedData(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#project.deleteSavedData();
      this.close();
    });
  }

  #load(task: IncrementalTask, path: string, text: DocumentText, options: LoadOptions): Promise<void> {
    return this.#applied(task, text, options, (document, isBaseLoaded) => {
      if (isBaseLoaded) this.#scene.forgetDestroyed();
      else this.#scene.keepDestroyed();
      this.#open(path, document);
    });
  }

  #open(path: string, document: LiveDocument): void {
    runToCompletion(noteUnobserved(this.#model));
    this.#scene.whileLoading(() => this.#settings.apply());
    this.#scene.open(document, path);
    // What came from disk is no edit (DRT-7).
    this.#model.dirty.markAllClean();
  }

  #switchFor(text: DocumentText, { forceBaseSceneReload = false }: LoadOptions): BaseSceneSwitch {
    return {
      wanted: text.member('baseSceneName'),
      isForced: forceBaseSceneReload,
      mayChange: this.#switchSceneOnLoad,
    };
  }

  #build(begun?: SaveInProgress): SaveBuild {
    return new SaveBuild(this.#model, this.#scene, this.#settings, this.#unsavableReferences, begun);
  }

  #task(what: string, path: string): IncrementalTask {
    return new IncrementalTask(`${what} ${this.#project.relative(path)}`, this.#host.log);
  }

  async #save(path: string, isAnnounced: boolean): Promise<string> {
    const task = this.#task('Saving', path);
    const isSaved: WhichMembers = (unit, member) =>
      unit.class.members[member.index]?.persistScope !== 'project' || this.#settings.isKept(unit);
    const begun = new SaveInProgress(this.#model.saved, this.#model.dirty, isSaved);
    let rollback = () => {};
    this.#isSavingUnsaved = this.#scene.hasUnsavedChanges;
    try {
      const plan = await task.run('comparing', this.#build(begun).steps());
      rollback = plan.rollback;
      const settings = await task.run('laying out settings', plan.settings);
      const scene = await task.run('laying out', plan.scene);
      for (const { path: each, built } of settings) await this.#project.write(each, built.text.text);
      await this.#project.write(path, scene.text.text);
      await task.run('noting', begun.commit(unitsPerStep));
      for (const { built } of settings) built.commit();
      scene.commit();
    } catch (error) {
      begun.rollback();
      rollback();
      throw error;
    } finally {
      this.#isSavingUnsaved = false;
    }
    task.end();
    this.#scene.path = path;
    await this.#startup.note(path);
    if (isAnnounced) this.#announceSaved(path);
    return path;
  }

  /** LSC-10 and LSC-11. */
  #announceSaved(path: string): void {
    this.#host.log.write('Log', `Live scene saved: ${path}`);
    this.#notifications.notify({
      type: 'success',
      title: this.#translate('liveScene.saved.title'),
      message: this.#project.relative(path),
      icon: 'save',
    });
  }

  #inTurn<T>(action: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(action);
    this.#queue = turn.catch(() => {});
    return turn;
  }
}
