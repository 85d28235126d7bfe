import type { ApplicationCode } from '../../common/application-code.js';
import type { HostLog } from '../../host.js';
import type { ExposedModel } from '../../model/model.js';
import type { ExposedObjectHandle } from '../../objects/handle.js';
import type { PathSegments as Path, PropertyRef } from '../../objects/property-ref.js';
import type { CapturedObject } from '../../state/defaults.js';
import type { DocumentText } from '../document/document-text.js';
import type { EntryText } from '../document/entry-text.js';
import { forEachInSteps, type Steps } from '../incremental.js';
import { EntryLoader, type Scope } from '../load/entry-loader.js';
import type { PlannedState } from '../load/planned-state.js';
import {
  entriesPerStep,
  type PlannedEntry,
  PreparedEntries,
  type ReadyEntry,
} from '../load/prepared-entries.js';
import { PendingCanceller } from '../pending/pending-canceller.js';
import { PendingResolver } from '../pending/pending-resolver.js';
import { RejectedValues } from '../pending/rejected-values.js';
import { BoundEntries } from './bound-entries.js';
import { Entry } from './entry.js';
import { EntryOrder } from './entry-order.js';
import { entriesWithParent } from './entry-parents.js';

/** True if a document has a member of an object. */
export type HasMember = (unit: Pick<CapturedObject, 'target'>, index: number) => boolean;

/** The result of applying a document. */
export interface Applied {
  readonly holds: HasMember;
  /** Returns what was set in an object without being noted. */
  readonly setOf: (target: object) => readonly PropertyRef[];
}

/** Member indexes by object. */
class MembersByTarget extends Map<object, Set<number>> {
  note({ target }: Pick<CapturedObject, 'target'>, index: number): void {
    const members = this.get(target);
    if (members === undefined) this.set(target, new Set([index]));
    else members.add(index);
  }
}

function indexOf({ unit }: PropertyRef): number {
  return unit.member.index;
}

/**
 * An open file: its text, and its entries bound to the live objects. Applies values as soon as they can be
 * applied.
 */
export class BoundDocument {
  readonly #model: ExposedModel;
  readonly #loader: EntryLoader;
  readonly scope: Scope;
  text: DocumentText;
  readonly #entries: BoundEntries;
  /** Cancels pending references that are overwritten. */
  readonly canceller: PendingCanceller;
  readonly #resolver: PendingResolver;
  readonly rejectedValues = new RejectedValues();
  #prepared: PreparedEntries | undefined;

