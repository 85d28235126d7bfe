import { parseJson } from '../../wire/json.js';
import { ExposedError } from '../exposed-error.js';
import { isJsonObject, type Json, type JsonObject } from '../json.js';
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

/** What a caller may do with a member that it sees. */
interface MemberRights {
  readonly member: ExposedMember;
  /** The names on the way to it. */
  readonly path: string;
  readonly isWritable: boolean;
}

/**
 * What of a body a caller may write. Hidden members are left out, as members that do not exist are ignored; one that may
 * be seen and not written may be there as it is, as in a body that was read before, and is refused otherwise.
 */
export class BodyAuthorizer {
  readonly #guard: Guard;
  readonly #handle: ExposedObjectHandle;
  /** False for the arguments of functions: what they hold is nobody's member yet. */
  readonly #asksForMembers: boolean;
  readonly #rights = new Map<string, (name: string) => MemberRights | undefined>();

  constructor(guard: Guard, handle: ExposedObjectHandle, asksForMembers = true) {
    this.#guard = guard;
    this.#handle = handle;
    this.#asksForMembers = asksForMembers;
  }

  /** A body of members for the object itself. @throws ApiError `not-permitted` */
  members(json: Json): Json {
    // The writer refuses it.
    if (!isJsonObject(json) || compositeForm(json).kind === 'wrong') return json;
    const { class: cls, target } = this.#handle;
    return this.#members(json, [cls], cls, target, '', '');
  }

  /**
   * A value for a place at `members` whose present value is `current`.
   * @param place where it is, with the indexes of elements, which no right speaks of
   * @throws ApiError `not-permitted`; ExposedError `set-failed` for a reference to what may not be seen.
   */
  value(json: Json, type: Type, current: unknown, members: string, place = members): Json {
    const plain = plainType(type);
    if (plain instanceof CompositeType) return this.#composite(json, plain, current, members, place);
    if (!(plain instanceof ArrayType) || !Array.isArray(json)) return json;
    const { element } = plain;
    const items = (Array.isArray(current) ? current : []) as readonly unknown[];
    return json.map((item, i) => this.value(item, element, items[i], members, `${place}/${i}`));
  }

