import { parseJson } from '../../wire/json.js';
import { ExposedError } from '../common/exposed-error.js';
import { isJsonObject, type Json, type JsonObject } from '../common/json.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import { ArrayType } from '../types/array.js';
import { CompositeType } from '../types/composite.js';
import type { ExposedClass } from '../types/exposed-class.js';
import type { ExposedMember } from '../types/exposed-member.js';
import { compositeForm, forNewObject } from '../types/graph/composite-form.js';
import { plainType } from '../types/nullable.js';
import type { Type } from '../types/type.js';
import { notConvertible } from '../types/values/value-type.js';
import { type Guard, notPermitted } from './guard.js';
import { redactValue } from './redact.js';

/** The rights of a caller to a member that it may read. */
interface MemberRights {
  readonly member: ExposedMember;
  /** The member names on the path to it. */
  readonly path: string;
  readonly isWritable: boolean;
}

/**
 * Removes members that the caller may not read from a request body, as if they did not exist. A member that the caller
 * may only read is accepted with its present value, as in a body that was read before, and rejected otherwise.
 */
export class BodyAuthorizer {
  readonly #guard: Guard;
  readonly #handle: ExposedObjectHandle;
  /** False for function arguments, whose members do not belong to any object yet. */
  readonly #checksMembers: boolean;
  readonly #rights = new Map<string, Map<string, MemberRights | undefined>>();

  constructor(guard: Guard, handle: ExposedObjectHandle, checksMembers = true) {
    this.#guard = guard;
    this.#handle = handle;
    this.#checksMembers = checksMembers;
  }

  /** Authorizes a body of members of the object itself. @throws ApiError `not-permitted` */
  members(json: Json): Json {
    // The writer rejects other bodies.
    if (!isJsonObject(json) || compositeForm(json).kind === 'wrong') return json;
    const { class: cls, target } = this.#handle;
    return this.#members(json, [cls], cls, target, '', '');
  }

  /**
   * Authorizes a value for a property at `members` whose present value is `current`.
   * @param indexedPath the path with element indexes, which rights do not contain
   * @throws ApiError `not-permitted`; ExposedError `set-failed` for a reference to an object that the caller may
   * not read
   */
  value(json: Json, type: Type, current: unknown, members: string, indexedPath = members): Json {
    const plain = plainType(type);
    if (plain instanceof CompositeType) return this.#composite(json, plain, current, members, indexedPath);
    if (!(plain instanceof ArrayType) || !Array.isArray(json)) return json;
    const { element } = plain;
    const items = (Array.isArray(current) ? current : []) as readonly unknown[];
    return json.map((item, i) => this.value(item, element, items[i], members, `${indexedPath}/${i}`));
  }

