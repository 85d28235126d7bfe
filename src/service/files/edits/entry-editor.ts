import { failed } from '../../application-code.js';
import { isJsonObject, type Json } from '../../json.js';
import { noBaseline } from '../../objects/property-ref.js';
import { Differences } from '../../types/graph/differences.js';
import { sharedObjects } from '../../types/graph/inline-objects.js';
import { type CompositeKind, isArray, isComposite, isNullable } from '../../types/graph/kinds.js';
import { CompositeSnapshot } from '../../types/graph/snapshot.js';
import { type Type, unknownJson } from '../../types/type.js';
import { ValueMemberType } from '../../types/value.js';
import type { Edit } from '../document/edits.js';
import {
  below,
  type Holder,
  heldNames,
  isDecided,
  isInItself,
  keptBelow,
  type MovedEntries,
  type Place,
  pathsBelow,
  underMember,
} from './edit-place.js';
import { EntryRemovals } from './entry-removals.js';
import type { ArrayOfFile, Slot } from './lists/array-of-file.js';
import { changedInPlace } from './lists/array-slots.js';
import { ElementPlaces, withoutReset } from './lists/element-places.js';
import { ListEditor } from './lists/list-editor.js';
import { mergePending } from './lists/merge-pending.js';
import { type MergedList, mergedList } from './lists/merged-list.js';
import { FileValueWriter } from './value-writer.js';
import { editParts, type PartEdits } from './vector-parts.js';

/**
 * Says what has to be edited in an entry so that it says what values are now. What has not changed since is not looked
 * at in the file, whatever that says there (LSC-17): other forms of numbers, clamped values, unknown members. One walk is
 * for one entry.
 */
export class EntryEditor {
  readonly #differences = new Differences();
  readonly #said: FileValueWriter;
  readonly #removals = new EntryRemovals();
  /** Of elements, which may be very many, what makes their places. */
  readonly #pending: (Place | (() => Place))[] = [];
  readonly #values: Edit[] = [];
  readonly #arrays: ListEditor[] = [];
  /** Lists that have taken up what earlier entries hold of them. */
  readonly #folded: MergedList[] = [];
  /** Arrays that are said as a whole, and what waits in them. */
  readonly #putWhole: MovedEntries[] = [];
  /** Of objects that more than one way leads to: members that the entry has somewhere, and places that lack one. */
  readonly #saidOf = new Map<object, Set<string>>();
  readonly #missing = new Map<object, Map<string, Place>>();
  #shared: ReadonlySet<object> | undefined;

