import type { ApplicationCode } from '../../application-code.js';
import type { ExposedModel } from '../../model.js';
import type { ExposedObjectHandle } from '../../objects/handle.js';
import type { Steps as Path, PropertyRef } from '../../objects/property-ref.js';
import type { Captured } from '../../state/defaults.js';
import type { Patch } from '../../types/graph/snapshot.js';
import type { DocumentText } from '../document/document-text.js';
import type { EntryText } from '../document/entry-text.js';
import { eachInSteps, type Steps } from '../incremental.js';
import { EntryLoader, type Scope } from '../load/entry-loader.js';
import type { PlannedState } from '../load/planned-state.js';
import { entriesPerStep, type PlannedEntry, PreparedEntries, type Ready } from '../load/prepared-entries.js';
import { PendingCanceller } from '../pending/pending-canceller.js';
import type { CameIn } from '../pending/pending-elements.js';
import type { ResolvedReference } from '../pending/pending-references.js';
import { RejectedValues } from '../pending/rejected-values.js';
import { BoundEntries } from './bound-entries.js';
import { Entry } from './entry.js';
import { EntryOrder } from './entry-order.js';
import { entriesWithParent } from './entry-parents.js';
import { memberAt } from './place.js';

/** Members of objects that a document has. */
export type Holds = (unit: Pick<Captured, 'target'>, index: number) => boolean;

/** What a document that was applied has. */
export interface Applied {
  readonly holds: Holds;
  /** What was set in an object without being noted. */
  readonly setOf: (target: object) => readonly PropertyRef[];
}

/** Members of objects, by index. */
class Held extends Map<object, Set<number>> {
  note({ target }: Pick<Captured, 'target'>, index: number): void {
    const members = this.get(target);
    if (members === undefined) this.set(target, new Set([index]));
    else members.add(index);
  }
}

/** What has come into a member. */
interface CameInto {
  readonly unit: Captured;
  readonly patches: Patch[];
  /** An element that was left out has come, with the array that it stands in. */
  isWhole: boolean;
}

/** The members that something has come into, by index, each with all of it: there may be very much in one. */
function membersThatCame(come: readonly CameIn[]): Map<number, CameInto> {
  const members = new Map<number, CameInto>();
  for (const { waiting, ref, value } of come) {
    const index = indexOf(ref);
    let member = members.get(index);
    if (member === undefined) {
      member = { unit: ref.unit, patches: [], isWhole: false };
      members.set(index, member);
    }
    if (waiting.isLeftOut) member.isWhole = true;
    else member.patches.push({ path: waiting.placeInFile.slice(1), snapshot: ref.type.capture(value) });
  }
  return members;
}

function indexOf({ unit }: PropertyRef): number {
  return unit.member.index;
}

/**
 * A file that is open: its text, and its entries bound to the living objects. It gives them what can be given, and the rest
 * once that can be.
 */
export class BoundDocument {
  readonly #model: ExposedModel;
  readonly #loader: EntryLoader;
  readonly scope: Scope;
  text: DocumentText;
  readonly #entries: BoundEntries;
  /** Hears of what is written to what waits. */
  readonly heard: PendingCanceller;
  readonly notTaken = new RejectedValues();
  #prepared: PreparedEntries | undefined;

