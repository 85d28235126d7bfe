import { type ChangeOrigin, isEdit } from '../access/origin.js';
import type { Written } from '../access/transactions/transaction.js';
import type { Host, Unsubscribe } from '../host.js';
import type { ExposedModel } from '../model.js';
import type { WriteListener } from '../model-listener.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { PropertyRef } from '../objects/property-ref.js';
import { packageVersion } from '../package-version.js';
import type { Captured } from '../state/defaults.js';
import type { ChangedUnit } from '../state/saved-object.js';
import type { ExposedMember } from '../types/exposed-member.js';
import type { UnitEdits } from './edits/document-edits.js';
import type { Arrival } from './edits/scene-edits.js';
import type { BoundDocument } from './entries/bound-document.js';
import { DestroyedObjects } from './entries/destroyed-objects.js';
import type { Entry } from './entries/entry.js';
import { entryOwner } from './entries/entry-parents.js';
import { eachInSteps, type Steps } from './incremental.js';
import { LiveDocument } from './live-document.js';
import type { ProjectSettings } from './project-settings.js';
import type { Built } from './save/saved-text.js';

const arrivedPerStep = 200;

/** An orphan as remote apps see it. */
export interface PendingEntry {
  readonly sourceKey: string;
  readonly type: string;
}

/** The live scene that is open: its document, what of it waits, and what of its structure a user has changed. */
export class OpenScene implements WriteListener {
  readonly #model: ExposedModel;
  readonly #host: Host;
  readonly #settings: ProjectSettings;
  #document: LiveDocument;
  /** Where it was loaded from or saved to last; undefined while there is no file. */
  path: string | undefined;
  /** Entries that wait went by a user's hand, or a file was merged. */
  #isRestructured = false;
  readonly #destroyedObjects = new DestroyedObjects();
  /** Objects that have come since the document was begun or saved. */
  readonly #arrived = new Set<ExposedObjectHandle>();
  /** Keys of objects that the document makes in an entry that is of another type than what came of it. */
  #misnamed: ReadonlySet<string> = new Set();
  /** Of those that have come, the ones that a user has created. */
  readonly #created = new Set<ExposedObjectHandle>();
  #scenes: readonly string[] = [];
  /** Objects that the engine has spawned: it may do so again, unless the file says that a user has destroyed them. */
  readonly #spawnedByEngine = new WeakSet<object>();
  readonly #toldOf = new WeakSet<object>();
  #mayBind = false;
  #isLoading = false;
  /** What waits goes on waiting, since a file is about to be applied. */
  #isHeld = false;
  /** What a file brings that is loaded on top is as if a user had created it. */
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
      rivalled: ({ target }) => this.#comesByEngine(target),
    });
    model.writes = this;
    this.attach();
  }

  /** Listens to the host. What has come while it did not is bound at the end of the next frame. */
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
      if (!this.#isLoading && !this.#isHeld) this.#settings.applyAgain();
    });
    if (end !== undefined) this.#attached.push(end);
    this.#noteScenes();
    this.#mayBind = true;
  }

  /** Lets go of the host. */
  detach(): void {
    for (const end of this.#attached.splice(0)) end();
  }

  /** By tracking, never by comparing texts (DRT-14). Costs as much as there are edited members. */
  get hasUnsavedChanges(): boolean {
    const { dirty, saved } = this.#model;
    return this.isRestructured || dirty.isAnyDirty || saved.isAnyDecided;
  }

  /** Whether a user has changed what there is, and not what something holds. */
  get isRestructured(): boolean {
    const isAnyGone = this.#isRestructured || this.#destroyedObjects.isAnyUnsaved;
    return isAnyGone || this.#document.isBaseSceneChanged || this.#isAnyCreated;
  }

  /** What the host cannot create again is in no file. */
  get #isAnyCreated(): boolean {
    const { spawner } = this.#host;
    return [...this.#created].some(({ target }) => spawner?.origin(target) !== undefined);
  }

  get pending(): readonly PendingEntry[] {
    return this.#pending.map((entry) => ({ sourceKey: entry.source ?? '', type: entry.typeName }));
  }

  /** Of what a user has destroyed nothing waits: the next save takes it out. */
  get #pending(): readonly Entry[] {
    return this.#document.pending.filter(({ address }) => !this.#destroyedObjects.has(address?.key ?? ''));
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
   * Looks, in steps, at what has come and gone. Of what has come the spawned ones are left: what is part of a scene is
   * never added whole. What was below an object that is gone, and is no more, needs a word on that: it would go with it.
   */
  *sortArrived(): Steps<void> {
    this.#settleCreated();
    if (this.#destroyedObjects.size > 0)
      yield* eachInSteps([...this.#model.objects], arrivedPerStep, (handle) => this.#noteMovedOut(handle));
    yield* eachInSteps([...this.#arrived], arrivedPerStep, (handle) => {
      if (!this.#document.isSpawned(handle.target)) this.#arrived.delete(handle);
    });
    if (this.#arrived.size > 0) this.#misnamed = this.#document.unboundNew();
  }

  #noteMovedOut(handle: ExposedObjectHandle): void {
    const { defaults, objects, saved } = this.#model;
    const began = defaults.parentOf(handle.target);
    if (began === undefined || !objects.isDestroyed(began)) return;
    const isStanding = entryOwner(this.#model, handle) === handle;
    if (isStanding && this.#document.bound.parentsSaid(handle).length === 0) saved.noteParent(handle);
  }

  /** Objects that have come by a spawn and may have no entry yet. */
  createdTargets(): object[] {
    return [...this.#arrived].map(({ target }) => target);
  }

  /** What a save has to say of an object. */
  editsOf(target: object, changed: ChangedUnit | undefined): UnitEdits {
    const handle = this.#model.objects.byTarget(target);
    const arrival = handle !== undefined && this.#arrived.has(handle) ? this.#arrivalOf(handle) : undefined;
    return this.#document.editsOf(target, changed, arrival);
  }

  #arrivalOf(handle: ExposedObjectHandle): Arrival | undefined {
    if (this.#created.has(handle)) return 'created';
    if (this.#spawnedByEngine.has(handle.target)) return 'spawned';
    return this.#misnamed.has(handle.sourceKey ?? '') ? undefined : 'brought';
  }

  /** The file as it is to be saved, to be laid out in steps. */
  planned(looked: Iterable<readonly [object, UnitEdits]>): Steps<Built> {
    const created = new Set([...this.#created].map(({ sourceKey }) => sourceKey!));
    return this.#document.planned(looked, this.#destroyedObjects.comesAgain, created);
  }

  /** Begins a scene that has no file yet; `path` stays. */
  begin(): void {
    this.#document = LiveDocument.empty(this.#model, this.#host, packageVersion);
    this.#document.begin();
    this.#isRestructured = false;
    this.#created.clear();
    this.#destroyedObjects.clear();
  }

  /** Applies what is open to objects that have come in the place of others. */
  applyAgain(): void {
    this.open(this.#document.again(), this.path);
    this.#model.dirty.markAllClean();
  }

  /** Applies a document and takes it as the one that is open. */
  open(document: LiveDocument, path: string | undefined): void {
    this.whileLoading(() => document.applyAll());
    this.#document = document;
    this.path = path;
    this.#isRestructured = false;
    this.#destroyedObjects.settle();
    this.#created.clear();
    // Of what is gone the file says that it is there: it waits.
    for (const { address, kind } of this.#destroyedObjects.size > 0 ? document.bound.entries : [])
      if (kind !== 'removed') this.#destroyedObjects.delete(address?.key ?? '');
  }

  /**
   * A file is about to be opened over the objects as they are. What the one that is open has taken out is not there, whatever
   * the next one says of it: the next save says so in that, too.
   */
  keepDestroyed(): void {
    for (const { kind, isRoot, address } of this.#document.bound.entries) {
      if (kind !== 'removed' || !isRoot) continue;
      const { key } = address!;
      const isThere = this.#model.objects.bySourceKey(key) !== undefined;
      if (!isThere && !this.#destroyedObjects.has(key)) this.#destroyedObjects.add(key, true);
    }
  }

  /** A base scene was loaded for a file that is about to be opened: what was destroyed in another one is none of its. */
  forgetDestroyed(): void {
    this.#destroyedObjects.clear();
  }

  /** Applies a document on top of the one that is open, which takes in what of it is not in the objects. */
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

  /** Runs `action`, which brings objects and applies to them what they wait for itself. */
  whileLoading<T>(action: () => T): T {
    const outer = this.#isLoading;
    this.#isLoading = true;
    try {
      return action();
    } finally {
      this.#isLoading = outer;
      this.#noteScenes();
    }
  }

  /**
   * Nothing that waits is given to objects until `action` is through: those of a base scene that it loads are for what it
   * applies, and not for what was open before.
   */
  async holding(action: () => Promise<void>): Promise<void> {
    this.#isHeld = true;
    try {
      await action();
    } finally {
      this.#isHeld = false;
      this.#mayBind = true;
    }
  }

  /** The document was saved; what is known of objects that came and went is in it. @returns takes that back */
  beginSave(): () => void {
    const isRestructured = this.#isRestructured;
    const [arrived, created] = [[...this.#arrived], [...this.#created]];
    const destroyAgain = this.#destroyedObjects.beginSave();
    this.#isRestructured = false;
    for (const each of [this.#arrived, this.#created]) each.clear();
    return () => {
      this.#isRestructured ||= isRestructured;
      destroyAgain((key) => this.#model.objects.bySourceKey(key) !== undefined);
      for (const handle of arrived) this.#arrived.add(handle);
      for (const handle of created)
        if (this.#model.objects.byTarget(handle.target) === handle) this.#created.add(handle);
    };
  }

  written(write: Written): void {
    const { ref, origin } = write;
    if (isEdit(origin)) this.#tellUnnamed(ref);
    this.#document.bound.heard.written(write);
    for (const { heard } of this.#settings.documents) heard.written(write);
  }

  changed(ref: PropertyRef, origin: ChangeOrigin): void {
    if (isEdit(origin)) this.#tellUnnamed(ref);
    this.#document.bound.heard.changed(ref, origin);
    for (const { heard } of this.#settings.documents) heard.changed(ref, origin);
  }

  reset(unit: Captured, { name }: ExposedMember): void {
    for (const document of this.#documents()) {
      if (document.entriesOf(unit).length === 0) continue;
      this.#model.saved.noteReset(unit, [name]);
      document.heard.reset(unit, [name]);
    }
  }

  moved(handle: ExposedObjectHandle, origin: ChangeOrigin): void {
    if (isEdit(origin) || origin === 'reset') this.#document.moved(handle, origin === 'reset');
  }

  #documents(): readonly BoundDocument[] {
    return [this.#document.bound, ...this.#settings.documents];
  }

  #tellUnnamed({ unit }: PropertyRef): void {
    const { objects } = this.#model;
    if (this.#toldOf.has(unit.target) || !unit.member.isPersistable) return;
    this.#toldOf.add(unit.target);
    if (objects.fileKey(unit.target) !== undefined) return;
    const name = objects.byTarget(unit.target)?.name ?? unit.class.name;
    this.#host.log.write(
      'Warning',
      `${name} (${unit.class.name}) has no source key: what is edited in it cannot be saved. Register it with a sourceKey`,
    );
  }

  #added(handle: ExposedObjectHandle): void {
    this.#mayBind = true;
    this.#arrived.add(handle);
    const { sourceKey } = handle;
    if (sourceKey === undefined) return;
    const isByUser = this.#isMerging || (!this.#isLoading && isEdit(this.#model.writer.ambient));
    if (isByUser) this.#created.add(handle);
    else {
      this.#comesByEngine(handle.target);
      this.#destroyedObjects.delete(sourceKey);
    }
  }

  /** The engine spawns an object, or would have where a file has done so before: it will again at the next start. */
  #comesByEngine(target: object): void {
    if (!this.#isLoading && !isEdit(this.#model.writer.ambient)) this.#spawnedByEngine.add(target);
  }

  /**
   * What a user has created is another object than the one that was destroyed, unless the application makes it by itself:
   * that is the same again.
   */
  #settleCreated(): void {
    const same = new Set<string>();
    for (const { target, sourceKey } of this.#created)
      if (!this.#document.isSpawned(target)) same.add(sourceKey!);
    if (same.size === 0) return;
    for (const key of same) this.#destroyedObjects.delete(key);
    this.#document.revive(same);
  }

  #removed(handle: ExposedObjectHandle): void {
    this.#mayBind = true;
    this.#arrived.delete(handle);
    const isUnsaved = this.#created.delete(handle);
    const isOfEngine = this.#document.bound.entriesOf(handle).some((entry) => entry.isOfEngine);
    for (const document of this.#documents()) document.unbind(handle);
    // Of a scene that goes there may be very many: what costs most is asked last.
    if (this.#isLoading || !isEdit(this.#model.writer.ambient) || this.#isUnloading) return;
    const { sourceKey, target } = handle;
    // What a user has created and destroyed again before a save is as if it had never been there.
    if (sourceKey === undefined || isUnsaved || this.#host.spawner === undefined) return;
    const isOfScene = this.#host.spawner.origin(target) === undefined;
    const comesAgain = isOfScene || isOfEngine || this.#spawnedByEngine.has(target);
    this.#destroyedObjects.add(sourceKey, comesAgain);
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

  /** State that comes to an object late leaves it clean (DRT-9). */
  #frameEnded(): void {
    this.#noteScenes();
    if (!this.#mayBind || this.#isLoading || this.#isHeld) return;
    this.#mayBind = false;
    this.#settleCreated();
    this.#document.bindPending(
      (handle) => this.#created.has(handle),
      (key) => this.#destroyedObjects.has(key),
    );
    this.#settings.bindPending();
  }
}
