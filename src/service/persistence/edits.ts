import { failed } from '../application-code.js';
import { isJsonObject, type Json, type JsonObject } from '../json.js';
import { noBaseline, type Steps } from '../objects/property-ref.js';
import type { Mark } from '../state/marks.js';
import type { ExposedMember } from '../types/exposed-class.js';
import { inlineElement } from '../types/graph/align.js';
import { Differences } from '../types/graph/differences.js';
import { FileWalk } from '../types/graph/file-walk.js';
import { type CompositeKind, isArray, isComposite, isNullable, itemsOf } from '../types/graph/kinds.js';
import { sharedObjects } from '../types/graph/shared.js';
import { CompositeSnapshot } from '../types/graph/snapshot.js';
import { type Type, unknownJson } from '../types/type.js';
import { difference, ValueMemberType } from '../types/value.js';
import type { ValueType } from '../types/values/value-type.js';
import { ArrayEdits, type Slot } from './array-edits.js';
import type { Edit } from './document/edits.js';
import { leaveOutUnknown } from './unknown.js';

/** What of an entry is kept out of edits: it waits, and stands in the file as it is. */
export interface Kept {
  readonly path: Steps;
  /** The same place as it is in the object now. */
  readonly place: Steps;
  /** The element of an array that it stands for is not there. */
  readonly isLeftOut: boolean;
}

/** A value of an entry, and what it was when the file was in step. */
export interface Place {
  readonly type: Type;
  /** What the entry holds; undefined for nothing. */
  readonly held: Json | undefined;
  /** Where that is in the entry. */
  readonly file: Steps;
  readonly before: unknown;
  readonly now: unknown;
  /** The captured default; `noBaseline` when there is none. */
  readonly default: unknown;
  /** From here on. */
  readonly marks: readonly Mark[];
  readonly kept: readonly Kept[];
  /** Places of which other entries say what they are. */
  readonly elsewhere: readonly Steps[];
  /** A user has written something of it. */
  readonly isEdited: boolean;
  /** The object in the entry that holds it; undefined for an element of an array. */
  readonly holder?: Holder | undefined;
  /** It is the entry of a new element of an array. */
  readonly isNewElement?: boolean;
  /** The inline objects that it is in. */
  readonly within?: Within | undefined;
}

/** An inline object, and what it is in. */
interface Within {
  readonly target: object;
  readonly above: Within | undefined;
}

/** An object in an entry, of which members may be taken out. */
export interface Holder {
  readonly held: JsonObject;
  readonly file: Steps;
  readonly above: Holder | undefined;
}

/** Where elements of an array of an entry went: places in it by the index that they had. */
export interface MovedEntries {
  readonly array: Steps;
  readonly moved: ReadonlyMap<number, number>;
}

/**
 * Says what has to be edited in an entry so that it says what values are now. What has not changed since is not looked
 * at in the file, whatever that says there (LSC-17): other forms of numbers, clamped values, unknown members. One walk is
 * for one entry.
 */
export class EntryEdits {
  readonly #differences = new Differences();
  readonly #walk: FileWalk;
  readonly #pending: Place[] = [];
  readonly #values: Edit[] = [];
  readonly #arrays: ArrayEdits[] = [];
  readonly #removed = new Map<JsonObject, Set<string>>();
  readonly #touched = new Set<JsonObject>();
  /** Of objects that more than one way leads to: members that the entry has somewhere, and places that lack one. */
  readonly #said = new Map<object, Set<string>>();
  readonly #missing = new Map<object, Map<string, Place>>();
  #root: Place | undefined;
  #shared: ReadonlySet<object> | undefined;
  readonly #removals: { readonly place: Place }[] = [];

  /** `onLimit` is called once when something is too much to be written whole. */
  constructor(onLimit: () => void = () => {}) {
    this.#walk = new FileWalk(onLimit);
  }

