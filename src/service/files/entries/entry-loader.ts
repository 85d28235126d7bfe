import type { ApplicationCode } from '../../common/application-code.js';
import { ExposedError } from '../../common/exposed-error.js';
import { isJsonObject, type Json, type JsonObject } from '../../common/json.js';
import type { ExposedModel } from '../../model/model.js';
import { ElementRef } from '../../objects/element-ref.js';
import type { PathSegments, PropertyRef } from '../../objects/property-ref.js';
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
import { ValueProblems } from '../pending/value-problems.js';
import { type BoundObject, memberAt } from './bound-object.js';
import type { Entry } from './entry.js';
import type { AppliedMember } from './entry-order.js';

export type Scope = 'scene' | 'project';

const none: readonly PendingReference[] = [];

/** Applies entries to their objects. Each value that cannot be applied yet becomes pending independently. */
export class EntryLoader {
  readonly #model: ExposedModel;
  readonly #code: ApplicationCode;
  readonly #scope: Scope;
  readonly #rejectedValues: RejectedValues;

  constructor(model: ExposedModel, code: ApplicationCode, scope: Scope, rejectedValues: RejectedValues) {
    this.#model = model;
    this.#code = code;
    this.#scope = scope;
    this.#rejectedValues = rejectedValues;
  }

  /**
   * Writes all members of an entry. A value that fails is left unchanged in the object and in the file;
   * an exception of application code affects only its own member.
   * @param json the parsed text of the entry
   * @param isKept true for members that stay unchanged, since a user has edited them
   * @returns the members that were written
   */
  apply(entry: Entry, json: JsonObject, isKept?: (ref: PropertyRef) => boolean): AppliedMember[] {
    const object = entry.object!;
    entry.lacksValue = entry.isInner && this.#valueAt(object, [entry.address!.rest!]) == null;
    const applied: AppliedMember[] = [];
    for (const name of Object.keys(json)) {
      const ref = name.startsWith('@') ? undefined : this.#find(entry, object, name);
      if (ref === undefined || isKept?.(ref)) continue;
      const formerlyPending =
        entry.pending.size === 0 ? none : entry.pending.all.filter(({ entryPath }) => entryPath[0] === name);
      for (const each of formerlyPending) entry.pending.remove(each);
      const ignored = this.#load(entry, ref, json[name]!, [name], ref.ownerPath);
      for (const each of formerlyPending) this.#noteResolved(entry, object, each);
      applied.push({ ref, json: json[name]!, ignored });
    }
    return applied;
  }

