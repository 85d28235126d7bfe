import type { Host, Unsubscribe } from '../host.js';
import { type ChangeOrigin, isEdit } from '../members/origin.js';
import type { Written } from '../members/transactions/transaction.js';
import type { ExposedModel } from '../model/model.js';
import type { WriteListener } from '../model/model-listener.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { MemberOwner, PropertyRef } from '../objects/property-ref.js';
import { packageVersion } from '../package-version.js';
import type { ChangedObject } from '../state/saved-object.js';
import type { ExposedMember } from '../types/exposed-member.js';
import type { MemberEdits } from './edits/document-edits.js';
import type { Creator } from './edits/scene-edits.js';
import type { BoundDocument } from './entries/bound-document.js';
import { DestroyedObjects } from './entries/destroyed-objects.js';
import type { Entry } from './entries/entry.js';
import { entryOwner } from './entries/entry-parents.js';
import { LiveDocument } from './live-document.js';
import type { ProjectSettings } from './project-settings.js';
import type { IncrementalTask } from './run-incrementally.js';
import type { LaidOutDocument } from './save/saved-text.js';

/** An entry whose object does not exist, as clients see it. */
export interface PendingEntry {
  readonly sourceKey: string;
  readonly type: string;
}

/**
 * The open live scene: its document, its pending entries, and the structural changes by users. Used by
 * `LiveSceneSaveSystem`.
 */
export class OpenScene implements WriteListener {
  readonly #model: ExposedModel;
  readonly #host: Host;
  readonly #settings: ProjectSettings;
  #document: LiveDocument;
  /** Path of the last load or save; undefined if there is no file. */
  path: string | undefined;
  /** True if a user removed pending entries, or a file was merged. */
  #isRestructured = false;
  readonly #destroyedObjects = new DestroyedObjects();
  /** Objects that were added since the document was begun or saved. */
  readonly #arrived = new Set<ExposedObjectHandle>();
  /** Keys of unbound entries that create an object. An existing object with such a key has another type. */
  #keysOfOtherType: ReadonlySet<string> = new Set();
  /** The subset of `#arrived` that a user has created. */
  readonly #created = new Set<ExposedObjectHandle>();
  #scenes: readonly string[] = [];
  /** Objects that the engine has spawned and may spawn again, unless the file lists them as destroyed by a user. */
  readonly #spawnedByEngine = new WeakSet<object>();
  readonly #warnedOf = new WeakSet<object>();
  #mayBind = false;
  #isLoading = false;
  /** True while a file is merged: objects that it creates count as created by a user. */
  #isMerging = false;
  #attached: Unsubscribe[] = [];

  constructor(model: ExposedModel, host: Host, settings: ProjectSettings) {
    this.#model = model;
    this.#host = host;
    this.#settings = settings;
    this.#document = LiveDocument.empty(model, host, packageVersion);
    for (const handle of model.objects) this.#arrived.add(handle);
    model.objects.observe({
      added: (handle) => this.#added(handle),
      removed: (handle) => this.#removed(handle),
      rivalled: ({ target }) => this.#noteEngineSpawn(target),
    });
    model.writes = this;
    this.attach();
  }