  add(place: Place): void {
    this.#root = place;
    this.#shared = undefined;
    this.#pending.push(place);
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) this.#visit(next);
    for (const [target, members] of this.#missing)
      for (const [name, missing] of members) if (!this.#said.get(target)?.has(name)) this.#put(missing);
    this.#missing.clear();
  }

  /**
   * An object that more than one way leads to is written in full at one of them, at the least. What the entry lacks of it
   * at another is not added there.
   */
  #isSaidElsewhere(place: Place): boolean {
    const { within, held, file, holder } = place;
    if (within === undefined || holder === undefined || place.default !== noBaseline) return false;
    this.#shared ??= sharedObjects(this.#root!.type, this.#root!.now);
    if (!this.#shared.has(within.target)) return false;
    const name = String(file.at(-1));
    const said = this.#said.get(within.target) ?? new Set();
    if (held !== undefined) this.#said.set(within.target, said.add(name));
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
      ...this.#removalEdits(),
      ...this.#arrays.toSorted((a, b) => b.path.length - a.path.length).flatMap((each) => each.edits),
    ];
  }

  /** Where entries of arrays went. */
  get moved(): MovedEntries[] {
    return this.#arrays.map(({ path, moved }) => ({ array: path, moved }));
  }

  #visit(place: Place): void {
    const { type, now, marks, kept, elsewhere, held } = place;
    if (now === failed) return;
    if (kept.some(({ path }) => path.length === 0) || elsewhere.some((path) => path.length === 0)) return;
    const own = marks.find(({ path }) => path.length === 0);
    if (own?.kind === 'reset' && place.holder !== undefined) {
      if (held !== undefined) this.#remove(place);
      return;
    }
    const isDecided = own?.kind === 'decided';
    if (marks.length === 0 && !this.#differs(place)) return;
    if (this.#isSaidElsewhere(place)) return;
    if (isNullable(type)) {
      const isNull = (value: unknown) => value === null || value === undefined;
      const stays = !isNull(now) && !isNull(place.before) && held !== null;
      if (stays) this.#pending.push({ ...place, type: type.inner });
      else if (isDecided || this.#differs(place)) this.#put(place);
      return;
    }
    if (isArray(type)) {
      // Other entries say some of it: this one says the rest.
      const entries = held === undefined && elsewhere.length > 0 ? [] : held;
      if (Array.isArray(entries) && !isDecided) this.#array(place, entries, type.element);
      else if (isDecided || this.#differs(place)) this.#put(place);
      return;
    }
    // An object that is in itself is cut off there.
    if (isComposite(type) && isInItself(place)) return;
    if (isComposite(type) && !isDecided && this.#composite(place, type)) return;
    if (type instanceof ValueMemberType && this.#parts(place, type.valueType)) return;
    if (isDecided || this.#differs(place)) this.#put(place);
  }

  #differs({ type, now, before }: Place): boolean {
    return before === noBaseline || this.#differences.differs(type, now, before);
  }

  /** The members of an inline object that the entry holds as one; false where it is to be put as a whole. */
  #composite(place: Place, type: CompositeKind): boolean {
    const { now, before, file, marks, kept, elsewhere, isEdited } = place;
    const held = place.held === undefined && elsewhere.length > 0 ? {} : place.held;
    const target = type.living(now);
    const cls = target && type.classOfInline(target);
    const isSame = cls !== undefined && before instanceof CompositeSnapshot && before.class === cls;
    if (!isSame || cls.isEngineClass || !isJsonObject(held) || Object.hasOwn(held, '@ref')) return false;
    const holder: Holder = { held, file, above: place.holder };
    const ofDefault = place.default instanceof CompositeSnapshot && place.default.class === cls;
    const isReset = marks.some(({ path, kind }) => path.length === 0 && kind === 'reset');
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
        marks: isReset ? [{ path: [], kind: 'reset' }] : below(marks, member.name),
        kept: name === undefined ? [] : keptBelow(kept, name),
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
          if (heldPart !== undefined) this.#remove(step);
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

  #array(place: Place, held: readonly Json[], element: Type): void {
    const { file, marks, kept, elsewhere, isEdited } = place;
    const now = itemsOf(place.now);
    const before = itemsOf(place.before === noBaseline ? undefined : place.before);
    const array = new ArrayEdits({
      path: file,
      held,
      element,
      now: now ?? [],
      before: before ?? [],
      defaults: inlineElement(element) === undefined ? undefined : defaultsOf(place.default),
      isLeftOut: (index) =>
        kept.some(({ path, isLeftOut }) => isLeftOut && path.length === 1 && path[0] === index),
      isSame: (value, old) => !this.#differences.differs(element, value, old),
      write: (value, isNew) =>
        this.#walk.inside(targets(place.within), () => this.#element(element, value, isNew)),
      carry: (index, json) => carried(held[index]!, json, keptBelow(kept, index)),
      waitsFor: (index) =>
        kept.find(({ path, isLeftOut }) => !isLeftOut && path.length === 1 && path[0] === index)?.place[0],
    });
    if (now === undefined || before === undefined || !array.isKnown) {
      if (this.#differs(place)) this.#put(place);
      return;
    }
    const visit = ({ item, old, entry, defaultIndex }: Slot) => {
      this.#pending.push({
        type: element,
        held: held[entry!],
        file: [...file, entry!],
        before: before[old!] ?? null,
        now: now[item!],
        default:
          defaultIndex === undefined ? noBaseline : (defaultsOf(place.default)?.[defaultIndex] ?? null),
        marks: below(marks, item!),
        kept: keptBelow(kept, entry!),
        elsewhere: pathsBelow(elsewhere, item!),
        isEdited,
        isNewElement:
          inlineElement(element) !== undefined && Array.isArray(place.default) && defaultIndex === undefined,
        within: place.within,
      });
    };
    array.run(visit, ({ item, defaultIndex }) =>
      elsewhere.some((path) => path.length === 1 && path[0] === item)
        ? {}
        : this.#elementDelta(element, now[item!], defaultsOf(place.default)?.[defaultIndex!]),
    );
    if (array.isImpossible) this.#put(place);
    else this.#arrays.push(array);
  }

  #element(element: Type, value: unknown, isNew: boolean): Json {
    const inline = inlineElement(element);
    if (value === null || value === undefined) return null;
    const json =
      isNew && inline !== undefined ? this.#walk.added(inline, value) : this.#walk.whole(element, value);
    return known(json) ?? null;
  }

  #elementDelta(element: Type, value: unknown, old: unknown): Json {
    return known(this.#walk.delta(element, value, old ?? null)) ?? {};
  }

  /** Says a value as a whole. */
  #put(place: Place): void {
    const json = known(this.#walk.inside(targets(place.within), () => this.#json(place)));
    if (json !== undefined) this.#set(place, json);
    // What nobody decided and cannot be said is a reference to what has died: it stays, and leads to what comes back.
    else if (place.held === undefined || !isDecided(place)) return;
    else if (place.holder === undefined) this.#values.push({ kind: 'set', path: place.file, value: null });
    else this.#remove(place);
  }

  #json(place: Place): Json | undefined {
    const { type, now, before, default: captured, held, isEdited, isNewElement } = place;
    if (isNewElement) return this.#element(type, now, true);
    const delta =
      captured === noBaseline ? this.#walk.whole(type, now) : this.#walk.delta(type, now, captured);
    if (held === undefined) {
      const isSaid = delta !== undefined || !isEdited || isArray(type) || before === noBaseline;
      return isSaid ? delta : this.#walk.delta(type, now, before);
    }
    if (type.kind === 'leaf') return type.persist(now);
    return delta ?? this.#walk.whole(type, now);
  }

  #set({ file, holder, held }: Place, value: Json): void {
    if (value === unknownJson) return;
    for (let each = holder; each !== undefined; each = each.above) this.#touched.add(each.held);
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

  #remove(place: Place): void {
    const { holder, file } = place;
    const removed = this.#removed.get(holder!.held) ?? new Set();
    this.#removed.set(holder!.held, removed.add(String(file.at(-1))));
    this.#removals.push({ place });
  }

