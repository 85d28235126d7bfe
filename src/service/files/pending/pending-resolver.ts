import type { ExposedModel } from '../../model/model.js';
import type { MemberOwner } from '../../objects/property-ref.js';
import type { Patch } from '../../types/graph/composite-snapshot.js';
import { memberAt } from '../entries/bound-object.js';
import type { Entry } from '../entries/entry.js';
import type { EntryLoader } from '../entries/entry-loader.js';
import type { DocumentEntries } from '../entries/entry-parents.js';
import type { ResolvedValue } from './pending-elements.js';
import type { ResolvedReference } from './pending-references.js';

/** The values that were resolved in a member. */
interface ResolvedMember {
  readonly owner: MemberOwner;
  readonly patches: Patch[];
  /** True if a left-out element was added, which sets the whole array. */
  isWhole: boolean;
}

/** Groups resolved values by member index, since one member may have many. */
function groupByMember(resolved: readonly ResolvedValue[]): Map<number, ResolvedMember> {
  const members = new Map<number, ResolvedMember>();
  for (const { reference, ref, value } of resolved) {
    const { index } = ref.owner.member;
    let member = members.get(index);
    if (member === undefined) {
      member = { owner: ref.owner, patches: [], isWhole: false };
      members.set(index, member);
    }
    if (reference.isLeftOut) member.isWhole = true;
    else member.patches.push({ path: reference.savedPath.slice(1), snapshot: ref.type.capture(value) });
  }
  return members;
}

/** Applies pending references once their objects exist. Used by `BoundDocument`. */
export class PendingResolver {
  readonly #model: ExposedModel;
  readonly #loader: EntryLoader;
  readonly #document: DocumentEntries;

  constructor(model: ExposedModel, loader: EntryLoader, document: DocumentEntries) {
    this.#model = model;
    this.#loader = loader;
    this.#document = document;
  }

  /** Retries the pending references of an entry, and cancels those of earlier entries for the same paths. */
  retry(entry: Entry): readonly ResolvedValue[] {
    const resolved = this.#loader.retry(entry);
    for (const { reference, value } of resolved) {
      if (typeof value === 'object' && value !== null) entry.pending.noteResolved(reference, value);
    }
    if (resolved.length === 0) return resolved;
    const own = this.#document.entriesOf(entry.object!.owner);
    const paths = resolved.map(({ ref }) => ref.ownerPath);
    for (const earlier of own.slice(0, own.indexOf(entry))) earlier.pending.cancelInside(paths);
    return resolved;
  }

  /** Applies the pending values that can be applied now. */
  retryAll(): void {
    const { entries } = this.#document;
    for (const entry of entries) entry.pending.reopen((resolved) => this.#isGone(entry, resolved));
    for (const entry of entries) {
      const { object } = entry;
      if (object === undefined || entry.pending.size === 0) continue;
      const wasChanged = new Map<number, boolean>();
      for (const { objectPath: path } of entry.pending.all) {
        const index = object.owner.class.member(String(path[0]))?.index;
        if (index !== undefined) wasChanged.set(index, this.#model.saved.isChanged(object.owner, index));
      }
      for (const [index, { owner, patches, isWhole }] of groupByMember(this.retry(entry))) {
        this.#model.saved.patch(owner, index, patches, wasChanged.get(index) ?? false);
        this.#model.dirty.patch(owner, index, patches);
        if (!isWhole) continue;
        this.#model.saved.take(owner, index);
        this.#model.dirty.take(owner, index);
      }
    }
  }

  /** True if the object at a path was destroyed and nothing else was written there. */
  #isGone({ object }: Entry, { objectPath: path, value }: ResolvedReference): boolean {
    if (object === undefined || !this.#model.objects.isDestroyed(value)) return false;
    try {
      return memberAt(this.#model, object, path.join('/')).get() === value;
    } catch {
      return false;
    }
  }
}
