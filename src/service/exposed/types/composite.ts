import { isJsonObject, type Json, type JsonObject } from '../../json.js';
import type { TypeEnvironment } from '../environment.js';
import { ExposedError } from '../errors.js';
import type { ExposedClass, ExposedMember } from '../exposed-class.js';
import type { Serializer } from '../serializer.js';
import type { Type } from '../type.js';
import { notConvertible } from '../values/value-type.js';
import type { WritePlan } from '../write-plan.js';

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

  read(json: Json, current: unknown, plan: WritePlan, where: string): unknown {
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
    this.#depth++;
    try {
      return new CompositeSnapshot(
        cls,
        cls.members.map((m) => (m.isPersistable ? m.type.capture(m.get(value as object)) : undefined)),
      );
    } finally {
      this.#depth--;
    }
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

  restore(snapshot: unknown, current: unknown, plan: WritePlan): unknown {
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

  #merge(target: object, cls: ExposedClass, json: JsonObject, plan: WritePlan, where: string): void {
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
  plan: WritePlan,
  where: string,
): void {
  const current = member.get(target);
  const value = member.type.read(json, current, plan, where);
  if (!member.isReadOnly) plan.assign(target, member, value);
  else if (!member.type.same(value, member.type.capture(current))) throw new ExposedError('read-only', where);
}
