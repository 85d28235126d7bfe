import { ExposedError } from '../exposed-error.js';
import type { Host } from '../host.js';
import type { ExposedModel } from '../model.js';
import type { Notifications } from '../notifications/notifications.js';
import { MemberRef } from '../objects/property-ref.js';
import { packageVersion } from '../package-version.js';
import type { Captured } from '../state/defaults.js';
import type { Translate } from '../types/descriptors.js';
import { isCandidate, mayHaveChanged, parentDelta } from './deltas.js';
import { entriesOf, FileRefused, fileText, formats, formatVersion, parseFile } from './format.js';
import { baseSceneName, LiveDocument } from './live-document.js';
import { memberAt, persistentUnits, placeOf } from './place.js';
import type { ProjectFolder } from './project-folder.js';
import { ProjectSettings } from './project-settings.js';

export interface LoadOptions {
  /** Reloads the base scene even when the file targets the active one (OPS-2); otherwise the load goes on top. */
  readonly forceBaseSceneReload?: boolean;
}

export interface LiveSceneOptions {
  /** Whether loading a live scene also switches to its base scene (OPS-4); true when left out. */
  readonly switchSceneOnLoad?: boolean;
}

/** An orphan as remote apps see it. */
export interface PendingEntry {
  readonly sourceKey: string;
  readonly type: string;
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
  #document: LiveDocument;
  #currentPath: string | undefined;
  /** Objects or pending entries came or went by a user's hand. */
  #isRestructured = false;
  #mayBind = false;
  #isLoading = false;
  /** Loads and saves go one after the other. */
  #queue: Promise<unknown> = Promise.resolve();

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
    this.#settings = new ProjectSettings(model, host.application, packageVersion, project, (error) =>
      host.log.write('Error', error.message),
    );
    this.#document = LiveDocument.empty(model, host, packageVersion);
    model.objects.observe({
      added: () => {
        this.#mayBind = true;
        this.#noteRestructured();
      },
      removed: () => {
        this.#mayBind = true;
      },
    });
    host.assets.onLoaded(() => {
      this.#mayBind = true;
    });
    host.frames.onFrameEnd(() => this.#bindPending());
    host.scenes?.onLoaded(() => {
      // A load applies the project itself, once its base scene is there.
      if (!this.#isLoading) this.#markClean(this.#settings.apply());
    });
  }

  /** The live scene that is open; undefined while there is none. */
  get currentPath(): string | undefined {
    return this.#currentPath;
  }

  get project(): ProjectFolder {
    return this.#project;
  }

  /** By tracking, never by comparing texts (DRT-14). Costs as much as there are edited members. */
  get hasUnsavedChanges(): boolean {
    return this.#isRestructured || this.#document.isBaseSceneChanged || this.#model.dirty.isAnyDirty;
  }

  /** Everything that waits for its object. */
  get pending(): readonly PendingEntry[] {
    return this.#document.pending.map((entry) => ({ sourceKey: entry.source ?? '', type: entry.typeName }));
  }

  /** Root references whose object is absent (ORP-1); child overrides with a path still bind by themselves (ORP-2). */
  get orphans(): readonly PendingEntry[] {
    const { objects } = this.#model;
    return this.#document.pending
      .filter((entry) => entry.isRoot && objects.bySourceKey(entry.address!.key) === undefined)
      .map((entry) => ({ sourceKey: entry.source!, type: entry.typeName }));
  }

  /** Drops every queued entry rooted at a key, so that the next save no longer emits it (ORP-4). */
  removeOrphan(sourceKey: string): boolean {
    const isRemoved = this.#document.removeOrphan(sourceKey);
    this.#isRestructured ||= isRemoved;
    return isRemoved;
  }

  /**
   * Reads the project and opens the live scene that was open last, else `initial`, which is created when there is none.
   * What cannot be opened is logged, and the host starts without it.
   */
  start(initial?: string): Promise<void> {
    return this.#inTurn(async () => this.#start(await this.#lastScene(), initial));
  }

  /**
   * Once `reset` has put the application's objects back: reads the project and opens `initial`, whatever was open. Loads
   * and saves that are under way are through when `reset` is called.
   */
  restart(reset: () => void, initial?: string): Promise<void> {
    return this.#inTurn(() => {
      reset();
      this.#currentPath = undefined;
      return this.#start(undefined, initial);
    });
  }

  /**
   * Once `replace` has put other objects in the place of those that are there: applies the project and the open live
   * scene to them, as it is on the disk. What cannot be read is logged.
   */
  reopen(replace: () => void): Promise<void> {
    return this.#inTurn(async () => {
      const path = this.#currentPath;
      this.#isLoading = true;
      try {
        replace();
      } finally {
        this.#isLoading = false;
      }
      this.#markClean(this.#settings.apply());
      this.#begin();
      if (path === undefined) return;
      try {
        const text = await this.#project.files.read(path);
        if (text !== undefined) await this.#open(path, text, {}, false);
      } catch (error) {
        this.#host.log.write('Error', `The live scene was not applied again: ${(error as Error).message}`);
      }
    });
  }

  async #start(last: string | undefined, initial: string | undefined): Promise<void> {
    await this.#settings.read();
    this.#markClean(this.#settings.apply());
    this.#begin();
    const path = last ?? (initial && this.#project.scene(initial));
    if (path === undefined) return;
    try {
      const text = await this.#project.files.read(path);
      if (text !== undefined) await this.#open(path, text, {});
      else if (initial !== undefined && path === this.#project.scene(initial)) await this.#save(path, false);
    } catch (error) {
      this.#host.log.write('Error', `The live scene was not opened: ${(error as Error).message}`);
    }
  }

  /** Loads the open live scene again. @throws FileRefused, ExposedError */
  loadCurrentData(options: LoadOptions = {}): Promise<void> {
    if (this.#currentPath === undefined) throw new ExposedError('invalid-request', 'no live scene is open');
    return this.loadCurrentDataFrom(this.#currentPath, options);
  }

  /**
   * Loads a live scene; relative paths are relative to the project.
   * @throws FileRefused, ExposedError; the live state is untouched then (LSC-15)
   */
  loadCurrentDataFrom(path: string, options: LoadOptions = {}): Promise<void> {
    const absolute = this.#project.scene(path);
    return this.#inTurn(async () => {
      const text = await this.#project.files.read(absolute);
      if (text === undefined) throw new FileRefused(absolute, 1, 'there is no such file');
      await this.#open(absolute, text, options);
      await this.#rememberScene();
    });
  }

  /** Saves to a path, else to the open live scene; the path. @throws ExposedError without either, Error from the disk */
  save(path?: string): Promise<string> {
    const absolute = path === undefined ? this.#currentPath : this.#project.scene(path);
    if (absolute === undefined) {
      throw new ExposedError('invalid-request', 'no live scene is open; a path is needed to save to');
    }
    return this.#inTurn(() => this.#save(absolute, true));
  }

  /** Writes a copy of the live state; what is open and what is dirty stays as it is. */
  export(path: string): Promise<void> {
    return this.#inTurn(async () => {
      const absolute = await this.#project.confined(path);
      await this.#project.ensure();
      await this.#project.files.write(absolute, this.#document.build().text);
    });
  }

  /** Loads a file on top of the live state; the open live scene stays the one that is saved to. */
  import(path: string): Promise<void> {
    return this.#inTurn(async () => {
      const absolute = await this.#project.confined(path);
      const text = await this.#project.files.read(absolute);
      if (text === undefined) throw new FileRefused(absolute, 1, 'there is no such file');
      const current = this.#currentPath;
      await this.#open(absolute, text, {});
      this.#currentPath = current;
      this.#isRestructured = true;
    });
  }

  /** Every object goes back to its captured defaults, unconditionally, and is clean then (DRT-11). */
  resetAllToDefault(): void {
    for (const { unit } of [...persistentUnits(this.#model, mayHaveChanged(this.#model))])
      this.#resetUnit(unit);
    this.#model.dirty.markAllClean();
  }

  /** The objects with dirty properties go back to their captured defaults; others are untouched (DRT-12). */
  revertAllToDefault(): void {
    for (const { unit } of [...this.#model.dirty.dirtyUnits()]) {
      this.#resetUnit(unit);
      this.#model.dirty.markClean(unit);
    }
  }

  /** Forgets the open live scene and the project's settings. */
  close(): void {
    this.#currentPath = undefined;
    this.#settings.forget();
    this.#begin();
  }

  /** Deletes what the project holds: live scenes, settings, presets. */
  deleteSavedData(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#project.deleteSavedData();
      this.close();
    });
  }

  #begin(): void {
    this.#document = LiveDocument.empty(this.#model, this.#host, packageVersion);
    this.#isRestructured = false;
  }

  /** @param mayLoadScenes false leaves the scenes that are loaded */
  async #open(
    path: string,
    text: string,
    { forceBaseSceneReload = false }: LoadOptions,
    mayLoadScenes = true,
  ): Promise<void> {
    const file = parseFile(path, text, formats.live);
    const entries = entriesOf(path, text, file);
    this.#isLoading = true;
    try {
      if (mayLoadScenes) this.#switchBaseScene(file.baseSceneName, forceBaseSceneReload);
      this.#settings.apply();
      const document = LiveDocument.of(this.#model, this.#host, file, text, entries);
      document.applyAll();
      this.#document = document;
    } finally {
      this.#isLoading = false;
    }
    this.#currentPath = path;
    this.#isRestructured = false;
    // What came from disk is no edit (DRT-7).
    this.#model.dirty.markAllClean();
  }

  #switchBaseScene(wanted: unknown, isForced: boolean): void {
    const { scenes } = this.#host;
    if (scenes === undefined) return;
    const present = baseSceneName(this.#host);
    const name = typeof wanted === 'string' ? wanted : present;
    const isOther = name !== present && this.#switchSceneOnLoad;
    if (name === undefined || !(isForced || isOther)) return;
    if (scenes.has(name)) scenes.load(name);
    else
      this.#host.log.write(
        'Warning',
        `This application has no base scene "${name}"; the live scene goes on top`,
      );
  }

  async #save(path: string, isTold: boolean): Promise<string> {
    await this.#project.ensure();
    const { text, document } = this.#document.build();
    const settings = this.#settings.build();
    const rebaseline = this.#model.dirty.beginSave();
    const wasRestructured = this.#isRestructured;
    this.#isRestructured = false;
    try {
      for (const { path: each, text: content } of settings) await this.#project.files.write(each, content);
      await this.#project.files.write(path, text);
    } catch (error) {
      rebaseline.rollback();
      this.#isRestructured ||= wasRestructured;
      throw error;
    }
    rebaseline.commit();
    for (const { done } of settings) done();
    this.#document = document;
    this.#currentPath = path;
    await this.#rememberScene();
    if (isTold) this.#tellSaved(path);
    return path;
  }

  /** LSC-10 and LSC-11. */
  #tellSaved(path: string): void {
    this.#host.log.write('Log', `Live scene saved: ${path}`);
    this.#notifications.notify({
      type: 'success',
      title: this.#translate('liveScene.saved.title'),
      message: this.#project.relative(path),
      icon: 'save',
    });
  }

  async #lastScene(): Promise<string | undefined> {
    const { startup, files } = this.#project;
    try {
      const text = await files.read(startup);
      const scene = text === undefined ? undefined : parseFile(startup, text, formats.startup).liveScene;
      return typeof scene === 'string' ? this.#project.scene(scene) : undefined;
    } catch (error) {
      this.#host.log.write('Error', (error as Error).message);
      return undefined;
    }
  }

  /** What is open now is opened at the next start. A project that cannot be written is no reason to refuse a load. */
  async #rememberScene(): Promise<void> {
    if (this.#currentPath === undefined) return;
    const liveScene = this.#project.relative(this.#currentPath);
    const text = fileText({ format: formats.startup[0], formatVersion, liveScene });
    const { files, startup } = this.#project;
    try {
      if ((await files.read(startup)) === text) return;
      await this.#project.ensure();
      await files.write(startup, text);
    } catch (error) {
      this.#host.log.write('Warning', `The last live scene was not noted: ${(error as Error).message}`);
    }
  }

  /** State that comes to an object late leaves it clean (DRT-9). */
  #bindPending(): void {
    if (!this.#mayBind || this.#isLoading) return;
    this.#mayBind = false;
    this.#markClean(this.#document.bindPending());
  }

  #markClean(units: readonly Captured[]): void {
    for (const unit of units) this.#model.dirty.markClean(unit);
  }

  #noteRestructured(): void {
    const by = this.#model.writer.ambient;
    this.#isRestructured ||= by === 'remote' || by === 'user';
  }

  #resetUnit(unit: Captured): void {
    const place = placeOf(this.#model, unit.target);
    const captured = this.#model.defaults.of(unit);
    if (place === undefined || captured === undefined) return;
    const changed = this.#model.dirty.everChanged(unit);
    for (const member of unit.class.members) {
      if (!isCandidate(member, changed)) continue;
      const ref =
        place.prefix === '' ? new MemberRef(place.handle, member) : memberAt(this.#model, place, member.name);
      this.#model.writer.reset(ref, captured, 'reset');
    }
    if (parentDelta(this.#model, unit) !== undefined) this.#resetParent(unit, place.handle);
  }

  #resetParent(unit: Captured, handle: Parameters<ExposedModel['gameObjectOf']>[0]): void {
    const gameObject = this.#model.gameObjectOf(handle);
    if (gameObject !== undefined) {
      this.#model.setParent(gameObject, this.#model.defaults.parentOf(unit.target), 'reset');
    }
  }

  #inTurn<T>(action: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(action);
    this.#queue = turn.catch(() => {});
    return turn;
  }
}
