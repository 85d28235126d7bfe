import { failed } from '../application-code.js';
import { isJsonObject, type Json, type JsonObject } from '../json.js';
import { noBaseline, type Steps as Path } from '../objects/property-ref.js';
import type { Mark } from '../state/marks.js';
import { inlineElement } from '../types/graph/align.js';
import { Differences } from '../types/graph/differences.js';
import { hasOperations } from '../types/graph/file-reader.js';
import { sharedObjects } from '../types/graph/inline-objects.js';
import {
  type ArrayKind,
  type CompositeKind,
  isArray,
  isComposite,
  isNullable,
  itemsOf,
} from '../types/graph/kinds.js';
import { isLongList, slice } from '../types/graph/long-lists.js';
import { CompositeSnapshot } from '../types/graph/snapshot.js';
import { type Type, unknownJson } from '../types/type.js';
import { difference, ValueMemberType } from '../types/value.js';
import type { ValueType } from '../types/values/value-type.js';
import { ArrayEdits } from './array-edits.js';
import { type ArrayOfFile, isReference, knownElements, type Slot } from './array-of-file.js';
import { changedInPlace } from './array-slots.js';
import { putAwaited, putLeftOut, withAllLines } from './awaited.js';
import type { Edit } from './document/edits.js';
import { hasAll } from './document/is-same-json.js';
import {
  below,
  belowEach,
  type Holder,
  heldNames,
  heldOf,
  isDecided,
  isInItself,
  type Kept,
  keptBelow,
  type MovedEntries,
  type Place,
  pathsBelow,
} from './edit-place.js';
import { Removals } from './removals.js';
import { carried, SaidValues } from './said-values.js';
import { type Steps, unmeasured } from './slices.js';
import { valueAt } from './waiting.js';

/**
 * Says what has to be edited in an entry so that it says what values are now. What has not changed since is not looked
 * at in the file, whatever that says there (LSC-17): other forms of numbers, clamped values, unknown members. One walk is
 * for one entry.
 */
export class EntryEdits {
  readonly #differences = new Differences();
  readonly #said: SaidValues;
  readonly #removals = new Removals();
  readonly #pending: Place[] = [];
  readonly #values: Edit[] = [];
  readonly #arrays: ArrayEdits[] = [];
  /** Arrays that are said as a whole, and what waits in them. */
  readonly #putWhole: MovedEntries[] = [];
  /** Of objects that more than one way leads to: members that the entry has somewhere, and places that lack one. */
  readonly #saidOf = new Map<object, Set<string>>();
  readonly #missing = new Map<object, Map<string, Place>>();
  #shared: ReadonlySet<object> | undefined;

  /** `onLimit` is called once when something is too much to be written whole. */
  constructor(onLimit: () => void = () => {}) {
    this.#said = new SaidValues(onLimit);
  }

