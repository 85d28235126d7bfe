import type { JsonObject } from '../../json.js';
import type { ExposedModel } from '../../model.js';
import { noBaseline, type PropertyRef, type Steps } from '../../objects/property-ref.js';
import type { ChangedUnit } from '../../state/saved-object.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import type { Edit } from '../document/edits.js';
import type { EntryText } from '../document/entry-text.js';
import type { BoundDocument } from '../entries/bound-document.js';
import type { Entry } from '../entries/entry.js';
import {
  hasObjectAt,
  keptOf,
  moreOf,
  type OpenEntry,
  openEntry,
  saysNothing,
} from '../entries/open-entry.js';
import { memberAt } from '../entries/place.js';
import { below, type Place as EditPlace, keptBelow, type MovedEntries, pathsBelow } from './edit-place.js';
import { EntryEditor } from './entry-editor.js';
import { nestedEntries, pendingIn } from './nested-entries.js';

/** What a save makes of an entry; without a text it is taken out. */
export interface EntryChange {
  readonly text: EntryText | undefined;
  readonly moved: readonly MovedEntries[];
  /** It is an entry of another kind, or says another parent. */
  readonly saysWhat: boolean;
}

/** What a save makes of the entries of one object. */
export interface UnitEdits {
  readonly changes: ReadonlyMap<Entry, EntryChange>;
  /** A new entry; undefined where it needs none. */
  readonly added: JsonObject | undefined;
}

/** An entry that is taken out. */
export const takenOut: EntryChange = { text: undefined, moved: [], saysWhat: false };

/** Says how the entries of a document have to be edited so that they say what objects are now. */
export class DocumentEdits {
  readonly #model: ExposedModel;
  readonly #document: BoundDocument;
  readonly changes = new Map<Entry, EntryChange>();
  /** The places of entries of something inside the object that is being edited. */
  readonly #refs = new Map<Entry, PropertyRef | undefined>();

  constructor(model: ExposedModel, document: BoundDocument) {
    this.#model = model;
    this.#document = document;
  }

  /**
   * Edits the entries of an object. @returns the members that no entry can say, since the object has none of its own
   * @param more edits of entries of the object itself, beside those of its members: none where it has none
   * @param birth edits of the one that makes it
   */
  edit(
    changed: ChangedUnit,
    members: readonly ExposedMember[],
    more: readonly Edit[] = [],
    birth?: { readonly entry: Entry; readonly edits: readonly Edit[] },
  ): ExposedMember[] {
    const { unit } = changed;
    const entries = this.#document.entriesOf(unit);
    const at = new Map(entries.map((entry, i) => [entry, i]));
    const refOf = (entry: Entry) => this.#refOf(entry);
    this.#refs.clear();
    const own: OpenEntry[] = [];
    for (const entry of entries) if (!entry.isInner) own.push(openEntry(this.#model, entry, unit));
    /** Places that entries of something inside still say. */
    const inner = new Map<Entry, readonly Steps[]>();
    for (const [i, entry] of entries.entries()) {
      if (!entry.isInner) continue;
      const later = own.filter(({ entry: each }) => at.get(each)! > i);
      inner.set(entry, this.#editInner(entry, changed, members, entries.slice(0, i), later));
    }
    const elsewhere = [...inner.values()].flat();
    const isElsewhere = (entry: Entry) =>
      this.changes.get(entry) === takenOut || (inner.get(entry)?.length ?? 0) > 0;
    if (own.length === 0)
      return members.filter(({ name }) => !elsewhere.some((path) => path.length === 1 && path[0] === name));
    for (const member of members) {
      const holders = own.filter(({ names }) => names.has(member));
      const last = holders.at(-1) ?? own.at(-1)!;
      const earlier = holders.filter((each) => each !== last);
      const place = this.#placeIn(last, member, changed, elsewhere);
      const before = entries.slice(0, entries.indexOf(last.entry)).filter((each) => !isElsewhere(each));
      const under = nestedEntries(before, member, [], refOf);
      last.walk.add({ ...place, under, awaitedUnder: pendingIn(before, [member.name]) });
      // They would say again what was reset.
      for (const each of earlier)
        each.walk.add({ ...this.#placeIn(each, member, changed, elsewhere), elsewhere: [[]] });
    }
    const roots = own.filter(({ entry }) => entry.isRoot);
    for (const each of own) {
      const made = birth?.entry === each.entry ? birth.edits : [];
      const edits = [...each.walk.edits, ...made, ...moreOf(each, roots, more)];
      this.#note(each.entry, edits, each.walk.moved, each.json);
    }
    return [];
  }

  #placeIn(
    { entry, json, names }: OpenEntry,
    member: ExposedMember,
    { unit, marks, edited }: ChangedUnit,
    elsewhere: readonly Steps[],
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
      marks: below(marks, member.name),
      kept: keptBelow(keptOf(entry), name),
      under: [],
      awaitedUnder: [],
      elsewhere: pathsBelow(elsewhere, member.name),
      isEdited: edited.has(member.index),
      holder: { held: json, file: [], above: undefined },
    };
  }

  /**
   * @param before the entries of the object that this one is applied over
   * @param later entries of the object itself that are behind it: where one of them has the place too, that counts
   * @returns the place that the entry says, if it still does
   */
  #editInner(
    entry: Entry,
    changed: ChangedUnit,
    members: readonly ExposedMember[],
    before: readonly Entry[],
    later: readonly OpenEntry[],
  ): Steps[] {
    const { unit, marks, edited } = changed;
    const ref = this.#refOf(entry);
    const name =
      ref?.unit.member.name ?? unit.class.member(/^[^./[]+/.exec(entry.address!.rest!)?.[0] ?? '')?.name;
    const isConcerned = members.some((member) => member.name === name);
    if (ref === undefined) {
      // The place is gone: what the entry said of it goes with it. For one that was never there it waits.
      if (isConcerned && !entry.lacksPlace) this.changes.set(entry, takenOut);
      return [];
    }
    const path = ref.unitPath;
    const isSaidLater = later.some((each) => hasObjectAt(each, ref.unit.member, path.slice(1)));
    if (!isConcerned) return isSaidLater ? [] : [path];
    const own = marks.flatMap((mark) =>
      path.every((step, i) => i >= mark.path.length || mark.path[i] === step)
        ? [{ ...mark, path: mark.path.slice(path.length) }]
        : [],
    );
    if (own.some((mark) => mark.path.length === 0 && mark.kind === 'reset')) {
      this.changes.set(entry, takenOut);
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
      kept: keptOf(entry),
      under: nestedEntries(before, ref.unit.member, path.slice(1), (each) => this.#refOf(each)),
      awaitedUnder: pendingIn(before, path),
      elsewhere: isSaidLater ? [[]] : [],
      isEdited: edited.has(ref.unit.member.index),
    });
    const { edits } = walk;
    // It is another object now, of which the object's own entry says what it is.
    if (edits.some((edit) => edit.path.length === 0)) {
      this.changes.set(entry, takenOut);
      return [];
    }
    this.#note(entry, edits, walk.moved, json);
    return isSaidLater ? [] : [path];
  }

  /** Each later entry asks for it. */
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
      edits.some(({ kind }) => kind === 'remove') && entry.kind === 'override' && saysNothing(text.json());
    if (text === entry.text) return;
    const saysWhat = edits.some(({ path: [name] }) => String(name).startsWith('@'));
    this.changes.set(entry, {
      text: isEmptied && !saysNothing(json) ? undefined : text,
      moved,
      saysWhat,
    });
  }
}
