import type { ApplicationCode } from '../../common/application-code.js';
import type { JsonObject } from '../../common/json.js';
import type { HostLog } from '../../host.js';
import type { ExposedModel } from '../../model/model.js';
import type { ExposedObjectHandle } from '../../objects/handle.js';
import type { MemberOwner, PropertyRef } from '../../objects/property-ref.js';
import { type IndexSet, noIndexes } from '../../state/index-set.js';
import type { DocumentText } from '../document/document-text.js';
import type { EntryText } from '../document/entry-text.js';
import { PendingCanceller } from '../pending/pending-canceller.js';
import { PendingResolver } from '../pending/pending-resolver.js';
import { RejectedValues } from '../pending/rejected-values.js';
import { type BoundObject, findObject } from './bound-object.js';
import { Entry } from './entry.js';
import { EntryLoader, type Scope } from './entry-loader.js';
import { type AppliedMember, EntryOrder } from './entry-order.js';
import { entriesWithParent } from './entry-parents.js';

/** Returns the members of an object that a document has. */
export type HeldMembers = (owner: Pick<MemberOwner, 'target'>) => IndexSet;

/**
 * An open file: its text, and its entries bound to the live objects. Applies values as soon as they can be
 * applied.
 */
export class BoundDocument {
  readonly #model: ExposedModel;
  readonly #loader: EntryLoader;
  text: DocumentText;
  #entries: readonly Entry[];
  readonly #byTarget = new Map<object, Entry[]>();
  /** Objects that are addressed inside another one, by its handle. */
  readonly #inside = new Map<ExposedObjectHandle, Set<object>>();
  /** Cancels pending references that are overwritten. */
  readonly canceller: PendingCanceller;
  readonly #resolver: PendingResolver;
  /** The parsed entries of a file that was read, until they are applied; afterwards only the text is kept. */
  readonly #parsed: Map<EntryText, JsonObject>;
  readonly rejectedValues = new RejectedValues();

