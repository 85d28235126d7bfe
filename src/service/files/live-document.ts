import { reportTo } from '../common/application-code.js';
import type { JsonObject } from '../common/json.js';
import { runToCompletion } from '../common/run-to-completion.js';
import type { Host } from '../host.js';
import type { ExposedModel } from '../model/model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { MemberFilter } from '../state/baseline.js';
import { noIndexes } from '../state/index-set.js';
import { parentIndex } from '../state/tracked-member.js';
import { findBaseSceneName } from './base-scene.js';
import { DocumentText } from './document/document-text.js';
import type { EntryChange } from './edits/document-edits.js';
import { SceneEdits } from './edits/scene-edits.js';
import { BoundDocument, type HeldMembers } from './entries/bound-document.js';
import { findObject } from './entries/bound-object.js';
import { DocumentParents } from './entries/document-parents.js';
import type { Entry } from './entries/entry.js';
import { entryOwner, isParent } from './entries/entry-parents.js';
import { mergeEntries } from './entries/merge-entries.js';
import { Structure } from './entries/structure.js';
import { formats, header } from './format.js';
import type { IncrementalTask } from './run-incrementally.js';
import { layOutScene, type SceneChanges } from './save/live-text.js';
import { type LaidOutDocument, layOutDocument } from './save/saved-text.js';

/** Selects the members that live scenes save. */
const isInScene: MemberFilter = ({ class: cls }, { index }) =>
  index === parentIndex || cls.members[index]!.persistScope === 'scene';

/** The result of merging a document into another one. */
export interface MergeResult {
  readonly isChanged: boolean;
  /** Source keys of the objects it removed, and whether they were part of a scene. */
  readonly destroyed: ReadonlyMap<string, boolean>;
}

/**
 * A live scene that is bound to the live objects, some of which it creates, removes and moves. Used by `OpenScene`.
 */
export class LiveDocument extends BoundDocument {
  readonly #model: ExposedModel;
  readonly #host: Host;
  readonly structure: Structure;
  readonly #parents: DocumentParents;
  readonly edits: SceneEdits;
  #fileBaseScene: string | undefined;
  #hasFile: boolean;

  private constructor(model: ExposedModel, host: Host, text: DocumentText, hasFile: boolean) {
    const code = reportTo(host.log);
    super(model, code, 'scene', text);
    this.#model = model;
    this.#host = host;
    this.structure = new Structure(model, host, code);
    this.#parents = new DocumentParents(model, this, this.structure, code);
    this.edits = new SceneEdits(model, this, this.structure);
    this.#hasFile = hasFile;
    this.#fileBaseScene = findBaseSceneName(host);
  }

  /** Creates a scene that has no file yet. */
  static empty(model: ExposedModel, host: Host, packageVersion: string): LiveDocument {
    const members = header(formats.live[0], host.application, packageVersion);
    return new LiveDocument(model, host, DocumentText.create(members), false);
  }

  /** Creates the document of a file. Its entries are not bound to any object yet. */
  static of(model: ExposedModel, host: Host, text: DocumentText): LiveDocument {
    return new LiveDocument(model, host, text, true);
  }