  /** What is left empty is taken out too, but for elements of arrays, which have their places. */
  #removalEdits(): Edit[] {
    return this.#removals.map(({ place: { file, holder } }) => {
      let path = file;
      for (let each = holder; each?.above !== undefined; each = each.above) {
        const removed = this.#removed.get(each.held)!;
        const isEmpty =
          Object.keys(each.held).every((name) => removed.has(name)) && !this.#touched.has(each.held);
        if (!isEmpty) break;
        path = each.file;
        const outer = this.#removed.get(each.above.held) ?? new Set();
        this.#removed.set(each.above.held, outer.add(String(path.at(-1))));
      }
      return { kind: 'remove', path };
    });
  }
}

/** What has a part of another kind was refused as a whole, so that nothing of it is in the object. */
function isReadable(held: JsonObject, whole: JsonObject): boolean {
  const isNumber = (json: Json) => typeof json === 'number' || typeof json === 'bigint';
  return Object.entries(whole).every(([name, json]) => {
    const part = Object.hasOwn(held, name) ? held[name]! : json;
    return isNumber(json) ? isNumber(part) : typeof part === typeof json;
  });
}

function isInItself({ now, within }: Place): boolean {
  for (let each = within; each !== undefined; each = each.above) if (each.target === now) return true;
  return false;
}

