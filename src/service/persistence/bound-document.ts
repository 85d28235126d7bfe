import type { ChangeOrigin } from '../access/origin.js';
import { foreseeing } from '../access/prepared.js';
import type { Written } from '../access/unit-of-work.js';
import type { ApplicationCode } from '../application-code.js';
import type { ExposedModel } from '../model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { PropertyRef, Steps } from '../objects/property-ref.js';
import type { Captured } from '../state/defaults.js';
import type { DocumentText } from './document/document-text.js';
import { Entry } from './entry.js';
import { EntryLoader, type PreparedEntry, type Scope } from './entry-loader.js';
import { findPlace, type Place } from './place.js';
import { Precedence } from './precedence.js';
import { eachInSteps, type Steps as WorkSteps } from './slices.js';
import { standsAlone } from './stands-alone.js';

/** Members of objects that a document has. */
export type Holds = (unit: Pick<Captured, 'target'>, index: number) => boolean;

/** Entries that one step looks at. */
const entriesPerStep = 20;

/** What an entry is to set, and what that makes of its object. */
interface Ready extends Omit<PreparedEntry, 'refs'> {
  readonly members: readonly number[];
  /** The clock of changes when the object was as it was looked at, and the version of the registry. */
  readonly at: number;
  readonly version: number;
  /** Nothing of it depends on what else there is. */
  readonly isAlone: boolean;
  /** Notes what files say of the object then, and that nothing of it is edited. */
  readonly note: (() => void) | undefined;
}

/** What was worked out of a document before it is applied. */
interface Preparation {
  /** The version of the registry that entries were bound at. */
  readonly version: number;
  readonly ready: Map<Entry, Ready>;
  readonly foresee: Foresee;
}

/** What is to be noted of an object: what files say of it, and that nothing of it is edited. */
export interface Note {
  readonly unit: Captured;
  /** The clock of changes when it was worked out: an object that has changed since has to be looked at. */
  readonly at: number;
  readonly make: () => void;
  /** What was changed in it and not been noted otherwise. */
  readonly changed: readonly PropertyRef[];
}

/**
 * Works out what is to be noted of an object that is, while it is asked, as a document says.
 * @param held the members that the document has
 * @param changed those that it changes
 * @returns notes it; undefined where that has to be seen when the document is applied
 */
export type Foresee = (
  unit: Captured,
  held: ReadonlySet<number>,
  changed: readonly number[],
) => (() => void) | undefined;

/** Members of objects, by index. */
class Held extends Map<object, Set<number>> {
  note({ target }: Pick<Captured, 'target'>, index: number): void {
    const members = this.get(target);
    if (members === undefined) this.set(target, new Set([index]));
    else members.add(index);
  }
}

function isUsers(origin: ChangeOrigin): boolean {
  return origin === 'remote' || origin === 'user';
}

function indexOf({ unit }: PropertyRef): number {
  return unit.member.index;
}

/**
 * A file that is open: its text, and its entries bound to the living objects. It knows what of it waits, and hears of
 * what is written to what waits.
 */
export class BoundDocument {
  readonly #model: ExposedModel;
  readonly #loader: EntryLoader;
  readonly scope: Scope;
  text: DocumentText;
  #entries: readonly Entry[];
  readonly #byTarget = new Map<object, Entry[]>();
  /** Objects that are found in another one, by that. */
  readonly #inside = new Map<ExposedObjectHandle, Set<object>>();
  readonly #unbound = new Set<Entry>();
  readonly #waiting = new Set<Entry>();
  #preparation: Preparation | undefined;