  /** Listens to the host. Objects added before are bound at the end of the next frame. */
  attach(): void {
    if (this.#attached.length > 0) return;
    const { assets, frames, scenes } = this.#host;
    this.#attached = [
      assets.onLoaded(() => {
        this.#mayBind = true;
      }),
      frames.onFrameEnd(() => this.#frameEnded()),
    ];
    const end = scenes?.onLoaded(() => {
      this.#noteScenes();
      if (!this.#isLoading) this.#settings.reapply();
    });
    if (end !== undefined) this.#attached.push(end);
    this.#noteScenes();
    this.#mayBind = true;
  }

  /** Stops listening to the host. */
  detach(): void {
    for (const end of this.#attached.splice(0)) end();
  }

  /** True if there are unsaved changes. These are tracked, not found by comparing files (DRT-14). */
  get hasUnsavedChanges(): boolean {
    const { dirty, saved } = this.#model;
    return this.isRestructured || dirty.isAnyDirty || saved.isAnyDecided;
  }

  /** True if a user has changed which objects there are, not only their values. */
  get isRestructured(): boolean {
    const isAnyGone = this.#isRestructured || this.#destroyedObjects.isAnyUnsaved;
    return isAnyGone || this.#document.isBaseSceneChanged || this.#isAnyCreated;
  }

  /** True if a user created an object that the host can create again; others are not saved. */
  get #isAnyCreated(): boolean {
    const { spawner } = this.#host;
    return [...this.#created].some(({ target }) => spawner?.origin(target) !== undefined);
  }

  get pending(): readonly PendingEntry[] {
    return this.#pending.map((entry) => ({ sourceKey: entry.source ?? '', type: entry.typeName }));
  }

  /** The pending entries, without those of objects that a user has destroyed, since the next save removes them. */
  get #pending(): readonly Entry[] {
    return this.#document.pendingEntries.filter(
      ({ address }) => !this.#destroyedObjects.has(address?.key ?? ''),
    );
  }

  get orphans(): readonly PendingEntry[] {
    const { objects } = this.#model;
    return this.#pending
      .filter((entry) => entry.isRoot && objects.bySourceKey(entry.address!.key) === undefined)
      .map((entry) => ({ sourceKey: entry.source!, type: entry.typeName }));
  }

  removeOrphan(sourceKey: string): boolean {
    const isRemoved = this.#document.removeOrphan(sourceKey);
    this.#isRestructured ||= isRemoved;
    return isRemoved;
  }

  /**
   * Sorts the objects that were added and removed. Keeps the spawned ones, since objects of a scene are
   * never added as a whole. Objects moved out of a destroyed one get an entry for their parent, so that they are not
   * removed with it.
   */
  sortArrivals(): void {
    this.#forgetRecreated();
    if (this.#destroyedObjects.size > 0) for (const handle of this.#model.objects) this.#noteMovedOut(handle);
    for (const handle of this.#arrived)
      if (!this.#document.structure.isSpawned(handle.target)) this.#arrived.delete(handle);
    if (this.#arrived.size > 0) this.#keysOfOtherType = this.#document.unboundNewKeys();
  }

  #noteMovedOut(handle: ExposedObjectHandle): void {
    const { defaults, objects, saved } = this.#model;
    const originalParent = defaults.parentOf(handle.target);
    if (originalParent === undefined || !objects.isDestroyed(originalParent)) return;
    const isEntryOwner = entryOwner(this.#model, handle) === handle;
    if (isEntryOwner && this.#document.parentEntriesOf(handle).length === 0) saved.noteParent(handle);
  }

  /** Objects that were spawned and may not have an entry yet. */
  createdTargets(): object[] {
    return [...this.#arrived].map(({ target }) => target);
  }

  /** Returns what a save writes for an object. */
  editsOf(target: object, changed: ChangedObject | undefined): MemberEdits {
    const handle = this.#model.objects.byTarget(target);
    const arrival = handle !== undefined && this.#arrived.has(handle) ? this.#arrivalOf(handle) : undefined;
    return this.#document.edits.of(target, changed, arrival);
  }

  #arrivalOf(handle: ExposedObjectHandle): Creator | undefined {
    if (this.#created.has(handle)) return 'created';
    if (this.#spawnedByEngine.has(handle.target)) return 'spawned';
    return this.#keysOfOtherType.has(handle.sourceKey ?? '') ? undefined : 'brought';
  }

  /** Captures what is to be saved; the returned steps lay it out. */
  planSave(objectEdits: Iterable<readonly [object, MemberEdits]>): IncrementalTask<LaidOutDocument> {
    const created = new Set([...this.#created].map(({ sourceKey }) => sourceKey!));
    return this.#document.planSave({
      objectEdits,
      destroyed: this.#destroyedObjects.recreatedByKey,
      created,
    });
  }

  /** Begins a scene that has no file yet; `path` stays unchanged. */
  begin(): void {
    this.#document = LiveDocument.empty(this.#model, this.#host, packageVersion);
    this.#document.begin();
    this.#isRestructured = false;
    this.#created.clear();
    this.#destroyedObjects.clear();
  }

  /** Applies the open document to objects that have replaced others. */
  reapply(): void {
    this.open(this.#document.unboundCopy(), this.path);
    this.#model.dirty.markAllClean();
  }

  /** Applies a document and makes it the open one. */
  open(document: LiveDocument, path: string | undefined): void {
    this.whileLoading(() => document.apply());
    this.#document = document;
    this.path = path;
    this.#isRestructured = false;
    this.#destroyedObjects.settle();
    this.#created.clear();
    // Objects that no longer exist and that the file lists are pending, not destroyed.
    for (const { address, kind } of this.#destroyedObjects.size > 0 ? document.entries : [])
      if (kind !== 'removed') this.#destroyedObjects.delete(address?.key ?? '');
  }

  /**
   * Prepares opening another file over the present objects. Objects that the open file removed stay removed,
   * and the next save writes their removal into the new file.
   */
  keepDestroyed(): void {
    for (const { kind, isRoot, address } of this.#document.entries) {
      if (kind !== 'removed' || !isRoot) continue;
      const { key } = address!;
      const isThere = this.#model.objects.bySourceKey(key) !== undefined;
      if (!isThere && !this.#destroyedObjects.has(key)) this.#destroyedObjects.add(key, true);
    }
  }

  /** Prepares opening a file whose base scene was loaded: objects destroyed in another scene do not matter to it. */
  forgetDestroyed(): void {
    this.#destroyedObjects.clear();
  }

  /** Applies a document on top of the open one, which takes over the values that are not in the objects. */
  merge(document: LiveDocument): void {
    const wasUnsaved = this.hasUnsavedChanges;
    this.#isMerging = true;
    try {
      this.whileLoading(() => {
        const { isChanged, destroyed } = this.#document.merge(document);
        this.#isRestructured ||= isChanged || wasUnsaved;
        for (const [key, wasOfScene] of destroyed) this.#destroyedObjects.add(key, wasOfScene);
      });
    } finally {
      this.#isMerging = false;
    }
  }

  /** Runs `action`, which adds objects and applies their entries itself. Many changes are sent over several frames. */
  whileLoading<T>(action: () => T): T {
    const outer = this.#isLoading;
    this.#isLoading = true;
    try {
      return this.#model.inBulk(action);
    } finally {
      this.#isLoading = outer;
      this.#mayBind = true;
      this.#noteScenes();
    }
  }

  /** Moves the added and removed objects into the save that begins. @returns a function that undoes this */
  beginSave(): () => void {
    const isRestructured = this.#isRestructured;
    const [arrived, created] = [[...this.#arrived], [...this.#created]];
    const restoreDestroyed = this.#destroyedObjects.beginSave();
    this.#isRestructured = false;
    for (const each of [this.#arrived, this.#created]) each.clear();
    return () => {
      this.#isRestructured ||= isRestructured;
      restoreDestroyed((key) => this.#model.objects.bySourceKey(key) !== undefined);
      for (const handle of arrived) this.#arrived.add(handle);
      for (const handle of created)
        if (this.#model.objects.byTarget(handle.target) === handle) this.#created.add(handle);
    };
  }

  written(write: Written): void {
    const { ref, origin } = write;
    if (isEdit(origin)) this.#warnIfKeyless(ref);
    this.#document.canceller.written(write);
    for (const { canceller } of this.#settings.documents) canceller.written(write);
  }

  changed(ref: PropertyRef, origin: ChangeOrigin): void {
    if (isEdit(origin)) this.#warnIfKeyless(ref);
    this.#document.canceller.changed(ref, origin);
    for (const { canceller } of this.#settings.documents) canceller.changed(ref, origin);
  }

  reset(owner: MemberOwner, { name }: ExposedMember): void {
    for (const document of this.#documents()) {
      if (document.entriesOf(owner).length === 0) continue;
      this.#model.saved.noteReset(owner, [name]);
      document.canceller.reset(owner, [name]);
    }
  }

  moved(handle: ExposedObjectHandle, origin: ChangeOrigin): void {
    if (isEdit(origin) || origin === 'reset') this.#document.noteMoved(handle, origin === 'reset');
  }

  #documents(): readonly BoundDocument[] {
    return [this.#document, ...this.#settings.documents];
  }

  #warnIfKeyless({ owner }: PropertyRef): void {
    const { objects } = this.#model;
    if (this.#warnedOf.has(owner.target) || !owner.member.isPersistable) return;
    this.#warnedOf.add(owner.target);
    if (objects.fileKey(owner.target) !== undefined) return;
    const name = objects.byTarget(owner.target)?.name ?? owner.class.name;
    this.#host.log.write(
      'Warning',
      `${name} (${owner.class.name}) has no source key: what is edited in it cannot be saved. Register it with a sourceKey`,
    );
  }

  #added(handle: ExposedObjectHandle): void {
    this.#mayBind = true;
    this.#arrived.add(handle);
    const { sourceKey } = handle;
    if (sourceKey === undefined) return;
    const isByUser = this.#isMerging || (!this.#isLoading && isEdit(this.#model.writer.ambientOrigin));
    if (isByUser) this.#created.add(handle);
    else {
      this.#noteEngineSpawn(handle.target);
      this.#destroyedObjects.delete(sourceKey);
    }
  }

  /**
   * Notes that the engine spawned an object, also one that a file had created before. The engine will spawn it
   * again at the next start.
   */
  #noteEngineSpawn(target: object): void {
    if (!this.#isLoading && !isEdit(this.#model.writer.ambientOrigin)) this.#spawnedByEngine.add(target);
  }

  /** Forgets the destruction of objects that the application creates by itself: they are the same objects again. */
  #forgetRecreated(): void {
    const recreated = new Set<string>();
    for (const { target, sourceKey } of this.#created)
      if (!this.#document.structure.isSpawned(target)) recreated.add(sourceKey!);
    if (recreated.size === 0) return;
    for (const key of recreated) this.#destroyedObjects.delete(key);
    this.#document.dropRemovals(recreated);
  }

  #removed(handle: ExposedObjectHandle): void {
    this.#mayBind = true;
    this.#arrived.delete(handle);
    const isUnsaved = this.#created.delete(handle);
    const isOfEngine = this.#document.entriesOf(handle).some((entry) => entry.isOfEngine);
    for (const document of this.#documents()) document.unbind(handle);
    // A removed scene may have many objects, so the expensive checks come last.
    if (this.#isLoading || !isEdit(this.#model.writer.ambientOrigin) || this.#isUnloading) return;
    const { sourceKey, target } = handle;
    // An object that a user created and destroyed before a save leaves no trace.
    if (sourceKey === undefined || isUnsaved || this.#host.spawner === undefined) return;
    const isOfScene = this.#host.spawner.origin(target) === undefined;
    const isRecreated = isOfScene || isOfEngine || this.#spawnedByEngine.has(target);
    this.#destroyedObjects.add(sourceKey, isRecreated);
  }

  get #isUnloading(): boolean {
    const loaded = this.#loadedScenes();
    return this.#scenes.some((name) => !loaded.includes(name));
  }

  #loadedScenes(): string[] {
    return this.#host.scenes?.loaded.map(({ name }) => name) ?? [];
  }

  #noteScenes(): void {
    this.#scenes = this.#loadedScenes();
  }

  /** Binds pending entries; values applied late leave their object clean (DRT-9). */
  #frameEnded(): void {
    this.#noteScenes();
    if (!this.#mayBind || this.#isLoading) return;
    this.#mayBind = false;
    this.#forgetRecreated();
    this.#document.bindPending(
      (handle) => this.#created.has(handle),
      (key) => this.#destroyedObjects.has(key),
    );
    this.#settings.bindPending();
  }
}