  constructor(
    model: ExposedModel,
    code: ApplicationCode,
    scope: Scope,
    text: DocumentText,
    entries = text.entries.map((each) => new Entry(each)),
  ) {
    this.#model = model;
    this.#loader = new EntryLoader(model, code, scope, this.rejectedValues);
    this.scope = scope;
    this.text = text;
    this.#entries = new BoundEntries(model, entries);
    this.canceller = new PendingCanceller(model, this.#entries);
    this.#resolver = new PendingResolver(model, this.#loader, this.#entries);
  }

  /**
   * Prepares a document in steps: binds its entries and computes what they will set, so that applying it is fast.
   */
  static *prepare(
    model: ExposedModel,
    code: ApplicationCode,
    scope: Scope,
    text: DocumentText,
    plannedState?: PlannedState,
  ): Steps<BoundDocument> {
    const entries: Entry[] = [];
    const half = (share: number) => share / 2;
    const read = (each: EntryText) => void entries.push(new Entry(each));
    for (const step of forEachInSteps(text.entries, entriesPerStep, read)) yield half(step);
    const document = new BoundDocument(model, code, scope, text, entries);
    document.#prepared = new PreparedEntries(model, document.#loader, document.#entries, plannedState);
    for (const step of document.#prepared.prepare()) yield 0.5 + half(step);
    return document;
  }

  /** Prepares again, in steps, what has changed since. */
  *catchUp(): Steps<void> {
    yield* this.#prepared!.catchUp();
  }

  /** Entries that create, remove or move objects; may contain others as well. */
  get structural(): readonly Entry[] {
    return this.#prepared?.structural ?? this.entries;
  }

  /** Returns the entries whose objects exist. An entry whose object was replaced is bound again. */
  #bindAll(): readonly PlannedEntry[] {
    if (this.#prepared !== undefined) return this.#prepared.planned();
    for (const entry of this.entries) this.#entries.rebind(entry);
    return this.entries.flatMap((entry) => (entry.place === undefined ? [] : { entry, ready: undefined }));
  }

  get entries(): readonly Entry[] {
    return this.#entries.all;
  }

  /** Entries whose object does not exist. */
  get unbound(): ReadonlySet<Entry> {
    return this.#entries.unbound;
  }

  /** Entries that have pending references. */
  get pendingEntries(): ReadonlySet<Entry> {
    return this.#entries.pending;
  }

  /** Returns the entries of an object, in the order of the file. */
  entriesOf(unit: Pick<CapturedObject, 'target'>): readonly Entry[] {
    return this.#entries.of(unit);
  }

  /** True if an object has an entry of its own, not only of something inside it. */
  hasEntryOf(unit: Pick<CapturedObject, 'target'>): boolean {
    return this.entriesOf(unit).some((entry) => !entry.isInner);
  }

  /** Returns the entries that set the parent of an object, the effective one first. */
  parentEntriesOf(handle: ExposedObjectHandle): Entry[] {
    return entriesWithParent(this.#model, this.#entries, handle);
  }

  /**
   * Binds and applies the entries. The caller adopts the tracking state from `plannedState`.
   * @param under a document that this one is applied over, whose overwritten pending references are cancelled
   */
  applyAll(plannedState?: PlannedState, base?: BoundDocument): Applied {
    const prepared = this.#prepared;
    const bound = this.#bindAll();
    const members = new MembersByTarget();
    const toRetry: Entry[] = [];
    const { writer } = this.#model;
    let batch: (readonly PropertyRef[])[] = [];
    const flush = () => {
      writer.reportBatch(batch);
      batch = [];
    };
    const canBatch = plannedState?.isUsable ?? false;
    for (const planned of bound) {
      const { entry, ready } = planned;
      if (canBatch && prepared!.isAsPlanned(planned)) {
        ready!.wasSet = true;
        if (ready!.prepared.changed.length > 0) {
          writer.setInBatch(ready!.prepared, entry.place!.handle);
          batch.push(ready!.prepared.changed);
        }
        if (ready!.pending.length === 0) continue;
        for (const each of ready!.pending) entry.pending.add(each);
      } else {
        flush();
        plannedState?.postpone(entry.place!.unit.target);
        this.#applyAlone(entry, members, base);
      }
      toRetry.push(entry);
    }
    flush();
    this.#prepared = undefined;
    // References may lead to objects whose entries come later in the file.
    for (const entry of toRetry) {
      if (entry.pending.size > 0) this.#resolver.retry(entry);
      this.notePending(entry);
    }
    return {
      holds: ({ target }, index) =>
        members.get(target)?.has(index) ?? prepared?.holds(target, index) ?? false,
      setOf: (target) => prepared?.setOf(target) ?? [],
    };
  }

  #applyAlone(entry: Entry, members: MembersByTarget, base: BoundDocument | undefined): void {
    const { unit } = entry.place!;
    const isOver = base?.entriesOf(unit).some(({ pending }) => pending.size > 0) ?? false;
    const ready = isOver ? undefined : this.#prepared?.of(entry);
    if (ready === undefined) for (const ref of this.#apply(entry, base)) members.note(ref.unit, indexOf(ref));
    else this.#applyReady(entry, ready, members);
  }

  /** Applies an entry over earlier ones of its object. @returns the members that were written */
  #apply(entry: Entry, base?: BoundDocument, isKept?: (ref: PropertyRef) => boolean): PropertyRef[] {
    const { unit } = entry.place!;
    const baseEntries = base?.entriesOf(unit) ?? [];
    const own = this.entriesOf(unit);
    const entryOrder = new EntryOrder(this.#model, [...baseEntries, ...own.slice(0, own.indexOf(entry))]);
    const members = this.#loader.apply(entry, isKept);
    const decided: Path[] = [];
    for (const [earlier, place] of entryOrder.cancelOverridden(entry, members)) {
      if (baseEntries.includes(earlier)) {
        base!.notePending(earlier);
        decided.push(place);
      } else this.notePending(earlier);
    }
    this.#model.saved.noteDecided(unit, decided);
    return members.map(({ ref }) => ref);
  }

  #applyReady(entry: Entry, { prepared, pending, members }: ReadyEntry, applied: MembersByTarget): void {
    this.#model.writer.loadPrepared(prepared);
    entry.pending.clear();
    for (const each of pending) entry.pending.add(each);
    for (const index of members) applied.note(entry.place!.unit, index);
  }

  /** Applies entries that were bound late, and retries all pending values. */
  applyAllLate(entries: readonly Entry[], log: Pick<HostLog, 'write'>): void {
    for (const entry of entries) this.#applyLate(entry);
    this.rejectedValues.log(log);
    this.#resolver.retryAll();
  }

  /** Applies an entry that was bound late; what a user has edited since stays (DRT-9, DRT-17). */
  #applyLate(entry: Entry): void {
    const { place } = entry;
    // Application code may have removed the object while an earlier entry was applied.
    if (place === undefined) return;
    const edited = new Set(this.#model.dirty.dirtyMembers(place.unit).map(({ index }) => index));
    const refs = this.#apply(entry, undefined, ({ unit }) => edited.has(unit.member.index));
    for (const { unit } of refs) {
      this.#model.saved.take(unit, unit.member.index);
      this.#model.dirty.markMemberClean(unit, unit.member.index);
    }
    this.notePending(entry);
  }

  /** Binds an entry; true if its object exists. */
  bind(entry: Entry): boolean {
    return this.#entries.bind(entry);
  }

  notePending(entry: Entry): void {
    this.#entries.notePending(entry);
  }

  /** Unbinds the entries of a removed object; they are pending unchanged. */
  unbind(handle: ExposedObjectHandle): void {
    this.#entries.unbind(handle);
  }

  /** Removes entries, such as those of an orphan. */
  drop(entries: ReadonlySet<Entry>): void {
    this.#entries.drop(entries);
  }

  /**
   * Adopts the saved text.
   * @param gone entries that are not in it any more
   * @param added new entries, which have been bound if possible
   */
  adoptSaved(text: DocumentText, removed: ReadonlySet<Entry>, added: readonly Entry[]): void {
    this.text = text;
    if (removed.size > 0) this.drop(removed);
    this.#entries.add(added);
  }
}
