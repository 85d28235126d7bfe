import { ExposedError } from '../exposed-error.js';
import { isJsonObject, type Json, type JsonObject } from '../json.js';
import type { TypeEnvironment } from './environment.js';
import type { ExposedClass, ExposedMember } from './exposed-class.js';
import type { Plan } from './plan.js';
import { readOrIgnore } from './read-or-ignore.js';
import type { Serializer } from './serializer.js';
import { type FilePlace, inside, type Type, unreadable } from './type.js';
import { notConvertible } from './values/value-type.js';

/** An inline composite as it was when captured: its class and the captures of its persistable members. */
export class CompositeSnapshot {
  readonly class: ExposedClass;
  /** By member index; undefined where the member is not persistable. */
  readonly values: readonly unknown[];

  constructor(cls: ExposedClass, values: readonly unknown[]) {
    this.class = cls;
    this.values = values;
  }
}

/** Inline composites nested deeper than this are compared by identity; only cycles get there. */
const deepestCapture = 256;

/**
 * A class or struct as a member's type: inline unless the value is registered, which makes it a reference. Engine
 * objects are references always: a write takes `{"@ref"}` or null for them.
 */
export class CompositeType implements Type {
  readonly name: string;
  readonly needsCurrent = true;
  readonly #resolve: () => ExposedClass | undefined;
  readonly #environment: TypeEnvironment;
  readonly #serializer: Serializer;
  #depth = 0;

  /** `resolve` gives the class, late so that classes may refer to each other; undefined: any engine object. */
  constructor(
    name: string,
    resolve: () => ExposedClass | undefined,
    environment: TypeEnvironment,
    serializer: Serializer,
  ) {
    this.name = name;
    this.#resolve = resolve;
    this.#environment = environment;
    this.#serializer = serializer;
  }

  /** The declared class; undefined for "any engine object". */
  get class(): ExposedClass | undefined {
    return this.#resolve();
  }

  get isReference(): boolean {
    return this.class?.isEngineClass ?? true;
  }

  get keepable(): boolean {
    return this.#environment.classes.keepable(this.class);
  }

  defaultValue(): unknown {
    return this.isReference ? null : this.#fresh(this.#concrete('its default', 'set-failed'));
  }

  /** What is appended to an array when no value is given: the first concrete subtype (END-17). */
  freshElement(where: string): unknown {
    if (this.isReference) return null;
    return this.#fresh(this.#concrete(where, 'append-failed'));
  }