  constructor(model: ExposedModel, code: ApplicationCode, scope: Scope, text: DocumentText) {
    this.#model = model;
    this.#loader = new EntryLoader(model, code, scope, this.rejectedValues);
    this.text = text;
    this.#parsed = new Map(text.entries.map((each) => [each, each.json()]));
    this.#entries = text.entries.map((each) => new Entry(each, this.#parsed.get(each)));
    this.canceller = new PendingCanceller(model, this);
    this.#resolver = new PendingResolver(model, this.#loader, this);
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** Entries whose object does not exist, in the order of the file. */
  get unbound(): Entry[] {
    return this.entries.filter(({ object }) => object === undefined);
  }

  /** Returns the entries of an object, in the order of the file. */
  entriesOf({ target }: Pick<MemberOwner, 'target'>): readonly Entry[] {
    return this.#byTarget.get(target) ?? [];
  }

  /** True if an object has an entry of its own, not only entries for values inside it. */
  hasEntryOf(owner: Pick<MemberOwner, 'target'>): boolean {
    return this.entriesOf(owner).some((entry) => !entry.isInner);
  }

  /** Returns the entries that set the parent of an object, the effective one first. */
  parentEntriesOf(handle: ExposedObjectHandle): Entry[] {
    return entriesWithParent(this.#model, this, handle);
  }

  /**
   * Binds all entries, also those whose object was replaced, and applies them.
   * @param base a document that this one is applied over, whose overwritten pending references are cancelled
   * @returns which members the document has
   */
  applyEntries(base?: BoundDocument): HeldMembers {
    for (const entry of this.entries) {
      if (entry.object !== undefined && this.#isUpToDate(entry, entry.object)) continue;
      this.#unindex(entry);
      entry.unbind();
      this.bind(entry);
    }
    const members = new Map<object, IndexSet>();
    for (const entry of this.entries) {
      if (entry.object === undefined) continue;
      for (const { ref } of this.#apply(entry, base)) {
        const { owner } = ref;
        members.set(owner.target, (members.get(owner.target) ?? noIndexes).with(owner.member.index));
      }
    }
    this.#parsed.clear();
    // References may lead to objects whose entries come later in the file.
    for (const entry of this.entries) if (entry.pending.size > 0) this.#resolver.retry(entry);
    return ({ target }) => members.get(target) ?? noIndexes;
  }

  /** Applies an entry over earlier ones of its object. @returns the members that were written */
  #apply(entry: Entry, base?: BoundDocument, isKept?: (ref: PropertyRef) => boolean): AppliedMember[] {
    const { owner } = entry.object!;
    const baseEntries = base?.entriesOf(owner) ?? [];
    const own = this.entriesOf(owner);
    const earlier = [...baseEntries, ...own.slice(0, own.indexOf(entry))];
    const json = this.#parsed.get(entry.text) ?? entry.text.json();
    if (earlier.length === 0) return this.#loader.apply(entry, json, isKept);
    const entryOrder = new EntryOrder(this.#model, earlier);
    const members = this.#loader.apply(entry, json, isKept);
    const cancelled = entryOrder
      .cancelOverridden(entry, members)
      .filter(([overridden]) => baseEntries.includes(overridden));
    this.#model.saved.noteDecided(
      owner,
      cancelled.map(([, path]) => path),
    );
    return members;
  }

  /** Applies entries that were bound late, and retries all pending values. */
  applyAllLate(entries: readonly Entry[], log: Pick<HostLog, 'write'>): void {
    for (const entry of entries) this.#applyLate(entry);
    this.rejectedValues.log(log);
    this.#resolver.retryAll();
  }

  /** Applies an entry that was bound late; members that a user has edited stay unchanged (DRT-9, DRT-17). */
  #applyLate(entry: Entry): void {
    const { object } = entry;
    // Application code may have removed the object while an earlier entry was applied.
    if (object === undefined) return;
    const edited = new Set(this.#model.dirty.dirtyMembers(object.owner).map(({ index }) => index));
    const applied = this.#apply(entry, undefined, ({ owner }) => edited.has(owner.member.index));
    for (const { ref } of applied) {
      const { owner } = ref;
      this.#model.saved.take(owner, owner.member.index);
      this.#model.dirty.take(owner, owner.member.index);
    }
  }

  /** Binds an entry; true if its object exists. */
  bind(entry: Entry): boolean {
    if (entry.kind === 'removed' || !entry.bind(this.#model)) return false;
    this.#index(entry);
    return true;
  }

  /** Unbinds the entries of a removed object; they become pending, unchanged. */
  unbind(handle: ExposedObjectHandle): void {
    const inside = this.#inside.get(handle) ?? [];
    this.#inside.delete(handle);
    for (const target of new Set([handle.target, ...inside])) {
      const entries = this.#byTarget.get(target);
      if (entries === undefined) continue;
      if (target !== handle.target && entries[0]?.object?.handle !== handle) continue;
      this.#byTarget.delete(target);
      for (const entry of entries) entry.unbind();
    }
  }

  /** Removes entries, such as those of an orphan. */
  drop(entries: ReadonlySet<Entry>): void {
    if (entries.size === 0) return;
    this.#entries = this.#entries.filter((entry) => !entries.has(entry));
    for (const entry of entries) this.#unindex(entry);
  }

  /**
   * Adopts the saved text.
   * @param removed entries that are not in it any more
   * @param added new entries, which have been bound if possible
   */
  adoptSaved(text: DocumentText, removed: ReadonlySet<Entry>, added: readonly Entry[]): void {
    this.text = text;
    this.drop(removed);
    if (added.length > 0) this.#entries = [...this.#entries, ...added];
    for (const entry of added) {
      if (this.#isBound(entry)) this.#index(entry);
      else if (!this.bind(entry)) entry.unbind();
    }
  }

  #index(entry: Entry): void {
    const { owner, handle } = entry.object!;
    const { target } = owner;
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

  #isUpToDate({ address }: Entry, { handle, owner }: BoundObject): boolean {
    const found = address && findObject(this.#model, address);
    const isThere = found?.handle === handle && found.owner.target === owner.target;
    return isThere && !this.#model.objects.isDestroyed(owner.target);
  }

  /** True if an entry is bound to an object that still exists. */
  #isBound({ kind, object }: Entry): boolean {
    if (kind === 'removed' || object === undefined) return false;
    const { objects } = this.#model;
    return (
      objects.byTarget(object.handle.target) === object.handle && !objects.isDestroyed(object.owner.target)
    );
  }

  #unindex(entry: Entry): void {
    const object = entry.object?.owner.target;
    const entries = object && this.#byTarget.get(object)?.filter((each) => each !== entry);
    if (entries === undefined) return;
    if (entries.length > 0) this.#byTarget.set(object!, entries);
    else this.#byTarget.delete(object!);
  }

  #sorted(entries: readonly Entry[]): Entry[] {
    const wanted = new Set(entries);
    const sorted = this.entries.filter((entry) => wanted.has(entry));
    return sorted.length === entries.length ? sorted : [...entries];
  }
}
