import { isWritable, partsOf, type TypeSpec } from '../table/spec.js';
import { isObject, type Json, type JsonObject } from './json.js';
import { Presence } from './present.js';
import type { Reader } from './reader.js';
import { badValue } from './refused.js';
import type { Registry } from './registry.js';
import { readEnum, readScalar } from './scalars.js';
import type { ModelClass, Schema } from './schema.js';
import { Walker } from './walker.js';

const defaults = {
  Boolean: false,
  String: null,
  Int32: 0,
  Single: 0,
  Double: 0,
  Byte: 0,
  Int16: 0,
  Int64: 0n,
  Asset: null,
};

/** Converts JSON to values by the rules of PUT in wire.md section 2; kept instances are written immediately. */
export class Converter extends Walker {
  readonly #presence: Presence;
  readonly #thrown: unknown[] = [];

  constructor(schema: Schema, registry: Registry, reader: Reader) {
    super(schema, registry, reader);
    this.#presence = new Presence(schema, registry, reader);
  }

  /** @throws Refused */
  value(json: Json, type: TypeSpec, isNullable: boolean, current: unknown): unknown {
    switch (type.of) {
      case 'scalar':
        return readScalar(type.name, json);
      case 'enum':
        return readEnum(type.name, json);
      case 'parts':
        return json === null && isNullable ? null : this.#parts(json, type, current);
      case 'array': {
        if (!Array.isArray(json)) throw badValue('no array');
        const before = (current ?? []) as unknown[];
        return json.map((each, i) => this.value(each, type.element, false, before[i]));
      }
      case 'class':
        return this.#instance(json, type.name, isNullable, current as object | null | undefined);
    }
  }

  /** The value of an appended element or a missing argument. */
  default(type: TypeSpec): unknown {
    switch (type.of) {
      case 'scalar':
        return defaults[type.name];
      case 'enum':
        return 0;
      case 'parts':
        return Object.fromEntries(
          Object.entries(partsOf[type.name]).map(([name, part]) => [name, this.default(part)]),
        );
      case 'array':
        return [];
      case 'class':
        return this.fresh(this.schema.firstConcrete(type.name));
    }
  }

  #parts(json: Json, type: TypeSpec & { of: 'parts' }, current: unknown): unknown {
    if (!isObject(json)) throw badValue('no parts');
    const before = (current ?? this.default(type)) as Record<string, unknown>;
    const given = Object.entries(partsOf[type.name]).filter(([name]) => name in json);
    const values = given.map(([name, part]) => [name, this.value(json[name]!, part, false, before[name])]);
    return { ...before, ...Object.fromEntries(values) };
  }

  #instance(
    json: Json,
    declared: string,
    isNullable: boolean,
    present: object | null | undefined,
  ): object | null {
    if (json === null) {
      if (!isNullable && !this.schema.isComponent(declared)) throw badValue('not nullable');
      return null;
    }
    if (!isObject(json)) throw badValue('no object');
    if ('@ref' in json) return this.#reference(String(json['@ref']), declared);
    if (json['@truncated'] === true) {
      if (present === undefined) throw badValue('a stub of nothing');
      return present;
    }
    const current = present ?? undefined;
    if (current !== undefined && this.registry.byTarget(current) !== undefined) {
      throw badValue('a registered child is replaced by reference only');
    }
    const type = json['@type'];
    const cls = type === undefined ? undefined : this.schema.find(String(type));
    if (type !== undefined && (cls === undefined || cls.spec.isAbstract || !cls.isA.has(declared))) {
      throw badValue(`no ${declared}`);
    }
    if (current !== undefined && (cls === undefined || cls === this.schema.classOf(current))) {
      this.merge(current, this.schema.classOf(current), json);
      return current;
    }
    if (this.schema.isComponent(declared)) throw badValue('only the engine creates components');
    const fresh = this.fresh(cls ?? this.schema.firstConcrete(declared));
    this.merge(fresh, this.schema.classOf(fresh), json);
    return fresh;
  }

  fresh(cls: ModelClass | undefined): object {
    if (cls === undefined) throw badValue('no concrete class');
    return new cls.constructorFunction();
  }

  #reference(ref: string, declared: string): object {
    const found = this.#component(ref) ?? this.registry.resolve(ref)?.target;
    if (found === undefined || !this.schema.classOf(found).isA.has(declared)) throw badValue('unresolved');
    return found;
  }

  /** A component by its game object and its class or index: `lamp.components[Stage.Rig]`. */
  #component(ref: string): object | undefined {
    const [, key = '', which = ''] = /^([^.]+)\.components\[(.+)\]$/.exec(ref) ?? [];
    const owner = this.registry.resolve(key)?.target as { gameObject?: { components: object[] } } | undefined;
    const components = owner?.gameObject?.components;
    return /^\d+$/.test(which)
      ? components?.[Number(which)]
      : components?.find((each) => this.schema.classOf(each).name === which);
  }

  /** Sets the listed members; unknown ones are ignored. */
  merge(target: object, cls: ModelClass, json: JsonObject): void {
    const listed = cls.members.filter(({ name }) => json[name] !== undefined);
    for (const member of listed.filter((each) => !isWritable(each))) {
      const current = this.reader.get(target, member);
      if (this.#presence.isPresent(json[member.name]!, member.type, current)) continue;
      throw badValue(`${member.name} is read-only`);
    }
    for (const member of listed.filter(isWritable)) {
      const current = this.reader.get(target, member);
      const value = this.value(json[member.name]!, member.type, member.isNullable === true, current);
      this.assign(() => void Reflect.set(target, member.name, value));
    }
  }

  /** Errors of setters are thrown after errors of the body. */
  assign(set: () => void): void {
    try {
      set();
    } catch (error) {
      this.#thrown.push(error);
    }
  }

  forget(): void {
    this.#thrown.length = 0;
  }

  /** @throws the error of a setter */
  finish(): void {
    const [first] = this.#thrown.splice(0);
    if (first !== undefined) throw first;
  }
}
