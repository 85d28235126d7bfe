import { type ApplicationCode, reportTo } from '../application-code.js';
import type { Host } from '../host.js';
import type { JsonObject } from '../json.js';
import type { ExposedModel } from '../model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { Captured } from '../state/defaults.js';
import type { ChangedUnit } from '../state/saved-object.js';
import { parentIndex } from '../state/tracked-member.js';
import type { ExposedMember } from '../types/exposed-member.js';
import { baseSceneName } from './base-scene.js';
import { BoundDocument, type Foresee, type Holds, type Note } from './bound-document.js';
import { DocumentText } from './document/document-text.js';
import type { Edit } from './document/edits.js';
import { DocumentEdits, type EntryChange, type UnitEdits } from './document-edits.js';
import type { Entry } from './entry.js';
import { Foresight, isInScene } from './foresight.js';
import { formats, header } from './format.js';
import { mergeEntries } from './merge-entries.js';
import { type Built, type DocumentPlan, SavedText } from './saved-text.js';
import { eachInSteps, type Steps } from './slices.js';
import { type Move, moveAll, parentDelta, Structure } from './structure.js';

const editsPerStep = 50;

/** By whom an object has come: the engine, or a user. */
export type Arrival = 'arrived' | 'created';

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
  readonly #code: ApplicationCode;
  readonly #structure: Structure;
  #baseInFile: string | undefined;
  #hasFile: boolean;
  /** What was worked out before it is applied. */
  #foresight: Foresight | undefined;
  readonly bound: BoundDocument;

  private constructor(model: ExposedModel, host: Host, bound: BoundDocument, hasFile: boolean) {
    this.#model = model;
    this.#host = host;
    this.#code = reportTo(host.log);
    this.#structure = new Structure(model, host, this.#code);
    this.bound = bound;
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
    const foresight = new Foresight(model);
    const foresee: Foresee = (unit, held, changed) => foresight.foresee(unit, held, changed);
    const bound = yield* BoundDocument.prepared(model, reportTo(host.log), 'scene', text, foresee);
    yield* foresight.foreseeOthers((target) => bound.entriesOf({ target }).length > 0);
    const document = new LiveDocument(model, host, bound, true);
    document.#foresight = foresight;
    return document;
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
    const { entries } = this.bound;
    this.#baseInFile = baseSceneName(this.#host);
    this.#structure.comeAndGo(entries);
    const foresight = this.#foresight;
    this.#foresight = undefined;
    const notes: Note[] = [];
    const held = this.bound.applyAll(foresight && ((note) => void notes.push(note)));
    const moved = this.#applyParents(entries);
    const isHeld = (target: object) => this.bound.entriesOf({ target }).length > 0;
    foresight?.note(notes, isHeld);
    this.#begin(
      (unit, index) => (index === parentIndex ? moved.has(unit.target) : held(unit, index)),
      (target) => foresight?.knownAt(target),
    );
  }

  /**
   * Applies a file on top. What of it is in the objects is theirs, as if it had been edited; what waits or means nothing
   * here comes into this document.
   */
  merge(other: LiveDocument): Merged {
    const { objects, saved } = this.#model;
    const [clock, version] = [saved.clock, objects.version];
    const imported = other.bound;
    const destroyed = this.#takenOutBy(imported);
    this.#structure.comeAndGo(imported.entries);
    imported.applyAll(undefined, this.bound);
    for (const target of other.#applyParents(imported.entries)) {
      const handle = objects.byTarget(target);
      // What it says is as if a user had said it, unless it waits as well.
      const isDone = !imported.entriesOf({ target }).some((entry) => entry.waiting.all.some(isParent));
      if (handle !== undefined && isDone) this.bound.moved(handle, false);
    }
    const present = imported.entries.flatMap(({ place, address }) =>
      place === undefined || this.isSpawned(place.handle.target) ? [] : address!.key,
    );
    this.revive(new Set(present));
    const isTaken = mergeEntries(this.#model, this.bound, imported, destroyed);
    const isChanged = isTaken || destroyed.size > 0 || saved.clock !== clock || objects.version !== version;
    return { isChanged, destroyed };
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

  #begin(holds: Holds, knownAt?: (target: object) => number | undefined): void {
    this.#model.saved.begin(
      isInScene,
      (unit, { index }) => holds(unit, index),
      () => !this.#hasFile,
      knownAt,
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
    this.#applyParents([...bound, ...waiting]);
    for (const { place, parent } of [...bound, ...waiting]) {
      if (parent === undefined || place === undefined || this.#isMoved(place.unit.target)) continue;
      this.#model.saved.take(place.unit, parentIndex);
      this.#model.dirty.markMemberClean(place.unit, parentIndex);
    }
    for (const entry of bound) this.bound.applyLate(entry);
    this.bound.retryWaiting();
  }

  #isMoved(target: object): boolean {
    return this.#model.dirty.isMoved(target);
  }

  /** @returns the objects of which the document says the parent */
  #applyParents(entries: Iterable<Entry>): Set<object> {
    const said = new Set<object>();
    const moves: Move[] = [];
    for (const entry of entries) {
      const { parent: key } = entry;
      if (!entry.isRoot || entry.place === undefined || key === undefined) continue;
      said.add(entry.place.unit.target);
      for (const each of entry.waiting.all.filter(isParent)) entry.waiting.remove(each);
      // Of several entries the last that says it counts.
      if (this.#parentEntry(entry.place.unit.target) !== entry) {
        this.bound.noteWaiting(entry);
        continue;
      }
      const move = this.#structure.moveOf(entry, key);
      if (move !== undefined) moves.push(move);
      else
        entry.waiting.add({
          file: ['@parent'],
          place: ['@parent'],
          placeInFile: ['@parent'],
          isLeftOut: false,
        });
      this.bound.noteWaiting(entry);
    }
    moveAll(this.#model, moves, 'load', this.#code);
    return said;
  }

  /** True when another base scene is loaded than when the file was (LSC-4). */
  get isBaseSceneChanged(): boolean {
    return baseSceneName(this.#host) !== this.#baseInFile;
  }

  /** Entries that wait for their object. */
  get pending(): readonly Entry[] {
    return this.bound.entries.filter((entry) => entry.kind !== 'removed' && entry.place === undefined);
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

  /**
   * What a save has to say of an object.
   * @param arrival how it has come since the last save, if it has: an entry is to say all of what was spawned, and that it
   * is new where a user has done so and the file has waited for it
   */
  editsOf(target: object, changed: ChangedUnit | undefined, arrival: Arrival | undefined): UnitEdits {
    const edits = new DocumentEdits(this.#model, this.bound);
    const handle = arrival && this.#model.objects.byTarget(target);
    const isSpawned = handle?.sourceKey !== undefined && this.isSpawned(target);
    const isBorn = isSpawned && arrival === 'created';
    const birth = isBorn ? this.#birthOf(handle) : [];
    const unit = changed ?? (birth.length > 0 ? unchanged(handle!) : undefined);
    const parent = unit === undefined ? [] : this.#parentEdits(unit);
    const left = unit && edits.edit(unit, membersOf(unit), [...birth, ...parent]);
    let added: JsonObject | undefined;
    if (!this.#hasEntry(target)) {
      if (isSpawned) added = this.#spawnedEntry(handle, edits);
      else if (changed !== undefined) added = this.#newEntry(changed, left!, edits);
    } else if (this.#rootEntry(target) === undefined) {
      // Entries of it as a component do not say how it came to be, nor where it is.
      const said = parent.flatMap((edit) => (edit.kind === 'set' ? [[edit.path[0], edit.value]] : []));
      if (isBorn) added = { ...this.#bornEntry(handle), ...Object.fromEntries(said) };
      else if (said.length > 0) added = this.#bareEntry(unit!, Object.fromEntries(said));
    }
    return { changes: edits.changes, added };
  }

  /** What its entry has to say so that a load makes it, and as what it was made. */
  #birthOf({ target, class: cls }: ExposedObjectHandle): Edit[] {
    const entry = this.#rootEntry(target);
    if (entry === undefined) return [];
    const { prefab, name } = this.#structure.origin(target) ?? {};
    const birth: Edit[] = [];
    const set = (member: string, value: string) => birth.push({ kind: 'set', path: [member], value });
    if (prefab !== entry.prefab) {
      if (prefab === undefined) birth.push({ kind: 'remove', path: ['@prefab'] });
      else set('@prefab', prefab);
    }
    if (prefab === undefined && (entry.kind === 'override' || entry.prefab !== undefined)) set('@op', 'new');
    if (birth.length > 0 && entry.typeName !== cls.name) set('@type', cls.name);
    if (name !== undefined && name !== entry.name) set('@name', name);
    return birth;
  }

  /**
   * The file as it is to be saved now, to be laid out in steps; what happens meanwhile is no part of it.
   * @param looked what it has to say of objects
   * @param destroyed keys of the objects that a user has destroyed, and whether they were part of a scene
   */
  planned(
    looked: Iterable<readonly [object, UnitEdits]>,
    destroyed: ReadonlyMap<string, boolean>,
  ): Steps<Built> {
    const { text, entries } = this.bound;
    const base = baseSceneName(this.#host);
    const isSameBase = this.#hasFile && base === this.#baseInFile;
    const members = isSameBase ? {} : { baseSceneName: base };
    return this.#built({ text, entries, members }, looked, destroyed, () => {
      this.#hasFile = true;
      this.#baseInFile = base;
    });
  }

  *#built(
    from: Pick<DocumentPlan, 'text' | 'entries' | 'members'>,
    looked: Iterable<readonly [object, UnitEdits]>,
    destroyed: ReadonlyMap<string, boolean>,
    saved: () => void,
  ): Steps<Built> {
    const { objects } = this.#model;
    const changes = new Map<Entry, EntryChange>();
    const added = new Map<object, JsonObject>();
    yield* eachInSteps([...looked], editsPerStep, ([target, edits]) => {
      for (const [entry, change] of edits.changes) {
        const bound = entry.place?.unit.target;
        if (bound === undefined || bound === target) changes.set(entry, change);
      }
      const isThere = edits.added !== undefined && !objects.isDestroyed(target);
      if (isThere && objects.fileKey(target) !== undefined) added.set(target, edits.added);
    });
    const first = this.#takeOut(from.entries, destroyed, changes);
    const built = yield* SavedText.laidOut(this.#model, this.bound, { ...from, changes, added, first });
    const commit = () => {
      built.commit();
      saved();
    };
    return { text: built.text, commit };
  }

  #rootEntry(target: object): Entry | undefined {
    return this.bound.entriesOf({ target }).findLast(({ isRoot }) => isRoot);
  }

  #parentEntry(target: object): Entry | undefined {
    return this.bound.entriesOf({ target }).findLast(({ isRoot, parent }) => isRoot && parent !== undefined);
  }

  #hasEntry(target: object): boolean {
    return this.bound.entriesOf({ target }).some((entry) => !entry.isInner);
  }

  /** @returns entries for objects that the file does not know */
  #takeOut(
    entries: readonly Entry[],
    destroyed: ReadonlyMap<string, boolean>,
    changes: Map<Entry, EntryChange>,
  ): JsonObject[] {
    if (destroyed.size === 0) return [];
    const marked = new Set<string>();
    for (const entry of entries) {
      const key = entry.address?.key;
      if (key === undefined || !destroyed.has(key)) continue;
      if (entry.kind === 'removed') {
        marked.add(key);
        continue;
      }
      const isMarked = entry.isRoot && entry.kind === 'override' && !marked.has(key);
      if (isMarked) marked.add(key);
      const text = isMarked ? entry.text.with(removalOf(entry)) : undefined;
      changes.set(entry, { text, moved: [], saysWhat: true });
    }
    return [...destroyed].flatMap(([key, wasOfScene]) =>
      wasOfScene && !marked.has(key) ? [{ '@source': key, '@op': 'removed' }] : [],
    );
  }

  /** Whether an object is no part of a scene. */
  isSpawned(target: object): boolean {
    return this.#structure.origin(target) !== undefined;
  }

  /** What makes an object as it was made. */
  #bornEntry({ target, class: cls, sourceKey }: ExposedObjectHandle): JsonObject {
    const { prefab, name } = this.#structure.origin(target)!;
    return {
      '@source': sourceKey!,
      ...(prefab === undefined ? { '@op': 'new' } : { '@prefab': prefab }),
      '@type': cls.name,
      ...(name !== undefined && { '@name': name }),
    };
  }

  #spawnedEntry(handle: ExposedObjectHandle, edits: DocumentEdits): JsonObject {
    const { target, class: cls } = handle;
    const unit = { target, class: cls };
    const parent = parentDelta(this.#model, unit);
    const ever = this.#model.saved.everChanged(unit);
    const elsewhere = this.#saidInside(target, edits);
    const members = cls.members.filter(
      (member) =>
        isOfScene(member) && (!member.isOwned || ever.has(member.index)) && !elsewhere.has(member.name),
    );
    return {
      ...this.#bornEntry(handle),
      ...(parent !== undefined && { '@parent': parent.key }),
      ...edits.differenceOf(unit, members),
    };
  }

  /** The members that have entries of their own. */
  #saidInside(target: object, { changes }: DocumentEdits): Set<string> {
    const stays = (entry: Entry) => !changes.has(entry) || changes.get(entry)!.text !== undefined;
    const inner = this.bound.entriesOf({ target }).filter((entry) => entry.isInner && stays(entry));
    return new Set(inner.map(({ address }) => address!.rest!));
  }

  #bareEntry({ unit }: ChangedUnit, members: JsonObject): JsonObject | undefined {
    const source = this.#model.objects.fileKey(unit.target);
    if (source === undefined || source.includes('.components[')) return undefined;
    return { '@source': source, '@type': unit.class.name, ...members };
  }

  /** An entry for an object that the file does not have yet; undefined when there is nothing to say of it. */
  #newEntry(
    changed: ChangedUnit,
    members: readonly ExposedMember[],
    edits: DocumentEdits,
  ): JsonObject | undefined {
    const { unit } = changed;
    const source = this.#model.objects.fileKey(unit.target);
    if (source === undefined || this.#model.objects.isDestroyed(unit.target)) return undefined;
    const isParentChanged = changed.members.has(parentIndex) && !source.includes('.components[');
    const parent = isParentChanged ? parentDelta(this.#model, unit) : undefined;
    const said = edits.membersOf(changed, members);
    if (Object.keys(said).length === 0 && parent === undefined) return undefined;
    return {
      '@source': source,
      '@type': unit.class.name,
      ...(parent !== undefined && { '@parent': parent.key }),
      ...said,
    };
  }

  #parentEdits({ unit, members, marks }: ChangedUnit): Edit[] {
    // Somebody has said what it is while it waited for another one.
    const isDecided = marks.some(({ path: [name] }) => name === '@parent');
    if (!isDecided && !members.has(parentIndex)) return [];
    const waits = this.bound.entriesOf(unit).some((entry) => entry.waiting.all.some(isParent));
    const isSame = this.#model.saved.of(unit, parentIndex) === this.#model.parentOfTarget(unit.target);
    if (waits || (isSame && !isDecided)) return [];
    const parent = parentDelta(this.#model, unit);
    return [
      parent === undefined
        ? { kind: 'remove', path: ['@parent'] }
        : { kind: 'set', path: ['@parent'], value: parent.key },
    ];
  }
}

function isParent({ place }: { readonly place: readonly (string | number)[] }): boolean {
  return place[0] === '@parent';
}

function isOfScene({ isPersistable, persistScope }: ExposedMember): boolean {
  return isPersistable && persistScope === 'scene';
}

function unchanged(unit: Captured): ChangedUnit {
  return { unit, members: new Set(), edited: new Set(), marks: [] };
}

function membersOf({ unit, members }: ChangedUnit): ExposedMember[] {
  return [...members]
    .sort((a, b) => a - b)
    .flatMap((index) => {
      const member = unit.class.members[index];
      return member !== undefined && isOfScene(member) ? [member] : [];
    });
}

/** What is left of an entry of an object that was destroyed. */
function removalOf(entry: Entry): Edit[] {
  const names = Object.keys(entry.text.json()).filter((name) => name !== '@source' && name !== '@op');
  return [
    ...names.map((name): Edit => ({ kind: 'remove', path: [name] })),
    { kind: 'set', path: ['@op'], value: 'removed' },
  ];
}