  read(json: Json, current: unknown, plan: Plan, where: string): unknown {
    if (json === null && this.isReference) return null;
    const declared = this.class;
    if (!isJsonObject(json)) {
      throw notConvertible(where, this.isReference ? `{"@ref"} of a ${this.name} or null` : this.name, json);
    }
    if (Object.hasOwn(json, '@ref')) return this.#readReference(json['@ref'], where);
    // A stub in a body leaves the child as it is (DEP-11).
    if (json['@truncated'] === true && current != null) return current;
    const present = current != null && this.#isInline(current as object) ? (current as object) : undefined;
    const presentClass = present && (this.#environment.classes.classOf(present) ?? declared);
    const wanted = this.#wantedClass(json, where);
    if (present !== undefined && (wanted === undefined || wanted === presentClass)) {
      this.#merge(present, presentClass!, json, plan, where);
      return present;
    }
    if (this.isReference) throw notConvertible(where, `{"@ref"} of a ${this.name} or null`, json);
    const cls = wanted ?? this.#concrete(where, 'set-failed');
    const fresh = this.#fresh(cls);
    this.#merge(fresh, cls, json, plan, where);
    return fresh;
  }

  write(value: unknown, remaining: number): string {
    return value == null ? 'null' : this.#serializer.child(value as object, this.class, remaining);
  }

  equal(a: unknown, b: unknown): boolean {
    return (a ?? null) === (b ?? null);
  }

  capture(value: unknown): unknown {
    if (value == null || this.#environment.objects.isDestroyed(value as object)) return null;
    const cls = this.#inlineClass(value as object);
    if (cls === undefined || this.#depth >= deepestCapture) return value;
    return this.#deeper(
      () =>
        new CompositeSnapshot(
          cls,
          cls.members.map((m) => (m.isPersistable ? m.type.capture(m.get(value as object)) : undefined)),
        ),
    );
  }

  same(value: unknown, snapshot: unknown): boolean {
    const target = value == null || this.#environment.objects.isDestroyed(value as object) ? null : value;
    if (!(snapshot instanceof CompositeSnapshot) || target === null) return target === (snapshot ?? null);
    const cls = this.#inlineClass(target);
    if (cls !== snapshot.class) return false;
    return cls.members.every(
      (m) => !m.isPersistable || m.type.same(m.get(target as object), snapshot.values[m.index]),
    );
  }

  restore(snapshot: unknown, current: unknown, plan: Plan): unknown {
    if (!(snapshot instanceof CompositeSnapshot)) {
      return snapshot != null && this.#environment.objects.isDestroyed(snapshot as object) ? null : snapshot;
    }
    const reusable = current != null && this.#inlineClass(current as object) === snapshot.class;
    if (!reusable && this.isReference) return current ?? null;
    const target = reusable ? (current as object) : this.#fresh(snapshot.class);
    for (const member of snapshot.class.members) {
      if (!member.isPersistable) continue;
      const value = member.type.restore(snapshot.values[member.index], member.get(target), plan);
      plan.assign(target, member, value);
    }
    return target;
  }

  persist(value: unknown): Json | undefined {
    if (value == null) return null;
    const target = value as object;
    // What has died is skipped, not written as null (LSC-12).
    if (this.#environment.objects.isDestroyed(target)) return undefined;
    const cls = this.#inlineClass(target);
    if (cls === undefined || this.#depth >= deepestCapture) {
      const key = this.#environment.objects.fileKey(target);
      return key === undefined ? undefined : { '@ref': key };
    }
    return this.#deeper(() => ({ '@type': cls.name, ...this.#members(cls, target, undefined) }));
  }

  delta(value: unknown, snapshot: unknown): Json | undefined {
    if (snapshot !== undefined && this.same(value, snapshot)) return undefined;
    const isInline = value != null && snapshot instanceof CompositeSnapshot;
    if (!isInline || this.#inlineClass(value as object) !== snapshot.class) return this.persist(value);
    const members = this.#deeper(() => this.#members(snapshot.class, value as object, snapshot));
    return Object.keys(members).length === 0 ? undefined : members;
  }

  readDelta(json: Json, current: unknown, snapshot: unknown, plan: Plan, at: FilePlace): unknown {
    if (json === null) return this.isReference || current == null ? null : unreadable;
    if (!isJsonObject(json)) {
      at.problems.ignored(at.path, notConvertible(at.path, this.name, json).message);
      return unreadable;
    }
    if (Object.hasOwn(json, '@ref')) return this.#readFileReference(json['@ref'], at);
    const cls = readOrIgnore(at, () => this.#wantedClass(json, at.path));
    if (cls === unreadable) return unreadable;
    const wanted = cls as ExposedClass | undefined;
    const present = current != null && this.#isInline(current as object) ? (current as object) : undefined;
    const presentClass = present && this.#inlineClass(present);
    if (present !== undefined && presentClass !== undefined && (wanted ?? presentClass) === presentClass) {
      const before =
        snapshot instanceof CompositeSnapshot && snapshot.class === presentClass ? snapshot : undefined;
      this.#mergeDelta(present, presentClass, json, before, plan, at);
      return present;
    }
    if (this.isReference) {
      at.problems.unresolved(at.path);
      return unreadable;
    }
    const fresh = readOrIgnore(at, () => this.#fresh(wanted ?? this.#concrete(at.path, 'set-failed')));
    if (fresh === unreadable) return unreadable;
    const freshClass = this.#inlineClass(fresh as object)!;
    this.#mergeDelta(fresh as object, freshClass, json, undefined, plan, at);
    return fresh;
  }

  #readFileReference(reference: Json | undefined, at: FilePlace): unknown {
    try {
      return this.#readReference(reference, at.path);
    } catch (error) {
      if (!(error instanceof ExposedError)) throw error;
      at.problems.unresolved(at.path);
      return unreadable;
    }
  }

  #mergeDelta(
    target: object,
    cls: ExposedClass,
    json: JsonObject,
    before: CompositeSnapshot | undefined,
    plan: Plan,
    at: FilePlace,
  ): void {
    for (const [name, each] of Object.entries(json)) {
      const member = name.startsWith('@') ? undefined : cls.member(name);
      if (member === undefined || !member.isPersistable) continue;
      const snapshot = before?.values[member.index];
      const value = member.type.readDelta(each, member.get(target), snapshot, plan, inside(at, member.name));
      if (value !== unreadable) plan.assign(target, member, value);
    }
  }

  /** The persistable members, whole without a snapshot, else those that differ from it. */
  #members(cls: ExposedClass, target: object, snapshot: CompositeSnapshot | undefined): JsonObject {
    const members: JsonObject = {};
    for (const { isPersistable, type, get, name, index } of cls.members) {
      if (!isPersistable) continue;
      const value = get(target);
      const json = snapshot === undefined ? type.persist(value) : type.delta(value, snapshot.values[index]);
      if (json !== undefined) members[name] = json;
    }
    return members;
  }

  #deeper<T>(action: () => T): T {
    this.#depth++;
    try {
      return action();
    } finally {
      this.#depth--;
    }
  }

  #readReference(reference: Json | undefined, where: string): unknown {
    if (reference === null) return null;
    const text =
      typeof reference === 'number' || typeof reference === 'bigint' ? String(reference) : reference;
    const target = typeof text === 'string' ? this.#environment.objects.resolveReference(text) : undefined;
    if (target === undefined) throw notConvertible(where, `{"@ref"} of an exposed ${this.name}`, reference);
    const cls = this.#environment.objects.classOf(target);
    const declared = this.class;
    if (declared !== undefined && !(cls?.isA(declared) ?? false)) {
      throw new ExposedError(
        'set-failed',
        `${where}: expected a reference to ${this.name}, got one to ${cls?.name ?? 'an object that is not exposed'}`,
      );
    }
    return target;
  }

  /** The class that the body names, checked; undefined when it names none. */
  #wantedClass(json: JsonObject, where: string): ExposedClass | undefined {
    const name = json['@type'];
    if (name === undefined) return undefined;
    const cls = typeof name === 'string' ? this.#environment.classes.find(name) : undefined;
    if (cls === undefined) throw notConvertible(where, 'the @type of an exposed class', name);
    const declared = this.class;
    if (declared !== undefined && !cls.isA(declared)) throw notConvertible(where, `a ${this.name}`, name);
    if (cls.isAbstract) throw notConvertible(where, `a concrete class, and ${cls.name} is abstract`, name);
    return cls;
  }