  readonly #partEdits: PartEdits = {
    remove: (part) => this.#removals.add(part),
    set: (part, value) => this.#set(part, value),
  };

  /** `onLimit` is called once when something is too much to be written whole. */
  constructor(onLimit: () => void = () => {}) {
    this.#said = new FileValueWriter(onLimit);
  }

  /** Looks at a value. */
  add(place: Place): void {
    this.#shared = undefined;
    this.#pending.push(place);
    for (let each = this.#pending.pop(); each !== undefined; each = this.#pending.pop()) {
      const next = typeof each === 'function' ? each() : each;
      if (this.#shared === undefined && mayBeShared(next))
        this.#shared = sharedObjects(place.type, place.now);
      this.#visit(next);
    }
    for (const [target, members] of this.#missing)
      for (const [name, missing] of members) if (!this.#saidOf.get(target)?.has(name)) this.#put(missing);
    this.#missing.clear();
  }

  /**
   * An object that more than one way leads to is written in full at one of them, at the least. What the entry lacks of it
   * at another is not added there.
   */
  #isSaidElsewhere(place: Place): boolean {
    const { within, held, file } = place;
    if (within === undefined || !mayBeShared(place) || !this.#shared!.has(within.target)) return false;
    const name = String(file.at(-1));
    const said = this.#saidOf.get(within.target) ?? new Set();
    if (held !== undefined) this.#saidOf.set(within.target, said.add(name));
    else if (!said.has(name)) {
      const missing = this.#missing.get(within.target) ?? new Map<string, Place>();
      this.#missing.set(within.target, missing.has(name) ? missing : missing.set(name, place));
    }
    return held === undefined;
  }

  /** The edits, to be made one after the other. */
  get edits(): Edit[] {
    return [
      ...this.#folded.flatMap((each) => each.edits),
      ...this.#values,
      ...this.#removals.edits(),
      ...this.#arrays.toSorted((a, b) => b.path.length - a.path.length).flatMap((each) => each.edits),
    ];
  }

  /** Where entries of arrays went. */
  get moved(): MovedEntries[] {
    const moved = [...this.#arrays.map(({ path, moved }) => ({ array: path, moved })), ...this.#putWhole];
    return this.#folded.reduce((all, each) => all.flatMap((one) => each.movedBefore(one)), moved);
  }

  #visit(place: Place): void {
    const { type, now, marks, kept, elsewhere, held } = place;
    if (now === failed) return;
    if (kept.some(({ path }) => path.length === 0)) return;
    if (elsewhere.some((path) => path.length === 0)) {
      // What was reset there must not be said again here.
      for (const { path, kind } of marks) if (kind === 'reset') this.#removals.addAt(place, path);
      return;
    }
    const own = marks.find(({ path }) => path.length === 0);
    if (own?.kind === 'reset' && place.holder !== undefined) {
      if (held !== undefined) this.#removals.add(place);
      return;
    }
    const isDecided = own?.kind === 'decided';
    const differs = () => this.#differs(place);
    if (marks.length === 0 && !differs()) return;
    if (this.#isSaidElsewhere(place)) return;
    if (isNullable(type)) {
      const isNull = (value: unknown) => value === null || value === undefined;
      const stays = !isNull(now) && !isNull(place.before);
      if (stays) this.#pending.push({ ...place, type: type.inner });
      else if (isDecided || differs()) return this.#put(place);
      return;
    }
    if (isArray(type)) {
      // Other entries say some of it: this one says the rest.
      const entries = held === undefined && elsewhere.length > 0 ? [] : held;
      if (Array.isArray(entries) && !isDecided) return this.#array(place, entries, type.element);
      return isDecided || differs() ? this.#put(place) : undefined;
    }
    // An object that is in itself is cut off there.
    if (isComposite(type) && isInItself(place)) return;
    const isSaidByMembers = !isDecided || place.under.length > 0;
    if (isComposite(type) && isSaidByMembers && this.#composite(place, type)) return;
    if (type instanceof ValueMemberType && editParts(place, type.valueType, this.#partEdits)) return;
    return isDecided || differs() ? this.#put(place) : undefined;
  }

  #differs({ type, now, before }: Place): boolean {
    return before === noBaseline || this.#differences.differs(type, now, before);
  }

  /** The members of an inline object that the entry holds as one; false where it is to be put as a whole. */
  #composite(place: Place, type: CompositeKind): boolean {
    const { now, before, file, marks, kept, under, awaitedUnder, elsewhere, isEdited } = place;
    const isSaidBesides = under.length > 0 || elsewhere.length > 0;
    const held = place.held === undefined && isSaidBesides ? {} : place.held;
    const target = type.living(now);
    const cls = target && type.classOfInline(target);
    const isSame = cls !== undefined && before instanceof CompositeSnapshot && before.class === cls;
    if (!isSame || cls.isEngineClass || !isJsonObject(held) || Object.hasOwn(held, '@ref')) return false;
    const holder: Holder = { held, file, above: place.holder };
    const ofDefault = place.default instanceof CompositeSnapshot && place.default.class === cls;
    const whole = marks.find(({ path }) => path.length === 0);
    const names = heldNames(held, (name) => cls.member(name));
    for (const member of cls.members) {
      if (!member.isPersistable) continue;
      const name = names.get(member);
      this.#pending.push({
        type: member.type,
        held: name === undefined ? undefined : held[name],
        file: [...file, name ?? member.name],
        before: before.of(member),
        now: member.read(target!),
        default: ofDefault ? (place.default as CompositeSnapshot).of(member) : noBaseline,
        marks: whole === undefined ? below(marks, member.name) : [whole],
        kept: name === undefined ? [] : keptBelow(kept, name),
        under: underMember(under, member, cls),
        awaitedUnder: below(awaitedUnder, member.name),
        elsewhere: pathsBelow(elsewhere, member.name),
        isEdited,
        holder,
        within: { target: target!, above: place.within },
      });
    }
    return true;
  }

  #array(place: Place, held: readonly Json[], element: Type): void {
    const elements = new ElementPlaces(place, held, element, this.#said, this.#differences);
    const { isList } = elements;
    const changed = isList ? changedInPlace(elements.array, (item) => elements.isMarked(item)) : undefined;
    const visit = (slot: Slot) => void this.#pending.push(() => elements.at(slot));
    if (changed !== undefined) {
      for (const slot of changed) visit(slot);
      return;
    }
    const edits = new ListEditor(elements.array);
    if (!isList || !edits.isKnown) {
      const isAnyDecided = place.marks.flatMap(withoutReset).some(({ kind }) => kind === 'decided');
      if (isAnyDecided || this.#differs(place)) this.#put(place);
      return;
    }
    edits.run(visit, (slot) => elements.added(slot));
    if (!edits.isImpossible) this.#arrays.push(edits);
    else if (!elements.array.isMerged || !this.#fold(place, elements.array)) this.#put(place);
  }

  /** Has a list that is merged into those of earlier entries tell of the captured default; false where it cannot. */
  #fold(place: Place, array: ArrayOfFile): boolean {
    const fold = mergedList(place, array);
    if (fold === undefined) return false;
    const elements = new ElementPlaces(fold.place, fold.held, array.element, this.#said, this.#differences);
    const edits = new ListEditor(elements.array);
    if (!edits.isKnown) return false;
    edits.run(
      (slot) => void this.#pending.push(() => elements.at(slot)),
      (slot) => elements.added(slot),
    );
    if (edits.isImpossible) return false;
    this.#folded.push(fold);
    this.#arrays.push(edits);
    return true;
  }

  /** Says a value as a whole. */
  #put(place: Place): void {
    const json = this.#said.whole(place);
    if (json !== undefined) {
      const { lines, moved } = mergePending(place, json);
      if (moved !== undefined) this.#putWhole.push({ array: place.file, moved });
      this.#set(place, lines);
    }
    // What cannot be said is a reference to what has died: unless it is a user's, it stays, and leads to what comes back.
    else if (place.held !== undefined && (isDecided(place) || leadsElsewhere(place))) this.#set(place, null);
  }

  #set({ file, holder, held }: Place, value: Json): void {
    if (value === unknownJson) return;
    this.#removals.touch(holder);
    if (isJsonObject(held) && isJsonObject(value)) {
      // Of a reference, what it leads to is another; what else somebody has written there stays.
      if (Object.hasOwn(held, '@ref') && Object.hasOwn(value, '@ref')) {
        this.#values.push({ kind: 'set', path: [...file, '@ref'], value: value['@ref']! });
        return;
      }
      if (held['@op'] === 'new' && value['@op'] === undefined) {
        this.#values.push({ kind: 'set', path: file, value: { '@op': 'new', ...value } });
        return;
      }
    }
    this.#values.push({ kind: 'set', path: file, value });
  }
}

/** A user has made it refer to something else than what it referred to. */
function leadsElsewhere({ type, now, before, isEdited }: Place): boolean {
  const kind = isNullable(type) ? type.inner : type;
  if (!isEdited || !isComposite(kind) || !kind.isReference) return false;
  return now !== (before instanceof CompositeSnapshot ? before.origin : before);
}

/** Of an object that the file makes, what of it the entry says may be said elsewhere in it. */
function mayBeShared({ within, holder, default: captured }: Place): boolean {
  return within !== undefined && holder !== undefined && captured === noBaseline;
}
