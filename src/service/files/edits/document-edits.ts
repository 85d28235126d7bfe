import type { JsonObject } from '../../common/json.js';
import type { ExposedModel } from '../../model/model.js';
import { notCaptured, type PathSegments, type PropertyRef } from '../../objects/property-ref.js';
import { isAtOrAbove } from '../../state/marks.js';
import type { ChangedObject } from '../../state/saved-object.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import type { EntryText } from '../document/entry-text.js';
import type { Edit } from '../document/text-edits.js';
import type { BoundDocument } from '../entries/bound-document.js';
import { memberAt } from '../entries/bound-object.js';
import type { Entry } from '../entries/entry.js';
import type { MovedElements } from '../pending/pending-references.js';
import {
  type EntryValue,
  pendingValuesOf,
  selectInside,
  selectPathsInside,
  selectPendingInside,
} from './entry-value.js';
import type { RewrittenList } from './lists/merge-pending.js';
import { earlierJson, editsFor, hasObjectAt, isEmptyEntry, type OpenEntry, openEntry } from './open-entry.js';

/** The changes that a save makes to an entry. */
export interface EntryChange {
  readonly text: EntryText | undefined;
  readonly moved: readonly MovedElements[];
  readonly rewritten: readonly RewrittenList[];
  /** True if its kind or its parent changes. */
  readonly isRedefined: boolean;
}

/** The changes that a save makes to the entries of one object. */
export interface MemberEdits {
  readonly changes: ReadonlyMap<Entry, EntryChange>;
  /** A new entry; undefined if the object needs none. */
  readonly added: JsonObject | undefined;
}

/** The change that removes an entry. */
export const removal: EntryChange = { text: undefined, moved: [], rewritten: [], isRedefined: false };

/** An entry for a value inside an object. */
interface InnerEntry extends OpenEntry {
  readonly ref: PropertyRef;
  /** True if a later entry takes precedence. */
  readonly isOverridden: boolean;
}

/** Computes the edits of a document's entries after which they describe the present objects. Used by saves. */
export class DocumentEdits {
  readonly #model: ExposedModel;
  readonly #document: BoundDocument;
  readonly changes = new Map<Entry, EntryChange>();

  constructor(model: ExposedModel, document: BoundDocument) {
    this.#model = model;
    this.#document = document;
  }