  /** Looks at a value, in steps between which it must not change. */
  *add(place: Place): Steps<void> {
    this.#shared = undefined;
    this.#pending.push(place);
    let count = 0;
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
      if (this.#shared === undefined && mayBeShared(next))
        this.#shared = yield* unmeasured(sharedObjects(place.type, place.now));
      const differs = isLongList(next.type, next.now) ? yield* this.#longDiffers(next) : undefined;
      const further = this.#visit(next, differs);
      if (further !== undefined) yield* further;
      if (++count % slice.elements === 0) yield 0;
    }
    for (const [target, members] of this.#missing)
      for (const [name, missing] of members)
        if (!this.#saidOf.get(target)?.has(name)) yield* this.#put(missing);
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
      ...this.#values,
      ...this.#removals.edits(),
      ...this.#arrays.toSorted((a, b) => b.path.length - a.path.length).flatMap((each) => each.edits),
    ];
  }

  /** Where entries of arrays went. */
  get moved(): MovedEntries[] {
    return [...this.#arrays.map(({ path, moved }) => ({ array: path, moved })), ...this.#putWhole];
  }

  /**
   * @param known whether it differs, if that is known
   * @returns what is left to do, which may be long
   */
  #visit(place: Place, known?: boolean): Steps<void> | undefined {
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
    const differs = () => known ?? this.#differs(place);
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
    if (type instanceof ValueMemberType && this.#parts(place, type.valueType)) return;
    return isDecided || differs() ? this.#put(place) : undefined;
  }

  #differs({ type, now, before }: Place): boolean {
    return before === noBaseline || this.#differences.differs(type, now, before);
  }

  /** Of a list, in steps: whether one of its elements does. */
  *#longDiffers({ type, now, before }: Place): Steps<boolean> {
    if (before === noBaseline) return true;
    if (before === failed) return false;
    const [items, old] = [itemsOf(now)!, itemsOf(before) ?? []];
    if (items.length !== old.length) return true;
    for (let i = 0; i < items.length; i++) {
      if (this.#differences.differs((type as ArrayKind).element, items[i], old[i])) return true;
      if (i % slice.elements === 0) yield i / items.length;
    }
    return false;
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
        under: under.flatMap((each) => heldOf(each, member, cls)),
        awaitedUnder: below(awaitedUnder, member.name),
        elsewhere: pathsBelow(elsewhere, member.name),
        isEdited,
        holder,
        within: { target: target!, above: place.within },
      });
    }
    return true;
  }

  /** The components of a vector that the entry holds as an object. */
  #parts(place: Place, type: ValueType): boolean {
    const { held, now, before, marks } = place;
    const isWhole = type.parts === undefined || !isObject(now) || !isObject(before);
    if (isWhole || !isJsonObject(held)) return false;
    const whole = place.type.persist(now);
    if (!isJsonObject(whole) || !isReadable(held, whole)) return false;
    const holder: Holder = { held, file: place.file, above: place.holder };
    const visit = (
      json: JsonObject,
      of: ValueType,
      from: Holder,
      value: unknown,
      old: unknown,
      at: readonly Mark[],
    ) => {
      for (const [name, part] of of.parts!) {
        const inner = { value: (value as JsonObject)[name], old: (old as JsonObject)[name] };
        const own = below(at, name);
        const heldPart = from.held[name];
        const step: Place = { ...place, held: heldPart, file: [...from.file, name], holder: from };
        if (own.some(({ path, kind }) => path.length === 0 && kind === 'reset')) {
          if (heldPart !== undefined) this.#removals.add(step);
        } else if (
          part.parts !== undefined &&
          isJsonObject(heldPart) &&
          isObject(inner.value) &&
          isObject(inner.old)
        )
          visit(
            json[name] as JsonObject,
            part,
            { held: heldPart, file: step.file, above: from },
            inner.value,
            inner.old,
            own,
          );
        else if (!part.equal(inner.value, inner.old))
          this.#set(step, heldPart === undefined ? difference(part, inner.value, inner.old)! : json[name]!);
      }
    };
    visit(whole, type, holder, now, before, marks);
    return true;
  }

  *#array(place: Place, held: readonly Json[], element: Type): Steps<void> {
    const { file, marks, kept, elsewhere, isEdited } = place;
    const now = itemsOf(place.now);
    const before = itemsOf(place.before === noBaseline ? undefined : place.before);
    const inline = inlineElement(element) !== undefined;
    const marksOf = belowEach(marks);
    const keptOf = belowEach(kept);
    const elsewhereOf = belowEach(elsewhere.map((path) => ({ path })));
    const awaitedOf = belowEach(place.awaitedUnder);
    const isOverOthers = inline && place.under.some(Array.isArray);
    // Its elements are those that earlier entries made, and not the defaults.
    const isMerged = isOverOthers && !hasOperations(held);
    const inFile: ArrayOfFile = {
      path: file,
      held,
      element,
      now: now ?? [],
      before: before ?? [],
      defaults: inline ? defaultsOf(place.default) : undefined,
      isOverOthers,
      isMerged,
      saysAll: (index, item) =>
        hasAll(held[index]!, this.#said.added(element, now?.[item], false, place.within)),
      isLeftOut: (index) => keptOf(index).some(({ path, isLeftOut }) => isLeftOut && path.length === 0),
      isSame: (value, old) => !this.#differences.differs(element, value, old),
      write: (value, isNew) => this.#said.added(element, value, isNew, place.within),
      carry: (index, json) => carried(held[index]!, json, inElement(keptOf(index))),
      waitsFor: (index) =>
        keptOf(index).find(({ path, isLeftOut }) => !isLeftOut && path.length === 0)?.place[0],
      isAnyKept: kept.length > 0,
    };
    const changed =
      now === undefined || before === undefined
        ? undefined
        : yield* changedInPlace(inFile, (item) => marksOf(item).length > 0);
    const array = changed === undefined ? new ArrayEdits(inFile) : undefined;
    if (now === undefined || before === undefined || array?.isKnown === false) {
      const isAnyDecided = marks.flatMap(withoutReset).some(({ kind }) => kind === 'decided');
      if (isAnyDecided || this.#differs(place)) yield* this.#put(place);
      return;
    }
    const defaultCount = defaultsOf(place.default)?.length ?? 0;
    const underOf = isMerged ? heldInElements(inFile, place.under) : () => [];
    const visit = ({ item, old, entry, defaultIndex }: Slot) => {
      const isNewElement = inline && Array.isArray(place.default) && defaultIndex === undefined;
      const under = underOf(old!);
      // What an earlier entry has in an element stays there, and counts unless this one says otherwise.
      const own = marksOf(item!).map((mark) => (saysAny(under, mark.path) ? decidedBy(mark) : mark));
      // A reset has given it what the default at its index is, which its entry is not about.
      const isOfOther =
        inline && Array.isArray(place.default) && defaultIndex !== item && item! < defaultCount;
      const keptHere = inElement(keptOf(entry!));
      const wasNull = (before[old!] ?? null) === null && (now[item!] ?? null) === null;
      // It has waited, which a user has ended with another element than this: it must not come here either.
      if (wasNull && isReference(held[entry!]!) && !keptHere.some(({ path }) => path.length === 0))
        own.push({ path: [], kind: 'decided' });
      this.#pending.push({
        type: element,
        held: held[entry!],
        file: [...file, entry!],
        before: before[old!] ?? null,
        now: now[item!],
        default:
          defaultIndex === undefined ? noBaseline : (defaultsOf(place.default)?.[defaultIndex] ?? null),
        marks: isOfOther ? own.flatMap(withoutReset) : own,
        kept: keptHere,
        under,
        awaitedUnder: isMerged ? awaitedOf(item!) : [],
        elsewhere: elsewhereOf(item!).map(({ path }) => path),
        isEdited,
        isNewElement,
        within: place.within,
      });
    };
    if (array === undefined) {
      for (const slot of changed!) visit(slot);
      return;
    }
    const addedLine = ({ item, old, defaultIndex }: Slot): Json => {
      if (elsewhereOf(item!).some(({ path }) => path.length === 0)) return {};
      if (!isMerged) return this.#said.delta(element, now[item!], defaultsOf(place.default)?.[defaultIndex!]);
      // What was decided without a difference has no other way to be said.
      array.isImpossible ||= marksOf(item!).length > 0;
      return this.#said.delta(element, now[item!], before[old!]);
    };
    yield* array.run(visit, addedLine);
    if (array.isImpossible) yield* this.#put(place);
    else this.#arrays.push(array);
  }

  /** Says a value as a whole. */
  *#put(place: Place): Steps<void> {
    const json = yield* this.#said.whole(place);
    if (json !== undefined) this.#set(place, this.#withAwaited(place, json));
    // What nobody decided and cannot be said is a reference to what has died: it stays, and leads to what comes back.
    else if (place.held === undefined || !isDecided(place)) return;
    else if (place.holder === undefined) this.#values.push({ kind: 'set', path: place.file, value: null });
    else this.#removals.add(place);
  }

  /** What waits in a list that is said as a whole goes on waiting. */
  #withAwaited({ type, now, file, held, kept, awaitedUnder }: Place, json: Json): Json {
    const items = itemsOf(now);
    if (!isArray(type) || inlineElement(type.element) === undefined || !Array.isArray(json)) return json;
    const own = kept.flatMap(({ path, place, isLeftOut }) => {
      const value = isLeftOut ? undefined : valueAt(held ?? null, path);
      return value === undefined ? [] : [{ entry: Number(path[0]), path: place, json: value }];
    });
    const leftOut = kept.flatMap(({ path, isLeftOut }) =>
      isLeftOut && path.length === 1 && Array.isArray(held) ? Number(path[0]) : [],
    );
    if (items === undefined || own.length + awaitedUnder.length + leftOut.length === 0) return json;
    const { lines, at } = withAllLines(json, items.length);
    for (const each of [...awaitedUnder, ...own]) putAwaited(lines, each.path, each.json);
    const left = putLeftOut(lines, leftOut, held as readonly Json[]);
    this.#putWhole.push({
      array: file,
      moved: new Map([...own.map(({ entry, path }) => [entry, at[Number(path[0])]!] as const), ...left]),
    });
    return lines;
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

