import { type Load, prepared, preparedInSlices } from '../../access/loads/loads.js';
import type { Prepared } from '../../access/loads/prepared.js';
import type { ApplicationCode } from '../../application-code.js';
import { ExposedError } from '../../exposed-error.js';
import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import type { ExposedModel } from '../../model.js';
import { ElementRef } from '../../objects/element-ref.js';
import type { PropertyRef, Steps } from '../../objects/property-ref.js';
import { type FileProblems, stepsTo } from '../../types/type.js';
import type { Entry } from '../entries/entry.js';
import type { SaidMember } from '../entries/entry-order.js';
import { memberAt, type Place } from '../entries/place.js';
import { type Steps as InSteps, unmeasured } from '../incremental.js';
import { problemsOf } from '../pending/file-problems.js';
import {
  type CameIn,
  inLists,
  lowest,
  PendingElements,
  type ResolvedReference,
  withValues,
} from '../pending/pending-elements.js';
import { type PendingReference, valueAt } from '../pending/pending-references.js';
import type { RejectedValues } from '../pending/rejected-values.js';

export type Scope = 'scene' | 'project';

/** What an entry is to set. */
export interface PreparedEntry {
  readonly prepared: Prepared;
  /** The members that it has. */
  readonly refs: readonly PropertyRef[];
  /** What waits then. */
  readonly waiting: readonly PendingReference[];
}

/** Gives objects what entries say of them. What cannot be given yet waits, each value by itself. */
export class EntryLoader {
  readonly #model: ExposedModel;
  readonly #code: ApplicationCode;
  readonly #scope: Scope;
  readonly #rejectedValues: RejectedValues;

  constructor(model: ExposedModel, code: ApplicationCode, scope: Scope, notTaken: RejectedValues) {
    this.#model = model;
    this.#code = code;
    this.#scope = scope;
    this.#rejectedValues = notTaken;
  }

  /**
   * Writes all members of an entry. What fails is left as it is, and the file keeps what it holds for it: what
   * application code throws costs its own member alone.
   * @param isLeft members that stay as they are: a user has edited them
   * @returns what it says of the members that were written
   */
  apply(entry: Entry, isLeft: (ref: PropertyRef) => boolean = () => false): SaidMember[] {
    const place = entry.place!;
    const json = entry.text.json();
    entry.lacksPlace = entry.isInner && this.#valueAt(place, [entry.address!.rest!]) == null;
    return Object.keys(json).flatMap((name) => {
      if (name.startsWith('@')) return [];
      const ref = this.#find(entry, place, name);
      if (ref === undefined || isLeft(ref)) return [];
      const waited = entry.waiting.all.filter(({ file }) => file[0] === name);
      for (const each of waited) entry.waiting.remove(each);
      const ignored = this.#load(entry, ref, json[name]!, [name], ref.unitPath);
      for (const each of waited) this.#noteCome(entry, place, each);
      return [{ ref, json: json[name]!, ignored }];
    });
  }

