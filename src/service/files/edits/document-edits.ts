import type { JsonObject } from '../../common/json.js';
import type { ExposedModel } from '../../model/model.js';
import { noBaseline, type PathSegments, type PropertyRef } from '../../objects/property-ref.js';
import type { ChangedUnit } from '../../state/saved-object.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import type { Edit } from '../document/edits.js';
import type { EntryText } from '../document/entry-text.js';
import type { BoundDocument } from '../entries/bound-document.js';
import type { Entry } from '../entries/entry.js';
import {
  editsFor,
  hasObjectAt,
  isEmptyEntry,
  keptValuesOf,
  type OpenEntry,
  openEntry,
} from '../entries/open-entry.js';
import { memberAt } from '../entries/place.js';
import {
  type EntryValue as EditPlace,
  type MovedEntries,
  selectInside,
  selectKeptInside,
  selectPathsInside,
} from './edit-place.js';
import { EntryEditor } from './entry-editor.js';
import { jsonInEntries, pendingIn } from './nested-entries.js';

/** What a save does to an entry. */
export interface EntryChange {
  readonly text: EntryText | undefined;
  readonly moved: readonly MovedEntries[];
  /** True if its kind or its parent changes. */
  readonly isRedefined: boolean;
}

/** What a save does to the entries of one object. */
export interface UnitEdits {
  readonly changes: ReadonlyMap<Entry, EntryChange>;
  /** A new entry; undefined if the object needs none. */
  readonly added: JsonObject | undefined;
}

/** The change that removes an entry. */
export const removal: EntryChange = { text: undefined, moved: [], isRedefined: false };