  constructor(
    model: ExposedModel,
    code: ApplicationCode,
    scope: Scope,
    text: DocumentText,
    entries = text.entries.map((each) => new Entry(each)),
  ) {
    this.#model = model;
    this.#loader = new EntryLoader(model, code, scope);
    this.scope = scope;
    this.text = text;
    this.#entries = entries;
    for (const entry of this.#entries) this.#unbound.add(entry);
  }

  /**
   * A document that is about to be applied, in steps: finds its objects, and works out what it will set in them, so that
   * there is nothing left to do then but that.
   */
  static *prepared(
    model: ExposedModel,
    code: ApplicationCode,
    scope: Scope,
    text: DocumentText,
    foresee: Foresee = () => undefined,
  ): WorkSteps<BoundDocument> {
    const entries: Entry[] = [];
    const half = (share: number) => share / 2;
    for (const step of eachInSteps(
      text.entries,
      entriesPerStep,
      (each) => void entries.push(new Entry(each)),
    ))
      yield half(step);
    const document = new BoundDocument(model, code, scope, text, entries);
    for (const step of document.#prepare(foresee)) yield 0.5 + half(step);
    return document;
  }

  *#prepare(foresee: Foresee): WorkSteps<void> {
    const ready = new Map<Entry, Ready>();
    this.#preparation = { version: this.#model.objects.version, ready, foresee };
    yield* eachInSteps(this.#entries, entriesPerStep, (entry) => void this.bind(entry));
    yield* eachInSteps(this.#entries, entriesPerStep, (entry) => {
      const found = this.#look(entry, foresee);
      if (found !== undefined) ready.set(entry, found);
    });
  }

  /** Works out what an entry is to set; undefined where that is known only while it is done. */
  #look(entry: Entry, foresee: Foresee): Ready | undefined {
    const { place } = entry;
    // What several entries say of an object is known once they are applied one after the other.
    if (place === undefined || this.entriesOf(place.unit).length > 1) return undefined;
    const { objects, saved } = this.#model;
    const { clock: at } = saved;
    const { version } = objects;
    const found = this.#loader.prepare(entry, place);
    if (found === undefined) return undefined;
    const { prepared, waiting, refs } = found;
    const isAlone = waiting.length === 0 && refs.every(({ type }) => standsAlone(type));
    const members = refs.map(indexOf);
    const changed = prepared.changed.map(indexOf);
    const note =
      entry.parent === undefined
        ? foreseeing(prepared.assignments, () => foresee(place.unit, new Set(members), changed))
        : undefined;
    return { prepared, waiting, members, at, version, isAlone, note };
  }

  /** What was worked out of an entry if it still is so, else what is so now. */
  #readyOf(entry: Entry): Ready | undefined {
    if (this.#preparation === undefined) return undefined;
    const { objects, saved } = this.#model;
    const ready = this.#preparation.ready.get(entry);
    const isAsSeen = ready !== undefined && saved.isUnchangedSince(entry.place!.unit, ready.at);
    if (isAsSeen && (ready.isAlone || ready.version === objects.version)) return ready;
    return this.#look(entry, this.#preparation.foresee);
  }

  /** What was bound before is bound anew where its object is another one now. */
  #bindAll(): Entry[] {
    const isSame = this.#preparation?.version === this.#model.objects.version;
    for (const entry of isSame ? [] : this.#entries) {
      if (entry.place !== undefined && this.#isPlace(entry, entry.place)) continue;
      this.#forget(entry);
      entry.unbind();
      this.#preparation?.ready.delete(entry);
      this.#unbound.add(entry);
      this.bind(entry);
    }
    return this.#entries.filter(({ place }) => place !== undefined);
  }