  /**
   * Edits the entries of an object.
   * @param more edits of the object's own entries, in addition to those of its members
   * @param birth edits of the entry that creates it
   * @returns the members without an entry to edit, since the object has none of its own
   */
  edit(
    changed: ChangedObject,
    members: readonly ExposedMember[],
    more: readonly Edit[] = [],
    birth?: { readonly entry: Entry; readonly edits: readonly Edit[] },
  ): ExposedMember[] {
    const all = this.#openEntries(changed, members);
    const own = all.filter(({ entry }) => !entry.isInner);
    const inner = all.flatMap((each) => (isInner(each) ? [each] : []));
    /** Inner entries that are neither overridden nor removed. */
    const describing = new Set<OpenEntry>(inner.filter(({ isOverridden }) => !isOverridden));
    const earlierOf = (open: OpenEntry, member: ExposedMember, path: PathSegments) =>
      all
        .slice(0, all.indexOf(open))
        .filter((each) => !(describing.has(each) && each.path.length > path.length))
        .flatMap((each) => (this.changes.get(each.entry) === removal ? [] : earlierJson(each, member, path)));
    // Deeper entries come first, since outer entries leave out the paths that they describe.
    for (const each of inner.toSorted((a, b) => b.path.length - a.path.length)) {
      const { member } = each.ref.owner;
      if (!members.includes(member)) continue;
      const inside = pathsOf(describing).filter(
        (path) => path.length > each.path.length && isAtOrAbove(each.path, path),
      );
      const describedElsewhere = each.isOverridden
        ? [[]]
        : inside.map((path) => path.slice(each.path.length));
      const earlier = earlierOf(each, member, each.path);
      if (this.#editInner(each, changed, { earlier, describedElsewhere })) continue;
      this.changes.set(each.entry, removal);
      describing.delete(each);
    }
    const innerPaths = pathsOf(describing);
    for (const member of own.length === 0 ? [] : members) {
      const holders = own.filter(({ names }) => names.has(member));
      const last = holders.at(-1) ?? own.at(-1)!;
      const value = this.#memberValue(last, member, changed, innerPaths);
      last.editor.add({ ...value, earlier: earlierOf(last, member, [member.name]) });
      // Members that were reset are removed from earlier entries as well, which would otherwise set them again.
      for (const each of holders.slice(0, -1))
        each.editor.add({
          ...this.#memberValue(each, member, changed, innerPaths),
          describedElsewhere: [[]],
        });
    }
    for (const { editor } of all) this.#removeRewritten(editor.rewritten, all);
    const roots = own.filter(({ entry }) => entry.isRoot);
    for (const each of all) {
      if (this.changes.get(each.entry) === removal) continue;
      const made = birth?.entry === each.entry ? birth.edits : [];
      this.#note(each, [...each.editor.edits, ...made, ...editsFor(each, roots, more)]);
    }
    if (own.length > 0) return [];
    return members.filter(({ name }) => !innerPaths.some((path) => path.length === 1 && path[0] === name));
  }

  /** Opens the entries of an object; those whose value is gone are removed. */
  #openEntries({ owner }: ChangedObject, members: readonly ExposedMember[]): (OpenEntry | InnerEntry)[] {
    const all: (OpenEntry | InnerEntry)[] = [];
    // Later entries take precedence, so they are opened first.
    for (const entry of this.#document.entriesOf(owner).toReversed()) {
      const ref = entry.isInner ? this.#refOf(entry) : undefined;
      const open = openEntry(this.#model, entry, owner, ref?.ownerPath ?? []);
      if (!entry.isInner) all.unshift(open);
      else if (ref !== undefined) {
        const isOverridden = all.some((each) => hasObjectAt(each, ref.owner.member, ref.ownerPath));
        all.unshift({ ...open, ref, isOverridden });
      } else {
        const name = owner.class.member(/^[^./[]+/.exec(entry.address!.rest!)?.[0] ?? '')?.name;
        // An entry whose value never existed is pending.
        if (!entry.lacksValue && members.some((member) => member.name === name))
          this.changes.set(entry, removal);
      }
    }
    return all;
  }

  #memberValue(
    { entry, json, names }: OpenEntry,
    member: ExposedMember,
    { owner, marks, edited }: ChangedObject,
    elsewhere: readonly PathSegments[],
  ): EntryValue {
    const captured = this.#model.defaults.of(owner);
    const held = names.get(member);
    const name = held ?? member.name;
    return {
      type: member.type,
      held: held && json[held],
      entryPath: [name],
      before: this.#model.saved.of(owner, member.index),
      now: member.read(owner.target),
      default: captured === undefined ? notCaptured : captured[member.index],
      marks: selectInside(marks, member.name),
      pending: selectPendingInside(pendingValuesOf(entry), name),
      earlier: [],
      describedElsewhere: selectPathsInside(elsewhere, member.name),
      isEdited: edited.has(member.index),
      container: { held: json, entryPath: [], outer: undefined },
    };
  }

  /** @returns false if the value was reset or is another object now, which the object's own entry describes */
  #editInner(
    { entry, json, path, ref, editor }: InnerEntry,
    { owner, marks, edited }: ChangedObject,
    others: Pick<EntryValue, 'earlier' | 'describedElsewhere'>,
  ): boolean {
    const own = marks.flatMap((mark) =>
      path.every((step, i) => i >= mark.path.length || mark.path[i] === step)
        ? [{ ...mark, path: mark.path.slice(path.length) }]
        : [],
    );
    if (own.some((mark) => mark.path.length === 0 && mark.kind === 'reset')) return false;
    editor.add({
      type: ref.type,
      held: json,
      entryPath: [],
      before: ref.valueIn(this.#model.saved.membersOf(owner)),
      now: ref.get(),
      default: ref.valueIn(this.#model.defaults.of(owner) ?? []),
      marks: own,
      pending: pendingValuesOf(entry),
      isEdited: edited.has(ref.owner.member.index),
      ...others,
    });
    return !editor.edits.some((edit) => edit.path.length === 0);
  }

  /** Removes lists from the earlier entries that had them. */
  #removeRewritten(rewritten: readonly RewrittenList[], all: readonly OpenEntry[]): void {
    for (const { earlier } of rewritten) {
      if (earlier === undefined) continue;
      if (earlier.inside.length > 0) this.changes.set(earlier.entry, removal);
      else all.find(({ entry }) => entry === earlier.entry)!.editor.remove(earlier);
    }
  }

  #refOf(entry: Entry): PropertyRef | undefined {
    try {
      const ref = memberAt(this.#model, entry.object!, entry.address!.rest!);
      return ref.get() == null ? undefined : ref;
    } catch {
      return undefined;
    }
  }

  #note({ entry, json, editor: { moved, rewritten } }: OpenEntry, edits: readonly Edit[]): void {
    if (edits.length === 0) return;
    const text = entry.text.with(edits);
    const isEmptied =
      edits.some(({ kind }) => kind === 'remove') && entry.kind === 'override' && isEmptyEntry(text.json());
    if (text === entry.text) return;
    const isRedefined = edits.some(({ path: [name] }) => String(name).startsWith('@'));
    this.changes.set(entry, {
      text: isEmptied && !isEmptyEntry(json) ? undefined : text,
      moved,
      rewritten,
      isRedefined,
    });
  }
}

function isInner(open: OpenEntry | InnerEntry): open is InnerEntry {
  return 'ref' in open;
}

function pathsOf(entries: Iterable<OpenEntry>): PathSegments[] {
  return [...entries].map(({ path }) => path);
}