function* targets(within: Within | undefined): Generator<object> {
  for (let each = within; each !== undefined; each = each.above) yield each.target;
}

function isDecided({ marks }: Place): boolean {
  return marks.some(({ path, kind }) => path.length === 0 && kind === 'decided');
}

function known(json: Json | undefined): Json | undefined {
  if (json === unknownJson) return undefined;
  if (isJsonObject(json) || Array.isArray(json)) leaveOutUnknown(json as JsonObject);
  return json;
}

/** The names that an object of a file has for members: of current and former ones the last. */
export function heldNames(
  held: JsonObject,
  memberOf: (name: string) => ExposedMember | undefined,
): Map<ExposedMember, string> {
  const names = new Map<ExposedMember, string>();
  for (const name of Object.keys(held)) {
    const member = name.startsWith('@') ? undefined : memberOf(name);
    if (member !== undefined) names.set(member, name);
  }
  return names;
}

/** What of paths is at a step or below it, from there on. */
export function below<T extends { readonly path: Steps }>(paths: readonly T[], step: string | number): T[] {
  return paths.flatMap((each) => (each.path[0] === step ? [{ ...each, path: each.path.slice(1) }] : []));
}

/** The same of what is kept. */
export function keptBelow(kept: readonly Kept[], step: string | number): Kept[] {
  return below(kept, step).map((each) => ({ ...each, place: each.place.slice(1) }));
}

function pathsBelow(paths: readonly Steps[], step: string | number): Steps[] {
  return paths.flatMap((path) => (path[0] === step ? [path.slice(1)] : []));
}

function defaultsOf(snapshot: unknown): readonly unknown[] | undefined {
  return Array.isArray(snapshot) ? snapshot : undefined;
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** What an entry of an element holds that its value does not tell, added to what is written of the value. */
function carried(held: Json, json: Json, kept: readonly Kept[]): Json {
  if (!isJsonObject(held) || !isJsonObject(json)) return json;
  const into: JsonObject = { ...json };
  for (const [name, value] of Object.entries(held)) {
    if (name.startsWith('@')) continue;
    if (!Object.hasOwn(json, name) || kept.some(({ path }) => path[0] === name)) into[name] = value;
  }
  return into;
}