  #merge(target: object, cls: ExposedClass, json: JsonObject, plan: Plan, where: string): void {
    for (const name of Object.keys(json)) {
      if (name.startsWith('@')) continue;
      const member = cls.member(name);
      if (member !== undefined) mergeMember(target, member, json[name]!, plan, `${where}/${member.name}`);
    }
  }

  #isInline(target: object): boolean {
    const { objects } = this.#environment;
    return !objects.isDestroyed(target) && objects.reference(target) === undefined;
  }

  /** The class of an inline value; undefined for a reference. */
  classOfInline(target: object): ExposedClass | undefined {
    return this.#inlineClass(target);
  }

  #inlineClass(target: object): ExposedClass | undefined {
    return this.#isInline(target) ? (this.#environment.classes.classOf(target) ?? this.class) : undefined;
  }

  #concrete(where: string, code: 'set-failed' | 'append-failed'): ExposedClass {
    const declared = this.class;
    const cls = declared?.isAbstract ? this.#environment.classes.concreteSubtypes(declared)[0] : declared;
    if (cls === undefined)
      throw new ExposedError(code, `${where}: ${this.name} has no concrete exposed subtype`);
    return cls;
  }

  #fresh(cls: ExposedClass): object {
    const { create } = cls.definition;
    if (create === undefined)
      throw new ExposedError('set-failed', `a ${cls.name} cannot be created by a write`);
    return create();
  }
}

/**
 * Queues the write of one member of a body. A read-only member is left out when the body says what it is already, as
 * one that was read before does, and refused otherwise (ERR-4).
 */
export function mergeMember(
  target: object,
  member: ExposedMember,
  json: Json,
  plan: Plan,
  where: string,
): void {
  const current = member.get(target);
  const value = member.type.read(json, current, plan, where);
  if (!member.isReadOnly) plan.assign(target, member, value);
  else if (!member.type.same(value, member.type.capture(current))) throw new ExposedError('read-only', where);
}
