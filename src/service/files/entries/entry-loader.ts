import type { ApplicationCode } from '../../common/application-code.js';
import { ExposedError } from '../../common/exposed-error.js';
import { isJsonObject, type Json, type JsonObject } from '../../common/json.js';
import type { ExposedModel } from '../../model/model.js';
import { ElementRef } from '../../objects/element-ref.js';
import type { PathSegments, PropertyRef } from '../../objects/property-ref.js';
import { type FileProblems, stepsTo } from '../../types/type.js';
import { problemsOf } from '../pending/file-problems.js';
import {
  firstElement,
  groupByList,
  PendingElements,
  type Resolution,
  type ResolvedValue,
  withValues,
} from '../pending/pending-elements.js';
import { type PendingReference, valueAt } from '../pending/pending-references.js';
import type { RejectedValues } from '../pending/rejected-values.js';
import type { Entry } from './entry.js';
import type { AppliedMember } from './entry-order.js';
import { memberAt, type ObjectPlace } from './place.js';

export type Scope = 'scene' | 'project';

const none: readonly PendingReference[] = [];

/** Applies entries to their objects. Each value that cannot be applied yet becomes pending independently. */
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
   * Writes all members of an entry. A value that fails is left unchanged in the object and in the file;
   * an exception of application code affects only its own member.
   * @param isLeft true for members that stay unchanged, since a user has edited them
   * @returns the members that were written
   */
  apply(entry: Entry, isKept: (ref: PropertyRef) => boolean = () => false): AppliedMember[] {
    const place = entry.place!;
    const json = entry.text.json();
    entry.lacksPlace = entry.isInner && this.#valueAt(place, [entry.address!.rest!]) == null;
    const applied: AppliedMember[] = [];
    for (const name of Object.keys(json)) {
      const ref = name.startsWith('@') ? undefined : this.#find(entry, place, name);
      if (ref === undefined || isKept(ref)) continue;
      const formerlyPending =
        entry.pending.size === 0 ? none : entry.pending.all.filter(({ file }) => file[0] === name);
      for (const each of formerlyPending) entry.pending.remove(each);
      const ignored = this.#load(entry, ref, json[name]!, [name], ref.ownerPath);
      for (const each of formerlyPending) this.#noteResolved(entry, place, each);
      applied.push({ ref, json: json[name]!, ignored });
    }
    return applied;
  }

  /** Notes the object at a formerly pending path, which may be destroyed again. */
  #noteResolved(entry: Entry, place: ObjectPlace, resolved: PendingReference): void {
    const isPending = entry.pending.hasAtOrAbove(resolved.file);
    const value = resolved.isLeftOut || isPending ? undefined : this.#valueAt(place, resolved.place);
    if (typeof value === 'object' && value !== null) entry.pending.noteResolved(resolved, value);
  }

  /** Retries the pending references of an entry. @returns the references that resolved */
  retry(entry: Entry): ResolvedValue[] {
    const { place } = entry;
    if (place === undefined || entry.pending.size === 0) return [];
    const json = entry.text.json();
    const resolved = groupByList(entry.pending.all).flatMap((group) =>
      this.#retryAll(entry, place, json, group),
    );
    return withValues(resolved);
  }

  #retryAll(
    entry: Entry,
    place: ObjectPlace,
    json: JsonObject,
    group: readonly PendingReference[],
  ): Resolution[] {
    // A reference resolved before may have replaced its whole list.
    const pending = group.filter((each) => entry.pending.has(each));
    if (pending.length === 0) return [];
    return pending.length > 1
      ? this.#retryElements(entry, place, json, pending)
      : this.#retryOne(entry, place, json, pending[0]!);
  }

  #retryOne(entry: Entry, place: ObjectPlace, json: JsonObject, reference: PendingReference): Resolution[] {
    if (reference.place[0] === '@parent') return [];
    const value = valueAt(json, reference.file);
    if (value === undefined || (reference.isLeftOut && !this.#isKnownType(value))) return [];
    const found = reference.isLeftOut
      ? this.#arrayOf(entry, place, reference, json)
      : this.#retryOf(place, reference, value);
    if (found === undefined) return [];
    this.#own(found.ref);
    entry.pending.remove(reference);
    const before = entry.pending.size;
    this.#load(entry, found.ref, found.json, found.file, found.place, reference);
    return entry.pending.size > before ? [] : [{ reference, ref: found.ref }];
  }

  /** Retries elements of one list, which is read once and set once for all that resolve. */
  #retryElements(
    entry: Entry,
    place: ObjectPlace,
    json: JsonObject,
    pending: readonly PendingReference[],
  ): Resolution[] {
    const ref = this.#at(place, firstElement(pending).place);
    if (!(ref instanceof ElementRef)) return [];
    this.#own(ref);
    const list = new PendingElements(this.#model, ref, this.#scope === 'project');
    const read = list.read(json, pending);
    try {
      list.set(read);
    } catch {
      // The application may reject only one of them, so the halves are retried separately.
      const all = read.map((each) => each.reference);
      if (all.length === 1) return [];
      const half = all.length >> 1;
      return [all.slice(0, half), all.slice(half)].flatMap((some) =>
        this.#retryAll(entry, place, json, some),
      );
    }
    return read.flatMap(({ reference: each, unresolved, ref: element }) => {
      entry.pending.remove(each);
      for (const one of unresolved) entry.pending.add(one);
      return unresolved.length > 0 ? [] : { reference: each, ref: element };
    });
  }

  #own({ owner }: PropertyRef): void {
    this.#model.saved.captureBaseline(owner, owner.member.index);
    this.#model.dirty.captureBaseline(owner, owner.member.index);
  }

  #retryOf(place: ObjectPlace, { file, place: model }: PendingReference, json: Json) {
    const ref = this.#at(place, model);
    return ref && { ref, json, file, place: model };
  }

  /** Returns the array of an element that was left out, unless the array has changed since. */
  #arrayOf(entry: Entry, place: ObjectPlace, { file, place: model }: PendingReference, json: JsonObject) {
    const ref = this.#at(place, model.slice(0, 1));
    const value = json[String(file[0])];
    const isUntouched = ref !== undefined && !this.#model.saved.isChanged(ref.owner, ref.owner.member.index);
    if (!isUntouched || value === undefined || entry.isInner) return undefined;
    for (const each of entry.pending.all) if (each.file[0] === file[0]) entry.pending.remove(each);
    return { ref, json: value, file: file.slice(0, 1), place: model.slice(0, 1) };
  }

  #isKnownType(json: Json): boolean {
    const name = isJsonObject(json) ? json['@type'] : undefined;
    return typeof name === 'string' && this.#model.classes.find(name) !== undefined;
  }

  /** Finds the member of a name; undefined if it does not exist or is of another scope. */
  #find(entry: Entry, place: ObjectPlace, name: string): PropertyRef | undefined {
    try {
      return this.#memberOf(entry, place, name);
    } catch (error) {
      this.#report(entry, name, error);
      return undefined;
    }
  }

  /** @throws ExposedError if there is none, or a getter on the path throws */
  #memberOf(entry: Entry, place: ObjectPlace, name: string): PropertyRef | undefined {
    // Members that this application does not have are not errors, and there may be many.
    if (!entry.isInner && place.owner.class.member(name) === undefined) return undefined;
    const prefix = entry.isInner ? `${entry.address!.rest}/` : '';
    const ref = memberAt(this.#model, place, prefix + name);
    const { isPersistable, persistScope } = ref.owner.member;
    return isPersistable && persistScope === this.#scope ? ref : undefined;
  }

  #at(place: ObjectPlace, path: PathSegments): PropertyRef | undefined {
    try {
      return memberAt(this.#model, place, path.join('/'));
    } catch {
      return undefined;
    }
  }

  #valueAt(place: ObjectPlace, path: PathSegments): unknown {
    try {
      return this.#at(place, path)?.get();
    } catch {
      return undefined;
    }
  }

  /** @returns the paths that were left unchanged */
  #load(
    entry: Entry,
    ref: PropertyRef,
    json: Json,
    file: PathSegments,
    place: PathSegments,
    retried?: PendingReference,
  ): PathSegments[] {
    const { model, pending } = { model: this.#model, pending: entry.pending };
    const ignored: PathSegments[] = [];
    const problems: FileProblems = {
      ...problemsOf(file, place, retried, (each) => pending.add(each)),
      ignored: (at, reason) => {
        ignored.push([...place, ...stepsTo(at).model]);
        if (retried === undefined) this.#rejectedValues.note(entry.address?.key ?? '', reason);
      },
    };
    try {
      const members = model.defaults.of(ref.owner);
      model.writer.load({ ref, json, members, problems, isWhole: this.#scope === 'project' });
    } catch (error) {
      pending.add(retried ?? { file, place, placeInFile: place, isLeftOut: false });
      if (retried === undefined) this.#report(entry, file.join('/'), error);
    }
    return ignored;
  }

  /** Reports exceptions of application code; names that this application does not have are not errors. */
  #report({ source }: Entry, name: string, error: unknown): void {
    const where = `Loading ${source}/${name}`;
    if (!(error instanceof ExposedError)) this.#code.report(where, error);
    // The member has already logged a getter that throws.
    else if (error.code === 'function-failed') this.#code.report(where, error.cause ?? error);
  }
}