  /** Notes the object at a formerly pending path, which becomes pending again if the object is destroyed. */
  #noteResolved(entry: Entry, object: BoundObject, resolved: PendingReference): void {
    const isPending = entry.pending.hasAtOrAbove(resolved.entryPath);
    const value = resolved.isLeftOut || isPending ? undefined : this.#valueAt(object, resolved.objectPath);
    if (typeof value === 'object' && value !== null) entry.pending.noteResolved(resolved, value);
  }

  /** Retries the pending references of an entry. @returns the references that resolved */
  retry(entry: Entry): ResolvedValue[] {
    const { object } = entry;
    if (object === undefined || entry.pending.size === 0) return [];
    const json = entry.text.json();
    const resolved = groupByList(entry.pending.all).flatMap((group) =>
      this.#retryAll(entry, object, json, group),
    );
    return withValues(resolved);
  }

  #retryAll(
    entry: Entry,
    object: BoundObject,
    json: JsonObject,
    group: readonly PendingReference[],
  ): Resolution[] {
    // A reference resolved before may have replaced its whole list.
    const pending = group.filter((each) => entry.pending.has(each));
    if (pending.length === 0) return [];
    return pending.length > 1
      ? this.#retryElements(entry, object, json, pending)
      : this.#retryOne(entry, object, json, pending[0]!);
  }

  #retryOne(entry: Entry, object: BoundObject, json: JsonObject, reference: PendingReference): Resolution[] {
    if (reference.objectPath[0] === '@parent') return [];
    const value = valueAt(json, reference.entryPath);
    if (value === undefined || (reference.isLeftOut && !this.#isKnownType(value))) return [];
    const found = reference.isLeftOut
      ? this.#arrayOf(entry, object, reference, json)
      : this.#retryOf(object, reference, value);
    if (found === undefined) return [];
    this.#own(found.ref);
    entry.pending.remove(reference);
    const before = entry.pending.size;
    this.#load(entry, found.ref, found.json, found.entryPath, found.objectPath, reference);
    return entry.pending.size > before ? [] : [{ reference, ref: found.ref }];
  }

  /** Retries elements of one list, which is read and set once; if the application refuses it, all stay pending. */
  #retryElements(
    entry: Entry,
    object: BoundObject,
    json: JsonObject,
    pending: readonly PendingReference[],
  ): Resolution[] {
    const ref = this.#at(object, firstElement(pending).objectPath);
    if (!(ref instanceof ElementRef)) return [];
    this.#own(ref);
    const list = new PendingElements(this.#model, ref, this.#scope === 'project');
    const read = list.read(json, pending);
    try {
      list.set(read);
    } catch {
      return [];
    }
    return read.flatMap(({ reference: each, unresolved, ref: element }) => {
      entry.pending.remove(each);
      for (const one of unresolved) entry.pending.add(one);
      return unresolved.length > 0 ? [] : { reference: each, ref: element };
    });
  }

  #own({ owner }: PropertyRef): void {
    this.#model.saved.captureUnchanged(owner, owner.member.index);
    this.#model.dirty.captureUnchanged(owner, owner.member.index);
  }

  #retryOf(object: BoundObject, { entryPath, objectPath }: PendingReference, json: Json) {
    const ref = this.#at(object, objectPath);
    return ref && { ref, json, entryPath, objectPath };
  }

  /** Returns the array of an element that was left out, unless the array has changed since. */
  #arrayOf(entry: Entry, object: BoundObject, { entryPath, objectPath }: PendingReference, json: JsonObject) {
    const ref = this.#at(object, objectPath.slice(0, 1));
    const value = json[String(entryPath[0])];
    const isUntouched = ref !== undefined && !this.#model.saved.isChanged(ref.owner, ref.owner.member.index);
    if (!isUntouched || value === undefined || entry.isInner) return undefined;
    for (const each of entry.pending.all) if (each.entryPath[0] === entryPath[0]) entry.pending.remove(each);
    return { ref, json: value, entryPath: entryPath.slice(0, 1), objectPath: objectPath.slice(0, 1) };
  }

  #isKnownType(json: Json): boolean {
    const name = isJsonObject(json) ? json['@type'] : undefined;
    return typeof name === 'string' && this.#model.classes.find(name) !== undefined;
  }

  /** Finds the member of a name; undefined if it does not exist or is of another scope. */
  #find(entry: Entry, object: BoundObject, name: string): PropertyRef | undefined {
    try {
      return this.#memberOf(entry, object, name);
    } catch (error) {
      this.#report(entry, name, error);
      return undefined;
    }
  }

  /** @throws ExposedError if there is none, or a getter on the path throws */
  #memberOf(entry: Entry, object: BoundObject, name: string): PropertyRef | undefined {
    // Members that this application does not have are not errors, and there may be many.
    if (!entry.isInner && object.owner.class.member(name) === undefined) return undefined;
    const ref = memberAt(this.#model, object, entry.isInner ? `${entry.address!.rest}/${name}` : name);
    const { isPersistable, persistScope } = ref.owner.member;
    return isPersistable && persistScope === this.#scope ? ref : undefined;
  }

  #at(object: BoundObject, path: PathSegments): PropertyRef | undefined {
    try {
      return memberAt(this.#model, object, path.join('/'));
    } catch {
      return undefined;
    }
  }

  #valueAt(object: BoundObject, path: PathSegments): unknown {
    try {
      return this.#at(object, path)?.get();
    } catch {
      return undefined;
    }
  }

  /** @returns the values that were left unchanged */
  #load(
    entry: Entry,
    ref: PropertyRef,
    json: Json,
    entryPath: PathSegments,
    objectPath: PathSegments,
    retried?: PendingReference,
  ): AppliedMember['ignored'] {
    const { defaults, writer } = this.#model;
    const value = { entryPath, objectPath, savedPath: retried?.savedPath ?? objectPath };
    const problems = new ValueProblems(value, entry.pending);
    try {
      const members = ref.type.kind === 'leaf' ? undefined : defaults.of(ref.owner);
      writer.load({ ref, json, members, problems, isWhole: this.#scope === 'project' });
    } catch (error) {
      entry.pending.add(retried ?? { ...value, isLeftOut: false });
      if (retried === undefined) this.#report(entry, entryPath.join('/'), error);
    }
    if (retried === undefined)
      for (const { reason } of problems.allIgnored)
        this.#rejectedValues.note(entry.address?.key ?? '', reason);
    return problems.allIgnored;
  }

  /** Reports exceptions of application code; names that this application does not have are not errors. */
  #report({ source }: Entry, name: string, error: unknown): void {
    const where = `Loading ${source}/${name}`;
    if (!(error instanceof ExposedError)) this.#code.report(where, error);
    // A setter or constructor failed; a getter that throws has already been logged by its member.
    else if (error.code === 'function-failed') this.#code.report(where, error.cause ?? error);
  }
}
