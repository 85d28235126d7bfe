import { reportTo } from '../application-code.js';
import type { Host } from '../host.js';
import type { JsonObject } from '../json.js';
import type { ExposedModel } from '../model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { PropertyRef } from '../objects/property-ref.js';
import { runToCompletion } from '../run-to-completion.js';
import { MemberValues } from '../state/member-values.js';
import type { ChangedUnit } from '../state/saved-object.js';
import { parentIndex } from '../state/tracked-member.js';
import { baseSceneName } from './base-scene.js';
import { DocumentText } from './document/document-text.js';
import type { EntryChange, UnitEdits } from './edits/document-edits.js';
import { type Arrival, SceneEdits } from './edits/scene-edits.js';
import { BoundDocument, type Holds } from './entries/bound-document.js';
import { DocumentParents } from './entries/document-parents.js';
import type { Entry } from './entries/entry.js';
import { entryOwner, isParent } from './entries/entry-parents.js';
import { mergeEntries } from './entries/merge-entries.js';
import { findPlace } from './entries/place.js';
import { Structure } from './entries/structure.js';
import { formats, header } from './format.js';
import type { Steps } from './incremental.js';
import { isInScene, PlannedState } from './load/planned-state.js';
import { savedWith } from './save/live-text.js';
import { type Built, SavedText } from './save/saved-text.js';

/** What a merge has done. */
export interface Merged {
  readonly isChanged: boolean;
  /** Keys of the objects that it took out, and whether they were part of a scene. */
  readonly destroyed: ReadonlyMap<string, boolean>;
}

/** A live scene that is open: a document, and the objects that come, go and move with it. */
export class LiveDocument {
  readonly #model: ExposedModel;
  readonly #host: Host;
  readonly #structure: Structure;
  readonly #parents: DocumentParents;
  readonly #edits: SceneEdits;
  #baseInFile: string | undefined;
  #hasFile: boolean;
  /** What was worked out before it is applied. */
  #plannedState: PlannedState | undefined;
  readonly bound: BoundDocument;

  private constructor(model: ExposedModel, host: Host, bound: BoundDocument, hasFile: boolean) {
    this.#model = model;
    this.#host = host;
    const code = reportTo(host.log);
    this.#structure = new Structure(model, host, code);
    this.bound = bound;
    this.#parents = new DocumentParents(model, bound, this.#structure, code);
    this.#edits = new SceneEdits(model, bound, this.#structure);
    this.#hasFile = hasFile;
    this.#baseInFile = baseSceneName(host);
  }

  /** A scene that has no file yet. */
  static empty(model: ExposedModel, host: Host, packageVersion: string): LiveDocument {
    const members = header(formats.live[0], host.application, packageVersion);
    return LiveDocument.#of(model, host, DocumentText.create(members), false);
  }

  /** A file that is about to be applied; looked at in steps. */
  static *prepared(model: ExposedModel, host: Host, text: DocumentText): Steps<LiveDocument> {
    const plannedState = new PlannedState(model);
    try {
      const bound = yield* BoundDocument.prepared(model, reportTo(host.log), 'scene', text, plannedState);
      yield* plannedState.foreseeOthers((target) => bound.entriesOf({ target }).length > 0);
      yield* bound.catchUp();
      yield* plannedState.putTogether();
      const document = new LiveDocument(model, host, bound, true);
      document.#plannedState = plannedState;
      return document;
    } catch (error) {
      plannedState.end();
      throw error;
    }
  }