/** Computes the edits of a document's entries after which they describe the present objects. Used by saves. */
export class DocumentEdits {
  readonly #model: ExposedModel;
  readonly #document: BoundDocument;
  readonly changes = new Map<Entry, EntryChange>();
  /** The values of inner entries of the object that is being edited. */
  readonly #refs = new Map<Entry, PropertyRef | undefined>();

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
    changed: ChangedUnit,
    members: readonly ExposedMember[],
    more: readonly Edit[] = [],
    birth?: { readonly entry: Entry; readonly edits: readonly Edit[] },
  ): ExposedMember[] {
    const { unit } = changed;
    const entries = this.#document.entriesOf(unit);
    const indexes = new Map(entries.map((entry, i) => [entry, i]));
    const refOf = (entry: Entry) => this.#refOf(entry);
    this.#refs.clear();
    const own: OpenEntry[] = [];
    for (const entry of entries) if (!entry.isInner) own.push(openEntry(this.#model, entry, unit));
    /** Paths that inner entries still describe. */
    const inner = new Map<Entry, readonly PathSegments[]>();
    for (const [i, entry] of entries.entries()) {
      if (!entry.isInner) continue;
      const later = own.filter(({ entry: each }) => indexes.get(each)! > i);
      inner.set(entry, this.#editInner(entry, changed, members, entries.slice(0, i), later));
    }
    const innerPaths = [...inner.values()].flat();
    const isExcluded = (entry: Entry) =>
      this.changes.get(entry) === removal || (inner.get(entry)?.length ?? 0) > 0;
    if (own.length === 0)
      return members.filter(({ name }) => !innerPaths.some((path) => path.length === 1 && path[0] === name));
    for (const member of members) {
      const holders = own.filter(({ names }) => names.has(member));
      const last = holders.at(-1) ?? own.at(-1)!;
      const earlier = holders.filter((each) => each !== last);
      const place = this.#memberEdit(last, member, changed, innerPaths);
      const before = entries.slice(0, entries.indexOf(last.entry)).filter((each) => !isExcluded(each));
      const below = jsonInEntries(before, member, [], refOf);
      last.editor.add({ ...place, earlier: below, pendingEarlier: pendingIn(before, [member.name]) });
      // Members that were reset are removed from earlier entries as well, which would otherwise set them again.
      for (const each of earlier)
        each.editor.add({ ...this.#memberEdit(each, member, changed, innerPaths), describedElsewhere: [[]] });
    }
    const roots = own.filter(({ entry }) => entry.isRoot);
    for (const each of own) {
      const made = birth?.entry === each.entry ? birth.edits : [];
      const edits = [...each.editor.edits, ...made, ...editsFor(each, roots, more)];
      this.#note(each.entry, edits, each.editor.moved, each.json);
    }
    return [];
  }

  #memberEdit(
    { entry, json, names }: OpenEntry,
    member: ExposedMember,
    { unit, marks, edited }: ChangedUnit,
    elsewhere: readonly PathSegments[],
  ): EditPlace {
    const captured = this.#model.defaults.of(unit);
    const held = names.get(member);
    const name = held ?? member.name;
    return {
      type: member.type,
      held: held && json[held],
      file: [name],
      before: this.#model.saved.of(unit, member.index),
      now: member.read(unit.target),
      default: captured === undefined ? noBaseline : captured[member.index],
      marks: selectInside(marks, member.name),
      kept: selectKeptInside(keptValuesOf(entry), name),
      earlier: [],
      pendingEarlier: [],
      describedElsewhere: selectPathsInside(elsewhere, member.name),
      isEdited: edited.has(member.index),
      container: { held: json, file: [], outer: undefined },
    };
  }

  /**
   * @param before the entries that this one is applied over
   * @param later the object's own entries after this one, which take precedence
   * @returns the path that the entry describes, if it still does
   */
  #editInner(
    entry: Entry,
    changed: ChangedUnit,
    members: readonly ExposedMember[],
    before: readonly Entry[],
    later: readonly OpenEntry[],
  ): PathSegments[] {
    const { unit, marks, edited } = changed;
    const ref = this.#refOf(entry);
    const name =
      ref?.unit.member.name ?? unit.class.member(/^[^./[]+/.exec(entry.address!.rest!)?.[0] ?? '')?.name;
    const isConcerned = members.some((member) => member.name === name);
    if (ref === undefined) {
      // The value is gone, and its entry is removed. An entry whose value never existed is pending.
      if (isConcerned && !entry.lacksPlace) this.changes.set(entry, removal);
      return [];
    }
    const path = ref.unitPath;
    const isOverridden = later.some((each) => hasObjectAt(each, ref.unit.member, path.slice(1)));
    if (!isConcerned) return isOverridden ? [] : [path];
    const own = marks.flatMap((mark) =>
      path.every((step, i) => i >= mark.path.length || mark.path[i] === step)
        ? [{ ...mark, path: mark.path.slice(path.length) }]
        : [],
    );
    if (own.some((mark) => mark.path.length === 0 && mark.kind === 'reset')) {
      this.changes.set(entry, removal);
      return [];
    }
    const json = entry.text.json();
    const walk = new EntryEditor(() => this.#model.tellCutShort(unit.target));
    walk.add({
      type: ref.type,
      held: json,
      file: [],
      before: ref.baseline(this.#model.saved.membersOf(unit)),
      now: ref.get(),
      default: ref.baseline(this.#model.defaults.of(unit) ?? []),
      marks: own,
      kept: keptValuesOf(entry),
      earlier: jsonInEntries(before, ref.unit.member, path.slice(1), (each) => this.#refOf(each)),
      pendingEarlier: pendingIn(before, path),
      describedElsewhere: isOverridden ? [[]] : [],
      isEdited: edited.has(ref.unit.member.index),
    });
    const { edits } = walk;
    // The value is another object now, which the object's own entry describes.
    if (edits.some((edit) => edit.path.length === 0)) {
      this.changes.set(entry, removal);
      return [];
    }
    this.#note(entry, edits, walk.moved, json);
    return isOverridden ? [] : [path];
  }

  /** Returns the value of an inner entry; cached, since every later entry needs it. */
  #refOf(entry: Entry): PropertyRef | undefined {
    if (!this.#refs.has(entry)) this.#refs.set(entry, this.#findRef(entry));
    return this.#refs.get(entry);
  }

  #findRef(entry: Entry): PropertyRef | undefined {
    try {
      const ref = memberAt(this.#model, entry.place!, entry.address!.rest!);
      return ref.get() == null ? undefined : ref;
    } catch {
      return undefined;
    }
  }

  #note(entry: Entry, edits: readonly Edit[], moved: readonly MovedEntries[], json: JsonObject): void {
    if (edits.length === 0) return;
    const text = entry.text.with(edits);
    const isEmptied =
      edits.some(({ kind }) => kind === 'remove') && entry.kind === 'override' && isEmptyEntry(text.json());
    if (text === entry.text) return;
    const isRedefined = edits.some(({ path: [name] }) => String(name).startsWith('@'));
    this.changes.set(entry, {
      text: isEmptied && !isEmptyEntry(json) ? undefined : text,
      moved,
      isRedefined,
    });
  }
}