  #composite(json: Json, type: CompositeType, current: unknown, members: string, place: string): Json {
    const { objects, classes } = this.#guard.model;
    const held = typeof current === 'object' && current !== null ? current : undefined;
    const registered = held && objects.byTarget(held);
    // Hidden references are shown as null, and a write answers as if there were null.
    const hidden = registered === undefined || this.#guard.reads(registered) ? undefined : registered;
    const present = hidden === undefined ? held : undefined;
    const form = compositeForm(json);
    if (form.kind === 'null' && hidden !== undefined) return { '@ref': hidden.id };
    if (form.kind === 'null' || form.kind === 'reference') this.#checkReplaced(present, type, members);
    if (form.kind === 'reference') this.#checkReference(form.to, type, place);
    if (form.kind !== 'members') return json;
    const presentClass = present && objects.classOf(present);
    const named = form.json['@type'];
    const wanted = typeof named === 'string' ? classes.find(named) : undefined;
    const declared = type.class;
    const possible = [
      wanted,
      presentClass,
      declared,
      ...(declared ? classes.concreteSubtypes(declared) : []),
    ];
    const isMerged = present !== undefined && (wanted === undefined || wanted === presentClass);
    if (!isMerged) this.#checkReplaced(present, type, members);
    const known = possible.filter((cls) => cls !== undefined);
    const merged = isMerged ? presentClass : undefined;
    const permitted = this.#members(form.json, known, merged, present, members, place);
    return hidden === undefined ? permitted : forNewObject(permitted);
  }

  /** `possible`: every class that the members might be of; `merged`: that of the present object if it stays. */
  #members(
    json: JsonObject,
    possible: readonly ExposedClass[],
    merged: ExposedClass | undefined,
    present: object | undefined,
    above: string,
    placeAbove: string,
  ): JsonObject {
    const permitted: JsonObject = {};
    const rightsOf = this.#rightsOf(possible, above);
    for (const given of Object.keys(json)) {
      const value = json[given]!;
      if (given.startsWith('@')) {
        permitted[given] = value;
        continue;
      }
      const rights = rightsOf(given);
      if (rights === undefined) continue;
      const { member, path } = rights;
      const own = merged?.member(given);
      const current = own !== undefined && present !== undefined ? own.get(present) : undefined;
      if (rights.isWritable) {
        const place = placeAbove === '' ? member.name : `${placeAbove}/${member.name}`;
        permitted[given] = this.value(value, (own ?? member).type, current, path, place);
      } else if (own === undefined || !this.#isAsShown(value, own.type, current, path)) {
        throw notPermitted(path);
      }
    }
    return permitted;
  }

  /** What is asked of the members of some classes at a place: once of each, however many objects have them. */
  #rightsOf(possible: readonly ExposedClass[], above: string): (name: string) => MemberRights | undefined {
    const place = `${possible.map((cls) => cls.name).join()} ${above}`;
    let rightsOf = this.#rights.get(place);
    if (rightsOf === undefined) {
      const known = new Map<string, MemberRights | undefined>();
      rightsOf = (name) => {
        if (!known.has(name)) known.set(name, this.#rightsOfMember(name, possible, above));
        return known.get(name);
      };
      this.#rights.set(place, rightsOf);
    }
    return rightsOf;
  }

  /** Undefined for what is hidden, and for what is no member: it is ignored, and has no business here: `__proto__` would change what the rest says. */
  #rightsOfMember(given: string, possible: readonly ExposedClass[], above: string): MemberRights | undefined {
    const candidates = possible.flatMap((cls) => cls.member(given) ?? []);
    const [member] = candidates;
    if (member === undefined) return undefined;
    const pathOf = ({ name }: ExposedMember) => (above === '' ? name : `${above}/${name}`);
    const paths = new Set(candidates.map(pathOf));
    if (!this.#asks(paths, (path) => this.#guard.readsMember(this.#handle, path))) return undefined;
    const isWritable = this.#asks(paths, (each) => this.#guard.writesMember(this.#handle, each));
    return { member, path: pathOf(member), isWritable };
  }

  #asks(paths: ReadonlySet<string>, ask: (path: string) => boolean): boolean {
    return !this.#asksForMembers || [...paths].every(ask);
  }

  /** True for a value that the caller was shown, whole or as a stub. */
  #isAsShown(json: Json, type: Type, current: unknown, members: string): boolean {
    if (plainType(type) instanceof CompositeType && compositeForm(json).kind === 'stub') return true;
    const text = type.write(current, Number.POSITIVE_INFINITY);
    const visible = redactValue(this.#guard, this.#handle, members, type, text);
    return isSame(json, parseJson(visible));
  }

  /** An inline composite that another value takes the place of is lost with all that it holds. */
  #checkReplaced(present: object | undefined, type: CompositeType, members: string): void {
    if (present !== undefined) requireWriteOfValue(this.#guard, this.#handle, members, type, present);
  }

  /** What is hidden and what does not exist are refused here both, so that no answer tells one from the other. */
  #checkReference(reference: Json, type: CompositeType, place: string): void {
    if (this.#guard.readsAll) return;
    const { objects } = this.#guard.model;
    const target = objects.resolveReference(String(reference));
    const handle = target && objects.byTarget(target);
    if (handle !== undefined && this.#guard.reads(handle)) return;
    const refused = notConvertible(place, `{"@ref"} of an exposed ${type.name}`, reference);
    if (this.#asksForMembers) throw refused;
    throw new ExposedError('invalid-request', `argument ${refused.message}`);
  }
}

/**
 * Requires that a place may be written with everything in it: a reset sets it all.
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
    if (!guard.readsMember(handle, path) || !guard.writesMember(handle, path)) throw notPermitted(members);
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
  if (access.write === true && guard.readsAll) return;
  look(members, type);
}

/**
 * Requires that everything that a value holds inline may be written: for one that is lost.
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
      if (!guard.readsMember(handle, inner) || !guard.writesMember(handle, inner))
        throw notPermitted(members);
      look(inner, member.type, member.get(held));
    }
    above.delete(held);
  };
  if (guard.access.write !== true || !guard.readsAll) look(members, type, value);
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => isSame(item, b[i]));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return a === b;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => isSame(a[name], b[name]));
}