  static #of(model: ExposedModel, host: Host, text: DocumentText, hasFile: boolean): LiveDocument {
    return new LiveDocument(
      model,
      host,
      new BoundDocument(model, reportTo(host.log), 'scene', text),
      hasFile,
    );
  }

  /** The same file, bound to nothing yet. */
  again(): LiveDocument {
    return LiveDocument.#of(this.#model, this.#host, this.bound.text, this.#hasFile);
  }

  /** Creates, takes out and moves objects, then applies what can be applied; the rest waits. */
  applyAll(): void {
    const { structural } = this.bound;
    this.#baseInFile = baseSceneName(this.#host);
    this.#structure.comeAndGo(structural);
    const plannedState = this.#plannedState;
    this.#plannedState = undefined;
    const { holds, setOf } = this.bound.applyAll(plannedState);
    this.bound.notTaken.tell(this.#host.log);
    const moved = this.#parents.apply(structural);
    const others = plannedState?.adopt((target) => this.#noteLoaded(setOf(target)));
    this.#begin(
      (unit, index) => (index === parentIndex ? moved.has(unit.target) : holds(unit, index)),
      others,
    );
  }

  #noteLoaded(changed: readonly PropertyRef[]): void {
    const { saved, dirty } = this.#model;
    for (const { unit } of changed)
      for (const each of [saved, dirty]) each.noteChanged(unit, unit.member, 'load');
  }

  /**
   * Applies a file on top. What of it is in the objects is theirs, as if it had been edited; what waits or means nothing
   * here comes into this document.
   */
  merge(other: LiveDocument): Merged {
    const { objects, saved } = this.#model;
    const [clock, version] = [saved.clock, objects.version];
    const imported = other.bound;
    other.#plannedState?.end();
    const destroyed = this.#takenOutBy(imported);
    this.#takeEdits(imported);
    this.#structure.comeAndGo(imported.entries);
    imported.applyAll(undefined, this.bound);
    imported.notTaken.tell(this.#host.log);
    for (const target of other.#parents.apply(imported.entries)) {
      const handle = objects.byTarget(target);
      // What it says is as if a user had said it, unless it waits as well.
      if (handle === undefined) continue;
      const said = imported.parentsSaid(handle);
      if (!said.some((entry) => entry.waiting.all.some(isParent))) this.moved(handle, false);
    }
    const present = imported.entries.flatMap(({ place, address }) =>
      place === undefined || this.isSpawned(place.handle.target) ? [] : address!.key,
    );
    this.revive(new Set(present));
    const isTaken = mergeEntries(this.#model, this.bound, imported, destroyed);
    const isChanged = isTaken || destroyed.size > 0 || saved.clock !== clock || objects.version !== version;
    return { isChanged, destroyed };
  }

  /** Of objects that another document has, too, this one says what was edited before that is applied over them. */
  #takeEdits(other: BoundDocument): void {
    const { saved } = this.#model;
    const changes = new Map<Entry, EntryChange>();
    const added = new Map<object, JsonObject>();
    for (const { address } of other.entries) {
      const target = address && findPlace(this.#model, address)?.unit.target;
      const changed = target && saved.changedUnit(target);
      // One that has come since is added whole by the next save.
      const isNew =
        target !== undefined && this.isSpawned(target) && this.bound.entriesOf({ target }).length === 0;
      if (target === undefined || changed === undefined || isNew) continue;
      const edits = this.editsOf(target, changed, undefined);
      for (const [entry, change] of edits.changes) changes.set(entry, change);
      if (edits.added !== undefined) added.set(target, edits.added);
      saved.beginSave(target, isInScene, new MemberValues())?.commit();
    }
    if (changes.size + added.size === 0) return;
    const { text, entries } = this.bound;
    runToCompletion(SavedText.laidOut(this.#model, this.bound, { text, entries, changes, added })).commit();
  }

  /** A user has said what the parent of an object is, or it was set back. */
  moved(handle: ExposedObjectHandle, isReset: boolean): void {
    this.bound.heard.moved(handle, isReset);
    this.#parents.moved(handle);
  }

  /** Keys of objects that another document takes out and that this one or the scene has, and whether the scene has them. */
  #takenOutBy({ entries }: BoundDocument): Map<string, boolean> {
    const known = new Set(this.bound.entries.map(({ address, kind }) => kind !== 'removed' && address?.key));
    const keys = new Map<string, boolean>();
    for (const { kind, isRoot, address } of entries) {
      if (kind !== 'removed' || !isRoot) continue;
      const { key } = address!;
      const present = this.#model.objects.bySourceKey(key);
      const isOfScene = present !== undefined && this.#structure.origin(present.target) === undefined;
      if (isOfScene || known.has(key)) keys.set(key, isOfScene);
    }
    return keys;
  }

  /** Begins a document without entries: what differs from the defaults is to be added. */
  begin(): void {
    this.#begin(() => false);
  }

  #begin(holds: Holds, targets?: Iterable<object>): void {
    this.#model.saved.begin(
      isInScene,
      (unit, { index }) => holds(unit, index),
      () => !this.#hasFile,
      targets,
    );
  }

  /**
   * Gives objects what waits, as far as it can be given now (DRT-9).
   * @param isCreated whether a user has created an object since the last save
   * @param isDestroyed keys of objects that a user has destroyed: what another one has in its place begins anew
   */
  bindPending(
    isCreated: (handle: ExposedObjectHandle) => boolean,
    isDestroyed: (sourceKey: string) => boolean,
  ): void {
    // First, so that nothing is bound to an object that does not stay.
    this.#structure.takeOut(this.bound.unbound, this.bound.entries, isCreated);
    const unbound = [...this.bound.unbound].filter(
      ({ kind, address }) => kind !== 'removed' && !isDestroyed(address?.key ?? ''),
    );
    const bound = unbound.filter((entry) => this.bound.bind(entry));
    const waiting = [...this.bound.waiting].filter((entry) => entry.waiting.all.some(isParent));
    this.#parents.apply([...bound, ...waiting]);
    for (const { place, parent } of [...bound, ...waiting]) {
      if (parent === undefined || place === undefined) continue;
      const unit = entryOwner(this.#model, place.handle);
      if (this.#isMoved(unit.target)) continue;
      this.#model.saved.take(unit, parentIndex);
      this.#model.dirty.markMemberClean(unit, parentIndex);
    }
    for (const entry of bound) this.bound.applyLate(entry);
    this.bound.notTaken.tell(this.#host.log);
    this.bound.retryWaiting();
  }

  #isMoved(target: object): boolean {
    return this.#model.dirty.isMoved(target);
  }

  /** True when another base scene is loaded than when the file was (LSC-4). */
  get isBaseSceneChanged(): boolean {
    return baseSceneName(this.#host) !== this.#baseInFile;
  }

  /** Entries that wait for their object. */
  get pending(): readonly Entry[] {
    return this.bound.entries.filter((entry) => entry.kind !== 'removed' && entry.place === undefined);
  }

  /** Keys of the new objects whose entries are bound to nothing. */
  unboundNew(): Set<string> {
    const made = [...this.bound.unbound].filter(({ kind, isRoot }) => kind === 'new' && isRoot);
    return new Set(made.map(({ address }) => address!.key));
  }

  /** Drops the pending entries rooted at a key; false when there are none (ORP-4). */
  removeOrphan(sourceKey: string): boolean {
    const doomed = new Set(this.pending.filter(({ address }) => address?.key === sourceKey));
    this.bound.drop(doomed);
    return doomed.size > 0;
  }

  /** Objects have come where the file has them taken out. */
  revive(sourceKeys: ReadonlySet<string>): void {
    const revived = this.bound.entries.filter(
      ({ kind, address }) => kind === 'removed' && sourceKeys.has(address?.key ?? ''),
    );
    if (revived.length > 0) this.bound.drop(new Set(revived));
  }

  /** What a save has to say of an object; `arrival`: how it has come since the last save, if it has. */
  editsOf(target: object, changed: ChangedUnit | undefined, arrival: Arrival | undefined): UnitEdits {
    return this.#edits.of(target, changed, arrival);
  }

  /**
   * The file as it is to be saved now, to be laid out in steps; what happens meanwhile is no part of it.
   * @param looked what it has to say of objects
   * @param destroyed keys of the objects that a user has destroyed, and whether they were part of a scene
   * @param created keys of those that a user has created
   */
  planned(
    looked: Iterable<readonly [object, UnitEdits]>,
    destroyed: ReadonlyMap<string, boolean>,
    created: ReadonlySet<string>,
  ): Steps<Built> {
    const { text, entries } = this.bound;
    const base = baseSceneName(this.#host);
    const isSameBase = this.#hasFile && base === this.#baseInFile;
    const members = isSameBase ? {} : { baseSceneName: base };
    return savedWith(
      this.#model,
      this.bound,
      { text, entries, members },
      { looked, destroyed, created },
      () => {
        this.#hasFile = true;
        this.#baseInFile = base;
      },
    );
  }

  /** Whether an object is no part of a scene. */
  isSpawned(target: object): boolean {
    return this.#structure.isSpawned(target);
  }
}
