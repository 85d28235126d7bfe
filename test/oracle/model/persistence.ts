import type { TypeSpec } from '../table/spec.js';
import type { Json } from './json.js';
import { isPersistable } from './persistable.js';
import type { Reader } from './reader.js';
import type { Captured, Registry } from './registry.js';
import type { Schema } from './schema.js';

/** Copies of values: what is captured, and the shape in which edits are compared. */
export class Capturer {
  readonly #schema: Schema;
  readonly #registry: Registry;
  readonly #reader: Reader;

  constructor(schema: Schema, registry: Registry, reader: Reader) {
    this.#schema = schema;
    this.#registry = registry;
    this.#reader = reader;
  }

  capture(value: unknown, type: TypeSpec, ancestors: readonly object[] = []): Captured {
    const json = this.#reader.value(value, type, Number.POSITIVE_INFINITY, ancestors);
    if (type.of === 'array') {
      const elements = (value as unknown[]).map((each) => this.capture(each, type.element, ancestors));
      return { kind: 'array', elements, json };
    }
    if (type.of !== 'class' || value === null || value === undefined) return { kind: 'value', value, json };
    const target = value as object;
    if (this.#registry.byTarget(target) !== undefined) return { kind: 'reference', target, json };
    const cls = this.#schema.classOf(target);
    if (ancestors.includes(target)) return { kind: 'reference', target, json };
    const members = cls.members.map((member) => {
      const captured = this.capture(Reflect.get(target, member.name), member.type, [...ancestors, target]);
      return [member.name, captured] as const;
    });
    return { kind: 'instance', class: cls, members: Object.fromEntries(members), json };
  }

  /** What a file would hold of it: persistable members alone. */
  persisted(value: unknown, type: TypeSpec, ancestors: readonly object[] = []): Json {
    if (type.of === 'array') {
      return (value as unknown[]).map((each) => this.persisted(each, type.element, ancestors));
    }
    const child = type.of === 'class' ? (value as object | null | undefined) : undefined;
    if (!child || this.#registry.byTarget(child) !== undefined || ancestors.includes(child)) {
      return this.#reader.value(value, type, Number.POSITIVE_INFINITY, ancestors);
    }
    const cls = this.#schema.classOf(child);
    const members = cls.members.filter(isPersistable).map((member) => {
      const json = this.persisted(Reflect.get(child, member.name), member.type, [...ancestors, child]);
      return [member.name, json] as const;
    });
    return { '@type': cls.name, ...Object.fromEntries(members) };
  }
}