  /** What a place has waited for may be there now, and go again. */
  #noteCome(entry: Entry, place: Place, waited: PendingReference): void {
    const waits = entry.waiting.waitsAtOrAbove(waited.file);
    const value = waited.isLeftOut || waits ? undefined : this.#valueAt(place, waited.place);
    if (typeof value === 'object' && value !== null) entry.waiting.hasCome(waited, value);
  }

  /**
   * What `apply` would set, where that can be worked out beforehand; undefined where it has to be applied to be known, or
   * fails, which is told then.
   */
  prepare(entry: Entry, place: Place): PreparedEntry | undefined {
    if (!canBePrepared(entry, place)) return undefined;
    const json = entry.text.json();
    try {
      const { loads, waiting } = this.#loadsOf(entry, place, json);
      return preparedOf(loads, waiting, prepared(loads));
    } catch {
      return undefined;
    }
  }

  /** The same in steps between which the object must not change. */
  *prepareInSteps(entry: Entry, place: Place): InSteps<PreparedEntry | undefined> {
    if (!canBePrepared(entry, place)) return undefined;
    const json = entry.text.json();
    try {
      const { loads, waiting } = this.#loadsOf(entry, place, json);
      return preparedOf(loads, waiting, yield* unmeasured(preparedInSlices(loads)));
    } catch {
      return undefined;
    }
  }

  /** `waiting` is filled while they are prepared. @throws ExposedError */
  #loadsOf(entry: Entry, place: Place, json: JsonObject) {
    const loads: Load[] = [];
    const waiting: PendingReference[] = [];
    for (const name of Object.keys(json)) {
      const ref = name.startsWith('@') ? undefined : this.#memberOf(entry, place, name);
      if (ref === undefined) continue;
      const members = this.#model.defaults.of(ref.unit);
      const problems: FileProblems = {
        ...problemsOf([name], ref.unitPath, undefined, (each) => void waiting.push(each)),
        ignored: (_at, reason) => this.#rejectedValues.note(place.handle.sourceKey ?? '', reason),
      };
      loads.push({ ref, json: json[name]!, members, problems, isWhole: this.#scope === 'project' });
    }
    return { loads, waiting };
  }

  /** Tries again what waits, and that alone. @returns where something has come */
  retry(entry: Entry): CameIn[] {
    const { place } = entry;
    if (place === undefined || entry.waiting.size === 0) return [];
    const json = entry.text.json();
    const come = inLists(entry.waiting.all).flatMap((waiting) => this.#retryAll(entry, place, json, waiting));
    return withValues(come);
  }

  #retryAll(
    entry: Entry,
    place: Place,
    json: JsonObject,
    tried: readonly PendingReference[],
  ): ResolvedReference[] {
    // What came before may have brought its whole list anew.
    const waiting = tried.filter((each) => entry.waiting.has(each));
    if (waiting.length === 0) return [];
    return waiting.length > 1
      ? this.#retryElements(entry, place, json, waiting)
      : this.#retryOne(entry, place, json, waiting[0]!);
  }

  #retryOne(entry: Entry, place: Place, json: JsonObject, waiting: PendingReference): ResolvedReference[] {
    if (waiting.place[0] === '@parent') return [];
    const value = valueAt(json, waiting.file);
    if (value === undefined || (waiting.isLeftOut && !this.#isKnown(value))) return [];
    const found = waiting.isLeftOut
      ? this.#arrayOf(entry, place, waiting, json)
      : this.#retryOf(place, waiting, value);
    if (found === undefined) return [];
    this.#own(found.ref);
    entry.waiting.remove(waiting);
    const before = entry.waiting.size;
    this.#load(entry, found.ref, found.json, found.file, found.place, waiting);
    return entry.waiting.size > before ? [] : [{ waiting, ref: found.ref }];
  }

  /** Elements of one list: that is read once, and set once, for all of them that have come. */
  #retryElements(
    entry: Entry,
    place: Place,
    json: JsonObject,
    waiting: readonly PendingReference[],
  ): ResolvedReference[] {
    const ref = this.#at(place, lowest(waiting).place);
    if (!(ref instanceof ElementRef)) return [];
    this.#own(ref);
    const list = new PendingElements(this.#model, ref, this.#scope === 'project');
    const read = list.read(json, waiting);
    try {
      list.set(read);
    } catch {
      // One of them may be what the application does not take: that alone goes on waiting.
      const all = read.map((each) => each.waiting);
      if (all.length === 1) return [];
      const half = all.length >> 1;
      return [all.slice(0, half), all.slice(half)].flatMap((some) =>
        this.#retryAll(entry, place, json, some),
      );
    }
    return read.flatMap(({ waiting: each, unresolved, ref: element }) => {
      entry.waiting.remove(each);
      for (const one of unresolved) entry.waiting.add(one);
      return unresolved.length > 0 ? [] : { waiting: each, ref: element };
    });
  }

  #own({ unit }: PropertyRef): void {
    this.#model.saved.own(unit, unit.member.index);
    this.#model.dirty.own(unit, unit.member.index);
  }

  #retryOf(place: Place, { file, place: model }: PendingReference, json: Json) {
    const ref = this.#at(place, model);
    return ref && { ref, json, file, place: model };
  }

  /** An element that was left out comes with its array, unless somebody has changed that meanwhile. */
  #arrayOf(entry: Entry, place: Place, { file, place: model }: PendingReference, json: JsonObject) {
    const ref = this.#at(place, model.slice(0, 1));
    const value = json[String(file[0])];
    const isUntouched = ref !== undefined && !this.#model.saved.isChanged(ref.unit, ref.unit.member.index);
    if (!isUntouched || value === undefined || entry.isInner) return undefined;
    for (const each of entry.waiting.all) if (each.file[0] === file[0]) entry.waiting.remove(each);
    return { ref, json: value, file: file.slice(0, 1), place: model.slice(0, 1) };
  }

  #isKnown(json: Json): boolean {
    const name = isJsonObject(json) ? json['@type'] : undefined;
    return typeof name === 'string' && this.#model.classes.find(name) !== undefined;
  }

  /** The member of that name, if there is one of the scope; undefined for what means nothing here. */
  #find(entry: Entry, place: Place, name: string): PropertyRef | undefined {
    try {
      return this.#memberOf(entry, place, name);
    } catch (error) {
      this.#report(entry, name, error);
      return undefined;
    }
  }

  /** @throws ExposedError when there is none, or a getter on the way throws */
  #memberOf(entry: Entry, place: Place, name: string): PropertyRef | undefined {
    // Members that this application does not have are no mistake, and may be many.
    if (!entry.isInner && place.unit.class.member(name) === undefined) return undefined;
    const prefix = entry.isInner ? `${entry.address!.rest}/` : '';
    const ref = memberAt(this.#model, place, prefix + name);
    const { isPersistable, persistScope } = ref.unit.member;
    return isPersistable && persistScope === this.#scope ? ref : undefined;
  }

  #at(place: Place, path: Steps): PropertyRef | undefined {
    try {
      return memberAt(this.#model, place, path.join('/'));
    } catch {
      return undefined;
    }
  }

  #valueAt(place: Place, path: Steps): unknown {
    try {
      return this.#at(place, path)?.get();
    } catch {
      return undefined;
    }
  }

  /** @returns the places that were left as they are */
  #load(
    entry: Entry,
    ref: PropertyRef,
    json: Json,
    file: Steps,
    place: Steps,
    again?: PendingReference,
  ): Steps[] {
    const { model, wait } = { model: this.#model, wait: entry.waiting };
    const ignored: Steps[] = [];
    const problems: FileProblems = {
      ...problemsOf(file, place, again, (each) => wait.add(each)),
      ignored: (at, reason) => {
        ignored.push([...place, ...stepsTo(at).model]);
        if (again === undefined) this.#rejectedValues.note(entry.address?.key ?? '', reason);
      },
    };
    try {
      const isWhole = this.#scope === 'project';
      model.writer.load(ref, json, model.defaults.of(ref.unit), problems, 'load', isWhole);
    } catch (error) {
      wait.add(again ?? { file, place, placeInFile: place, isLeftOut: false });
      if (again === undefined) this.#report(entry, file.join('/'), error);
    }
    return ignored;
  }

  /** What the file names and this application does not have is no failure; what its code throws is. */
  #report({ source }: Entry, name: string, error: unknown): void {
    const where = `Loading ${source}/${name}`;
    if (!(error instanceof ExposedError)) this.#code.report(where, error);
    // A getter that throws has been logged by its member.
    else if (error.code === 'function-failed') this.#code.report(where, error.cause ?? error);
  }
}

/** What getters give may be another value once it is applied, of which apps are to be told. */
function canBePrepared(entry: Entry, { unit }: Place): boolean {
  return !entry.isInner && unit.class.members.every(({ isOwned }) => isOwned);
}

function preparedOf(
  loads: readonly Load[],
  waiting: readonly PendingReference[],
  prepared: Prepared | undefined,
): PreparedEntry | undefined {
  return prepared && { prepared, waiting, refs: loads.map(({ ref }) => ref) };
}