  /** Returns a document with the same file that is not bound to any object. */
  unboundCopy(): LiveDocument {
    return new LiveDocument(this.#model, this.#host, this.text, this.#hasFile);
  }

  /** Creates, removes and moves objects, then applies all values that can be applied; the others become pending. */
  apply(): void {
    const { entries } = this;
    this.#fileBaseScene = findBaseSceneName(this.#host);
    this.structure.createAndRemove(entries);
    const held = this.applyEntries();
    this.rejectedValues.log(this.#host.log);
    const moved = this.#parents.apply(entries);
    this.#begin((owner) => (moved.has(owner.target) ? held(owner).with(parentIndex) : held(owner)));
  }

  /**
   * Applies another document on top. Applied values count as edits; pending and unknown ones are added to this
   * document.
   */
  merge(imported: LiveDocument): MergeResult {
    const { objects, saved } = this.#model;
    const { version } = objects;
    const watch = saved.watch();
    try {
      const destroyed = this.#findRemoved(imported);
      this.#writeEdits(imported);
      this.structure.createAndRemove(imported.entries);
      imported.applyEntries(this);
      imported.rejectedValues.log(this.#host.log);
      for (const target of imported.#parents.apply(imported.entries)) {
        const handle = objects.byTarget(target);
        // The parent counts as set by a user, unless it is pending.
        if (handle === undefined) continue;
        const parentEntries = imported.parentEntriesOf(handle);
        if (!parentEntries.some((entry) => entry.pending.all.some(isParent))) this.noteMoved(handle, false);
      }
      const present = imported.entries.flatMap(({ object, address }) =>
        object === undefined || this.structure.isSpawned(object.handle.target) ? [] : address!.key,
      );
      this.dropRemovals(new Set(present));
      const hasAddedEntries = mergeEntries(this.#model, this, imported, destroyed);
      const isChanged =
        hasAddedEntries || destroyed.size > 0 || watch.touched.size > 0 || objects.version !== version;
      return { isChanged, destroyed };
    } finally {
      watch.end();
    }
  }

  /** Writes pending edits of the objects in `other` into this document, before `other` is applied over them. */
  #writeEdits(other: BoundDocument): void {
    const { saved } = this.#model;
    const changes = new Map<Entry, EntryChange>();
    const added = new Map<object, JsonObject>();
    for (const { address } of other.entries) {
      const target = address && findObject(this.#model, address)?.owner.target;
      const changed = target && saved.changedObject(target);
      // The next save adds a new object as a whole.
      const isNew =
        target !== undefined && this.structure.isSpawned(target) && this.entriesOf({ target }).length === 0;
      if (target === undefined || changed === undefined || isNew) continue;
      const edits = this.edits.of(target, changed, undefined);
      for (const [entry, change] of edits.changes) changes.set(entry, change);
      if (edits.added !== undefined) added.set(target, edits.added);
      saved.beginSave(target, isInScene)?.commit();
    }
    if (changes.size + added.size === 0) return;
    const { text, entries } = this;
    runToCompletion(layOutDocument(this.#model, this, { text, entries, changes, added })).commit();
  }

  /** Notes that a user moved an object, or that its parent was reset. */
  noteMoved(handle: ExposedObjectHandle, isReset: boolean): void {
    this.canceller.moved(handle, isReset);
    this.#parents.noteMoved(handle);
  }

  /**
   * Returns keys of the present or known objects that another document removes, and whether they are part of a
   * scene.
   */
  #findRemoved({ entries }: BoundDocument): Map<string, boolean> {
    const known = new Set(this.entries.map(({ address, kind }) => kind !== 'removed' && address?.key));
    const keys = new Map<string, boolean>();
    for (const { kind, isRoot, address } of entries) {
      if (kind !== 'removed' || !isRoot) continue;
      const { key } = address!;
      const present = this.#model.objects.bySourceKey(key);
      const isOfScene = present !== undefined && this.structure.origin(present.target) === undefined;
      if (isOfScene || known.has(key)) keys.set(key, isOfScene);
    }
    return keys;
  }

  /** Begins a document without entries; the next save adds all differences from the defaults. */
  begin(): void {
    this.#begin(() => noIndexes);
  }

  #begin(held: HeldMembers): void {
    this.#model.saved.begin({ which: isInScene, held, isNew: () => !this.#hasFile });
  }

  /**
   * Applies pending values to objects that have appeared (DRT-9).
   * @param isCreated true if a user has created the object since the last save
   * @param isDestroyed true for keys of objects that a user has destroyed; an object with such a key gets no
   * values
   */
  bindPending(
    isCreated: (handle: ExposedObjectHandle) => boolean,
    isDestroyed: (sourceKey: string) => boolean,
  ): void {
    // Objects are removed first, so that no entry is bound to one of them.
    this.structure.removeDestroyed(this.unbound, this.entries, isCreated);
    const bound = this.pendingEntries.filter(
      (entry) => !isDestroyed(entry.address?.key ?? '') && this.bind(entry),
    );
    const withPendingParent = this.entries.filter((entry) => entry.pending.all.some(isParent));
    this.#parents.apply([...bound, ...withPendingParent]);
    for (const { object, parent } of [...bound, ...withPendingParent]) {
      if (parent === undefined || object === undefined) continue;
      const owner = entryOwner(this.#model, object.handle);
      if (this.#model.dirty.isMoved(owner)) continue;
      this.#model.saved.take(owner, parentIndex);
      this.#model.dirty.take(owner, parentIndex);
    }
    this.applyAllLate(bound, this.#host.log);
  }

  /** True if another base scene is loaded than when the file was applied (LSC-4). */
  get isBaseSceneChanged(): boolean {
    return findBaseSceneName(this.#host) !== this.#fileBaseScene;
  }

  /** Entries that would apply to an object that does not exist. */
  get pendingEntries(): readonly Entry[] {
    return this.unbound.filter(({ kind }) => kind !== 'removed');
  }

  /** Returns the keys of unbound entries that create an object. */
  unboundNewKeys(): Set<string> {
    const newEntries = this.unbound.filter(({ kind, isRoot }) => kind === 'new' && isRoot);
    return new Set(newEntries.map(({ address }) => address!.key));
  }

  /** Removes the pending entries of a source key; false if there are none (ORP-4). */
  removeOrphan(sourceKey: string): boolean {
    const orphaned = new Set(this.pendingEntries.filter(({ address }) => address?.key === sourceKey));
    this.drop(orphaned);
    return orphaned.size > 0;
  }

  /** Drops the removal entries of objects that exist again. */
  dropRemovals(sourceKeys: ReadonlySet<string>): void {
    const revived = this.entries.filter(
      ({ kind, address }) => kind === 'removed' && sourceKeys.has(address?.key ?? ''),
    );
    if (revived.length > 0) this.drop(new Set(revived));
  }

  /** Captures what is to be saved; the returned steps lay it out, unaffected by later changes. */
  planSave(changes: SceneChanges): IncrementalTask<LaidOutDocument> {
    const { text, entries } = this;
    const base = findBaseSceneName(this.#host);
    const isSameBase = this.#hasFile && base === this.#fileBaseScene;
    const members = isSameBase ? {} : { baseSceneName: base };
    return layOutScene(this.#model, this, { text, entries, members }, changes, () => {
      this.#hasFile = true;
      this.#fileBaseScene = base;
    });
  }
}