/** Of an object that the file makes, what of it the entry says may be said elsewhere in it. */
function mayBeShared({ within, holder, default: captured }: Place): boolean {
  return within !== undefined && holder !== undefined && captured === noBaseline;
}

/** What is kept in an element of an array. */
function inElement(kept: readonly Kept[]): Kept[] {
  return kept.map((each) => ({ ...each, place: each.place.slice(1) }));
}

/** What earlier entries have in the elements of an array that is merged into theirs. */
function heldInElements(array: ArrayOfFile, under: readonly Json[]): (index: number) => Json[] {
  const lists = under.filter(Array.isArray).map((held: readonly Json[]) => ({
    held,
    known: knownElements({ ...array, held, isLeftOut: () => false }),
  }));
  return (index) =>
    lists.flatMap(({ held, known }) => {
      const entry = known[index]?.entry;
      return entry === undefined ? [] : [held[entry]!];
    });
}

/** Whether earlier entries have anything at a place in an element, or in what it is in. */
function saysAny(under: readonly Json[], path: Path): boolean {
  return under.some((json) => {
    let at: Json | undefined = json;
    for (const step of path) {
      if (!isJsonObject(at)) return at !== undefined;
      at = Object.hasOwn(at, String(step)) ? at[String(step)] : undefined;
    }
    return at !== undefined && !(isJsonObject(at) && Object.keys(at).length === 0);
  });
}

/** Of a reset that taking something out does not say: the value is to be said. */
function decidedBy(mark: Mark): Mark {
  return mark.kind === 'reset' ? { path: mark.path, kind: 'decided' } : mark;
}

/** A reset that says nothing of the default; of what had waited it says that it does so no more. */
function withoutReset(mark: Mark): Mark[] {
  if (mark.kind !== 'reset') return [mark];
  return mark.endedWaiting || mark.waited ? [{ path: mark.path, kind: 'decided' }] : [];
}

/** What has a part of another kind was refused as a whole, so that nothing of it is in the object. */
function isReadable(held: JsonObject, whole: JsonObject): boolean {
  const isNumber = (json: Json) => typeof json === 'number' || typeof json === 'bigint';
  return Object.entries(whole).every(([name, json]) => {
    const part = Object.hasOwn(held, name) ? held[name]! : json;
    return isNumber(json) ? isNumber(part) : typeof part === typeof json;
  });
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function defaultsOf(snapshot: unknown): readonly unknown[] | undefined {
  return Array.isArray(snapshot) ? snapshot : undefined;
}