  #composite(json: Json, type: CompositeType, current: unknown, members: string, indexedPath: string): Json {
    const { objects, classes } = this.#guard.model;
    const held = typeof current === 'object' && current !== null ? current : undefined;
    const registered = held && objects.byTarget(held);
    // A hidden reference appears as null, so a write behaves as if it were null.
    const hidden = registered === undefined || this.#guard.canRead(registered) ? undefined : registered;
    const present = hidden === undefined ? held : undefined;
    const form = compositeForm(json);
    if (form.kind === 'null' && hidden !== undefined) return { '@ref': hidden.id };
    if (form.kind === 'null' || form.kind === 'reference') this.#requireReplaceable(present, type, members);
    if (form.kind === 'reference') this.#requireReadable(form.to, type, indexedPath);
    if (form.kind !== 'members') return json;
    const presentClass = present && objects.classOf(present);
    const named = form.json['@type'];
    const requestedClass = typeof named === 'string' ? classes.find(named) : undefined;
    const declared = type.class;
    const possible = [
      requestedClass,
      presentClass,
      declared,
      ...(declared ? classes.concreteSubtypes(declared) : []),
    ];
    const isMerged =
      present !== undefined && (requestedClass === undefined || requestedClass === presentClass);
    if (!isMerged) this.#requireReplaceable(present, type, members);
    const known = possible.filter((cls) => cls !== undefined);
    const merged = isMerged ? presentClass : undefined;
    const permitted = this.#members(form.json, known, merged, present, members, indexedPath);
    return hidden === undefined ? permitted : forNewObject(permitted);
  }

  /**
   * Authorizes members. `possible` are all classes that they may belong to; `merged` is the class of the present
   * object if that object stays.
   */
  #members(
    json: JsonObject,
    possible: readonly ExposedClass[],
    merged: ExposedClass | undefined,
    present: object | undefined,
    parentPath: string,
    indexedParentPath: string,
  ): JsonObject {
    const permitted: JsonObject = {};
    const known = this.#knownRights(possible, parentPath);
    for (const given of Object.keys(json)) {
      const value = json[given]!;
      if (given.startsWith('@')) {
        permitted[given] = value;
        continue;
      }
      if (!known.has(given)) known.set(given, this.#findRights(given, possible, parentPath));
      const rights = known.get(given);
      if (rights === undefined) continue;
      const { member, path } = rights;
      const own = merged?.member(given);
      const current = own !== undefined && present !== undefined ? own.get(present) : undefined;
      if (rights.isWritable) {
        const place = indexedParentPath === '' ? member.name : `${indexedParentPath}/${member.name}`;
        permitted[given] = this.value(value, (own ?? member).type, current, path, place);
      } else if (own === undefined || !this.#isUnchanged(value, own.type, current, path)) {
        throw notPermitted(path);
      }
    }
    return permitted;
  }

  /** Returns the cached rights to members of some classes at a path, by member name, since many objects share them. */
  #knownRights(possible: readonly ExposedClass[], parentPath: string): Map<string, MemberRights | undefined> {
    const key = `${possible.map((cls) => cls.name).join()} ${parentPath}`;
    const known = this.#rights.get(key) ?? new Map();
    this.#rights.set(key, known);
    return known;
  }

  /**
   * Returns undefined for hidden members, and for names that are not members, such as `__proto__`; both are
   * ignored.
   */
  #findRights(
    given: string,
    possible: readonly ExposedClass[],
    parentPath: string,
  ): MemberRights | undefined {
    const candidates = possible.flatMap((cls) => cls.member(given) ?? []);
    const [member] = candidates;
    if (member === undefined) return undefined;
    const pathOf = ({ name }: ExposedMember) => (parentPath === '' ? name : `${parentPath}/${name}`);
    const paths = new Set(candidates.map(pathOf));
    if (!this.#allows(paths, (path) => this.#guard.canReadMember(this.#handle, path))) return undefined;
    const isWritable = this.#allows(paths, (each) => this.#guard.canWriteMember(this.#handle, each));
    return { member, path: pathOf(member), isWritable };
  }

  #allows(paths: ReadonlySet<string>, ask: (path: string) => boolean): boolean {
    return !this.#checksMembers || [...paths].every(ask);
  }

  /** True if the value is what the caller would read, completely or as a stub. */
  #isUnchanged(json: Json, type: Type, current: unknown, members: string): boolean {
    if (plainType(type) instanceof CompositeType && compositeForm(json).kind === 'stub') return true;
    const text = type.write(current, Number.POSITIVE_INFINITY);
    const visible = redactValue(this.#guard, this.#handle, members, text);
    return isSame(json, parseJson(visible));
  }

  /** Requires write access to everything in an inline composite that is replaced. */
  #requireReplaceable(present: object | undefined, type: CompositeType, members: string): void {
    if (present !== undefined) requireWriteOfValue(this.#guard, this.#handle, members, type, present);
  }

  /** Rejects hidden and missing objects alike, so that the response does not reveal which one it is. */
  #requireReadable(reference: Json, type: CompositeType, place: string): void {
    if (this.#guard.canReadAll) return;
    const { objects } = this.#guard.model;
    const target = objects.resolveReference(String(reference));
    const handle = target && objects.byTarget(target);
    if (handle !== undefined && this.#guard.canRead(handle)) return;
    const refused = notConvertible(place, `{"@ref"} of an exposed ${type.name}`, reference);
    if (this.#checksMembers) throw refused;
    throw new ExposedError('invalid-request', `argument ${refused.message}`);
  }
}

/**
 * Requires write access to a property and everything in it, since a reset sets it all.
 * @throws ApiError `not-permitted`
 */
export function requireWriteOfAll(
  guard: Guard,
  handle: ExposedObjectHandle,
  members: string,
  type: Type,
): void {
  const { access, model } = guard;
  const seen = new Set<ExposedClass>();
  const look = (path: string, each: Type): void => {
    if (!guard.canReadMember(handle, path) || !guard.canWriteMember(handle, path))
      throw notPermitted(members);
    const plain = plainType(each);
    if (plain instanceof ArrayType) return look(path, plain.element);
    if (!(plain instanceof CompositeType) || plain.class === undefined || plain.isReference) return;
    for (const cls of [plain.class, ...model.classes.concreteSubtypes(plain.class)]) {
      if (seen.has(cls)) continue;
      seen.add(cls);
      for (const member of cls.members) look(`${path}/${member.name}`, member.type);
      seen.delete(cls);
    }
  };
  if (access.write === true && guard.canReadAll) return;
  look(members, type);
}

/**
 * Requires write access to everything that a value contains inline, before the value is lost.
 * @throws ApiError `not-permitted`
 */
export function requireWriteOfValue(
  guard: Guard,
  handle: ExposedObjectHandle,
  members: string,
  type: Type,
  value: unknown,
): void {
  const { objects } = guard.model;
  const above = new Set<object>();
  const look = (path: string, each: Type, held: unknown): void => {
    const plain = plainType(each);
    if (plain instanceof ArrayType) {
      for (const item of Array.isArray(held) ? held : []) look(path, plain.element, item);
      return;
    }
    if (!(plain instanceof CompositeType) || plain.isReference) return;
    if (typeof held !== 'object' || held === null || above.has(held)) return;
    if (objects.byTarget(held) !== undefined) return;
    above.add(held);
    for (const member of (objects.classOf(held) ?? plain.class)?.members ?? []) {
      const inner = `${path}/${member.name}`;
      if (!guard.canReadMember(handle, inner) || !guard.canWriteMember(handle, inner))
        throw notPermitted(members);
      look(inner, member.type, member.get(held));
    }
    above.delete(held);
  };
  if (guard.access.write !== true || !guard.canReadAll) look(members, type, value);
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => isSame(item, b[i]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return a === b;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => isSame(a[name], b[name]));
}