  #isPlace({ address }: Entry, { handle, unit }: Place): boolean {
    const found = address && findPlace(this.#model, address);
    const isThere = found?.handle === handle && found.unit.target === unit.target;
    return isThere && !this.#model.objects.isDestroyed(unit.target);
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** Entries whose object is not there. */
  get unbound(): ReadonlySet<Entry> {
    return this.#unbound;
  }

  /** Entries of which something waits. */
  get waiting(): ReadonlySet<Entry> {
    return this.#waiting;
  }

  /** The entries of an object, in the order of the file. */
  entriesOf({ target }: Pick<Captured, 'target'>): readonly Entry[] {
    return this.#byTarget.get(target) ?? [];
  }

  /**
   * Binds and applies what can be; says which members the document has.
   * @param later takes what is to be noted of objects once everything has been applied
   * @param under a document that it is applied on top of: what waits there, and is said here, does so no more
   */
  applyAll(later?: (note: Note) => void, under?: BoundDocument): Holds {
    const bound = this.#bindAll();
    const held = new Held();
    for (const entry of bound) {
      const { unit } = entry.place!;
      const isOver = under?.entriesOf(unit).some(({ waiting }) => waiting.all.length > 0) ?? false;
      const ready = isOver ? undefined : this.#readyOf(entry);
      if (ready === undefined) for (const ref of this.#apply(entry, under)) held.note(ref.unit, indexOf(ref));
      else this.#applyReady(entry, ready, held, later);
    }
    this.#preparation = undefined;
    // References may lead to objects whose entries came later in the file.
    for (const entry of bound) {
      if (entry.waiting.all.length > 0) this.#retry(entry);
      this.noteWaiting(entry);
    }
    return ({ target }, index) => held.get(target)?.has(index) ?? false;
  }

  /** Applies an entry over what earlier ones of its object say. @returns the members that were written */
  #apply(entry: Entry, under?: BoundDocument, isLeft?: (ref: PropertyRef) => boolean): PropertyRef[] {
    const { unit } = entry.place!;
    const below = under?.entriesOf(unit) ?? [];
    const own = this.entriesOf(unit);
    const precedence = new Precedence(this.#model, [...below, ...own.slice(0, own.indexOf(entry))]);
    const said = this.#loader.apply(entry, isLeft);
    for (const [earlier, place] of precedence.end(entry, said)) {
      if (below.includes(earlier)) {
        under!.noteWaiting(earlier);
        this.#model.saved.noteDecided(unit, place);
      } else this.noteWaiting(earlier);
    }
    return said.map(({ ref }) => ref);
  }

  /** Tries again what waits in an entry. What earlier ones of its object have for the same place does not come over it. */
  #retry(entry: Entry): ReturnType<EntryLoader['retry']> {
    const come = this.#loader.retry(entry);
    const own = come.length === 0 ? [] : this.entriesOf(entry.place!.unit);
    for (const earlier of own.slice(0, own.indexOf(entry))) {
      for (const { ref } of come) earlier.waiting.endBelow(ref.unitPath);
      this.noteWaiting(earlier);
    }
    return come;
  }

  /** Entries of which something waits; those of one object in the order of the file. */
  *#inOrder(): Generator<Entry> {
    const seen = new Set<Entry>();
    for (const entry of [...this.#waiting]) {
      const all = entry.place === undefined ? [] : this.entriesOf(entry.place.unit);
      for (const each of all) {
        if (seen.has(each) || !this.#waiting.has(each)) continue;
        seen.add(each);
        yield each;
      }
    }
  }

  #applyReady(
    entry: Entry,
    { prepared, waiting, members, at, note }: Ready,
    held: Held,
    later: ((note: Note) => void) | undefined,
  ): void {
    const mayNote = note !== undefined && later !== undefined;
    this.#model.writer.loadPrepared(prepared, mayNote);
    entry.waiting.clear();
    for (const each of waiting) entry.waiting.add(each);
    const { unit } = entry.place!;
    for (const index of members) held.note(unit, index);
    if (mayNote) later({ unit, at, make: note, changed: prepared.changed });
  }

  /** Applies one entry that was bound late; what a user has edited meanwhile stays (DRT-9, DRT-17). */
  applyLate(entry: Entry): void {
    const edited = new Set(this.#model.dirty.dirtyMembers(entry.place!.unit).map(({ index }) => index));
    const refs = this.#apply(entry, undefined, ({ unit }) => edited.has(unit.member.index));
    for (const { unit } of refs) {
      this.#model.saved.take(unit, unit.member.index);
      this.#model.dirty.markMemberClean(unit, unit.member.index);
    }
    this.noteWaiting(entry);
  }

  /** Gives objects what waits and can be given now. */
  retryWaiting(): void {
    for (const entry of this.#inOrder()) {
      const wasChanged = new Map<number, boolean>();
      const { place } = entry;
      if (place === undefined) continue;
      for (const { place: path } of entry.waiting.all) {
        const index = place.unit.class.member(String(path[0]))?.index;
        if (index !== undefined) wasChanged.set(index, this.#model.saved.isChanged(place.unit, index));
      }
      for (const { waiting, ref } of this.#retry(entry)) {
        const { unit } = ref;
        const { index } = unit.member;
        if (waiting.isLeftOut) {
          this.#model.saved.take(unit, index);
          this.#model.dirty.markMemberClean(unit, index);
          continue;
        }
        const snapshot = ref.type.capture(ref.get());
        const path = waiting.placeInFile.slice(1);
        this.#model.saved.patch(unit, index, path, snapshot, wasChanged.get(index) ?? false);
        this.#model.dirty.patch(unit, index, path, snapshot);
      }
      this.noteWaiting(entry);
    }
  }

  /** True when the object of an entry is there; the entry is bound to it then. */
  bind(entry: Entry): boolean {
    if (entry.kind === 'removed' || !entry.bind(this.#model)) return false;
    this.#unbound.delete(entry);
    this.#enter(entry);
    return true;
  }

  #enter(entry: Entry): void {
    const { unit, handle } = entry.place!;
    const { target } = unit;
    if (handle.target !== target) {
      const inside = this.#inside.get(handle);
      if (inside === undefined) this.#inside.set(handle, new Set([target]));
      else inside.add(target);
    }
    const entries = this.#byTarget.get(target);
    if (entries === undefined) this.#byTarget.set(target, [entry]);
    else if (!entries.includes(entry)) {
      entries.push(entry);
      if (entries.length > 1) this.#byTarget.set(target, this.#sorted(entries));
    }
  }

  noteWaiting(entry: Entry): void {
    if (entry.waiting.all.length > 0) this.#waiting.add(entry);
    else this.#waiting.delete(entry);
  }

  /** An object is gone: its entries wait for it as they stand. */
  unbind(handle: ExposedObjectHandle): void {
    const inside = this.#inside.get(handle) ?? [];
    this.#inside.delete(handle);
    for (const target of new Set([handle.target, ...inside])) {
      const entries = this.#byTarget.get(target);
      if (entries === undefined) continue;
      if (target !== handle.target && entries[0]?.place?.handle !== handle) continue;
      this.#byTarget.delete(target);
      for (const entry of entries) {
        entry.unbind();
        this.#unbound.add(entry);
        this.#waiting.delete(entry);
      }
    }
  }

  /** A user has written a place of an object: what waited there does so no more, and the file is to say what it is. */
  written(written: Written): void {
    const { ref, moved, origin } = written;
    if (moved !== undefined) {
      const path = ref.unitPath;
      const waiting = this.entriesOf(ref.unit).flatMap((entry) =>
        entry.waiting.all.length > 0 ? [entry.waiting] : [],
      );
      for (const each of waiting) each.move(path, moved);
      const isRearranged = waiting.some((each) => each.isRearranged(path));
      if (isUsers(origin)) this.#model.saved.noteRearranged(ref.unit, path, isRearranged);
      return;
    }
    this.#end(written);
  }

  /** Application code may have written anything at a place. */
  changed(ref: PropertyRef, origin: ChangeOrigin): void {
    this.#end({ ref, origin, isReset: false });
  }

  /** A place of an object was set back to its default: what waited there does so no more. */
  reset(unit: Pick<Captured, 'target'>, path: Steps): void {
    for (const entry of this.entriesOf(unit)) {
      entry.waiting.endAt(path, undefined);
      this.noteWaiting(entry);
    }
  }

  /** A user has said what the parent of an object is, or it was set back: the file is to say it, also where it was that. */
  moved(handle: ExposedObjectHandle, isReset: boolean): void {
    for (const entry of this.entriesOf(handle)) {
      const ended = entry.waiting.endAt(['@parent'], undefined);
      this.noteWaiting(entry);
      if (ended.length === 0) continue;
      if (isReset) this.#model.saved.noteReset(handle, ['@parent']);
      else this.#model.saved.noteDecided(handle, ['@parent']);
    }
  }

  #end({ ref, origin, json, isOfFile, isReset }: Omit<Written, 'moved'>): void {
    if (!isUsers(origin) && !isReset) return;
    for (const entry of this.entriesOf(ref.unit)) {
      if (entry.waiting.all.length === 0) continue;
      const ended = entry.waiting.endAt(ref.unitPath, json, isOfFile);
      if (!isReset) for (const place of ended) this.#model.saved.noteDecided(ref.unit, place);
      else if (ended.length > 0 && isUsers(origin))
        this.#model.saved.noteEndedWaiting(ref.unit, ref.unitPath);
      this.noteWaiting(entry);
    }
  }

  /** Takes entries out, such as those of an orphan. */
  drop(entries: ReadonlySet<Entry>): void {
    this.#entries = this.#entries.filter((entry) => !entries.has(entry));
    for (const entry of entries) this.#forget(entry);
  }

  /**
   * The text as it was saved.
   * @param gone entries that are not in it any more
   * @param added new ones, which have looked for their objects
   */
  take(text: DocumentText, gone: ReadonlySet<Entry>, added: readonly Entry[]): void {
    this.text = text;
    if (gone.size > 0) this.drop(gone);
    if (added.length > 0) this.#entries = [...this.#entries, ...added];
    for (const entry of added) {
      if (this.#isBound(entry)) this.#enter(entry);
      else if (!this.bind(entry)) this.#unbound.add(entry);
    }
  }

  /** What an entry has found is still there. */
  #isBound({ kind, place }: Entry): boolean {
    if (kind === 'removed' || place === undefined) return false;
    const { objects } = this.#model;
    return objects.byTarget(place.handle.target) === place.handle && !objects.isDestroyed(place.unit.target);
  }

  #forget(entry: Entry): void {
    this.#unbound.delete(entry);
    this.#waiting.delete(entry);
    const target = entry.place?.unit.target;
    const entries = target && this.#byTarget.get(target)?.filter((each) => each !== entry);
    if (entries === undefined) return;
    if (entries.length > 0) this.#byTarget.set(target!, entries);
    else this.#byTarget.delete(target!);
  }

  #sorted(entries: readonly Entry[]): Entry[] {
    const wanted = new Set(entries);
    const sorted = this.#entries.filter((entry) => wanted.has(entry));
    return sorted.length === entries.length ? sorted : [...entries];
  }
}