  constructor(
    model: ExposedModel,
    code: ApplicationCode,
    scope: Scope,
    text: DocumentText,
    entries = text.entries.map((each) => new Entry(each)),
  ) {
    this.#model = model;
    this.#loader = new EntryLoader(model, code, scope, this.notTaken);
    this.scope = scope;
    this.text = text;
    this.#entries = new BoundEntries(model, entries);
    this.heard = new PendingCanceller(model, this.#entries);
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
    plannedState?: PlannedState,
  ): Steps<BoundDocument> {
    const entries: Entry[] = [];
    const half = (share: number) => share / 2;
    const read = (each: EntryText) => void entries.push(new Entry(each));
    for (const step of eachInSteps(text.entries, entriesPerStep, read)) yield half(step);
    const document = new BoundDocument(model, code, scope, text, entries);
    document.#prepared = new PreparedEntries(model, document.#loader, document.#entries, plannedState);
    for (const step of document.#prepared.prepare()) yield 0.5 + half(step);
    return document;
  }

  /** Works out again, in steps, what has changed since it was prepared. */
  *catchUp(): Steps<void> {
    yield* this.#prepared!.catchUp();
  }

  /** Entries of objects that come, go or move are among these. */
  get structural(): readonly Entry[] {
    return this.#prepared?.structural ?? this.entries;
  }

  /** The entries whose objects are there. What was bound before is bound anew where its object is another one now. */
  #bindAll(): readonly PlannedEntry[] {
    if (this.#prepared !== undefined) return this.#prepared.planned();
    for (const entry of this.entries) this.#entries.bindAgain(entry);
    return this.entries.flatMap((entry) => (entry.place === undefined ? [] : { entry, ready: undefined }));
  }

  get entries(): readonly Entry[] {
    return this.#entries.all;
  }

  /** Entries whose object is not there. */
  get unbound(): ReadonlySet<Entry> {
    return this.#entries.unbound;
  }

  /** Entries of which something waits. */
  get waiting(): ReadonlySet<Entry> {
    return this.#entries.waiting;
  }

  /** The entries of an object, in the order of the file. */
  entriesOf(unit: Pick<Captured, 'target'>): readonly Entry[] {
    return this.#entries.of(unit);
  }

  /** The entries that say the parent of an object, the one that counts first. */
  parentsSaid(handle: ExposedObjectHandle): Entry[] {
    return entriesWithParent(this.#model, this.#entries, handle);
  }

  /**
   * Binds and applies what can be. What is known of objects then is taken from `foresight` by the caller.
   * @param under a document that it is applied on top of: what waits there, and is said here, does so no more
   */
  applyAll(plannedState?: PlannedState, under?: BoundDocument): Applied {
    const prepared = this.#prepared;
    const bound = this.#bindAll();
    const held = new Held();
    const left: Entry[] = [];
    const { writer } = this.#model;
    let together: (readonly PropertyRef[])[] = [];
    const tell = () => {
      writer.tellTogether(together);
      together = [];
    };
    const mayBeTogether = plannedState?.isUsable ?? false;
    for (const planned of bound) {
      const { entry, ready } = planned;
      if (mayBeTogether && prepared!.isAsPlanned(planned)) {
        ready!.wasSet = true;
        if (ready!.prepared.changed.length > 0) {
          writer.setTogether(ready!.prepared, entry.place!.handle);
          together.push(ready!.prepared.changed);
        }
        if (ready!.waiting.length === 0) continue;
        for (const each of ready!.waiting) entry.waiting.add(each);
      } else {
        tell();
        plannedState?.leave(entry.place!.unit.target);
        this.#applyAlone(entry, held, under);
      }
      left.push(entry);
    }
    tell();
    this.#prepared = undefined;
    // References may lead to objects whose entries came later in the file.
    for (const entry of left) {
      if (entry.waiting.size > 0) this.#retry(entry);
      this.noteWaiting(entry);
    }
    return {
      holds: ({ target }, index) => held.get(target)?.has(index) ?? prepared?.holds(target, index) ?? false,
      setOf: (target) => prepared?.setOf(target) ?? [],
    };
  }

  #applyAlone(entry: Entry, held: Held, under: BoundDocument | undefined): void {
    const { unit } = entry.place!;
    const isOver = under?.entriesOf(unit).some(({ waiting }) => waiting.size > 0) ?? false;
    const ready = isOver ? undefined : this.#prepared?.of(entry);
    if (ready === undefined) for (const ref of this.#apply(entry, under)) held.note(ref.unit, indexOf(ref));
    else this.#applyReady(entry, ready, held);
  }

  /** Applies an entry over what earlier ones of its object say. @returns the members that were written */
  #apply(entry: Entry, under?: BoundDocument, isLeft?: (ref: PropertyRef) => boolean): PropertyRef[] {
    const { unit } = entry.place!;
    const below = under?.entriesOf(unit) ?? [];
    const own = this.entriesOf(unit);
    const entryOrder = new EntryOrder(this.#model, [...below, ...own.slice(0, own.indexOf(entry))]);
    const said = this.#loader.apply(entry, isLeft);
    const decided: Path[] = [];
    for (const [earlier, place] of entryOrder.end(entry, said)) {
      if (below.includes(earlier)) {
        under!.noteWaiting(earlier);
        decided.push(place);
      } else this.noteWaiting(earlier);
    }
    this.#model.saved.noteDecided(unit, decided);
    return said.map(({ ref }) => ref);
  }

  /** Tries again what waits in an entry. What earlier ones of its object have for the same place does not come over it. */
  #retry(entry: Entry): readonly CameIn[] {
    const come = this.#loader.retry(entry);
    for (const { waiting, value } of come) {
      if (typeof value === 'object' && value !== null) entry.waiting.hasCome(waiting, value);
    }
    if (come.length === 0) return come;
    const own = this.entriesOf(entry.place!.unit);
    const paths = come.map(({ ref }) => ref.unitPath);
    for (const earlier of own.slice(0, own.indexOf(entry))) {
      earlier.waiting.endBelow(paths);
      this.noteWaiting(earlier);
    }
    return come;
  }

  #applyReady(entry: Entry, { prepared, waiting, members }: Ready, held: Held): void {
    this.#model.writer.loadPrepared(prepared);
    entry.waiting.clear();
    for (const each of waiting) entry.waiting.add(each);
    for (const index of members) held.note(entry.place!.unit, index);
  }

  /** Applies one entry that was bound late; what a user has edited meanwhile stays (DRT-9, DRT-17). */
  applyLate(entry: Entry): void {
    const { place } = entry;
    // What the application did with an earlier one may have taken its object out again.
    if (place === undefined) return;
    const edited = new Set(this.#model.dirty.dirtyMembers(place.unit).map(({ index }) => index));
    const refs = this.#apply(entry, undefined, ({ unit }) => edited.has(unit.member.index));
    for (const { unit } of refs) {
      this.#model.saved.take(unit, unit.member.index);
      this.#model.dirty.markMemberClean(unit, unit.member.index);
    }
    this.noteWaiting(entry);
  }

  /** Gives objects what waits and can be given now. */
  retryWaiting(): void {
    this.#entries.waitAgain((entry, come) => this.#isGone(entry, come));
    for (const entry of this.#entries.waitingInOrder()) {
      const wasChanged = new Map<number, boolean>();
      const { place } = entry;
      if (place === undefined) continue;
      for (const { place: path } of entry.waiting.all) {
        const index = place.unit.class.member(String(path[0]))?.index;
        if (index !== undefined) wasChanged.set(index, this.#model.saved.isChanged(place.unit, index));
      }
      for (const [index, { unit, patches, isWhole }] of membersThatCame(this.#retry(entry))) {
        this.#model.saved.patch(unit, index, patches, wasChanged.get(index) ?? false);
        this.#model.dirty.patch(unit, index, patches);
        if (!isWhole) continue;
        this.#model.saved.take(unit, index);
        this.#model.dirty.markMemberClean(unit, index);
      }
      this.noteWaiting(entry);
    }
  }

  /** What a place refers to has died, and nobody has written anything else there. */
  #isGone({ place }: Entry, { place: path, value }: ResolvedReference): boolean {
    if (place === undefined || !this.#model.objects.isDestroyed(value)) return false;
    try {
      return memberAt(this.#model, place, path.join('/')).get() === value;
    } catch {
      return false;
    }
  }

  /** True when the object of an entry is there; the entry is bound to it then. */
  bind(entry: Entry): boolean {
    return this.#entries.bind(entry);
  }

  noteWaiting(entry: Entry): void {
    this.#entries.noteWaiting(entry);
  }

  /** An object is gone: its entries wait for it as they stand. */
  unbind(handle: ExposedObjectHandle): void {
    this.#entries.unbind(handle);
  }

  /** Takes entries out, such as those of an orphan. */
  drop(entries: ReadonlySet<Entry>): void {
    this.#entries.drop(entries);
  }

  /**
   * The text as it was saved.
   * @param gone entries that are not in it any more
   * @param added new ones, which have looked for their objects
   */
  take(text: DocumentText, gone: ReadonlySet<Entry>, added: readonly Entry[]): void {
    this.text = text;
    if (gone.size > 0) this.drop(gone);
    this.#entries.add(added);
  }
}
