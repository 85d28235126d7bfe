import { type MemberSpec, partsOf, type TypeSpec } from '../table/spec.js';
import type { Json, JsonObject } from './json.js';
import type { Registered, Registry } from './registry.js';
import { showEnum, showScalar } from './scalars.js';
import type { ModelClass, Schema } from './schema.js';

/** Serializes the current state on every call. */
export class Reader {
  readonly #schema: Schema;
  readonly #registry: Registry;

  constructor(schema: Schema, registry: Registry) {
    this.#schema = schema;
    this.#registry = registry;
  }

  /** An object as `GET /exposed/object/{id}` answers it. */
  object(of: Registered, depth: number): JsonObject {
    return {
      '@type': of.class.name,
      '@id': of.id,
      '@name': of.name,
      ...(of.key !== undefined && { '@source': of.key }),
      ...instance(of.target),
      ...(of.parentId !== undefined && { '@parent': of.parentId }),
      ...this.members(of.target, of.class, depth, [of.target]),
    };
  }

  /** True if an object expands to more than the given number of values. */
  isLarger(of: Registered, than: number): boolean {
    let left = than;
    const count = (value: unknown, type: TypeSpec, ancestors: readonly object[]): void => {
      if (--left < 0) return;
      if (type.of === 'array') {
        for (const each of value as unknown[]) if (left >= 0) count(each, type.element, ancestors);
      } else if (type.of === 'class' && typeof value === 'object' && value !== null) {
        if (this.#registry.byTarget(value) !== undefined || ancestors.includes(value)) return;
        countMembers(value, this.#schema.classOf(value), ancestors);
      }
    };
    const countMembers = (target: object, cls: ModelClass, ancestors: readonly object[]): void => {
      for (const member of cls.members)
        if (left >= 0) count(this.get(target, member), member.type, [...ancestors, target]);
    };
    countMembers(of.target, of.class, []);
    return left < 0;
  }

  members(target: object, cls: ModelClass, depth: number, ancestors: readonly object[]): JsonObject {
    return Object.fromEntries(
      cls.members.map((member) => [member.name, this.member(target, member, depth, ancestors)]),
    );
  }

  member(target: object, member: MemberSpec, depth: number, ancestors: readonly object[]): Json {
    return this.value(this.get(target, member), member.type, depth, ancestors);
  }

  get(target: object, { name }: MemberSpec): unknown {
    return Reflect.get(target, name);
  }

  value(value: unknown, type: TypeSpec, depth: number, ancestors: readonly object[]): Json {
    switch (type.of) {
      case 'scalar':
        return showScalar(type.name, value);
      case 'enum':
        return showEnum(type.name, value);
      case 'parts': {
        if (value === null) return null;
        const parts = Object.entries(partsOf[type.name]);
        return Object.fromEntries(
          parts.map(([name, part]) => [
            name,
            this.value((value as Record<string, unknown>)[name], part, depth, ancestors),
          ]),
        );
      }
      case 'array':
        return (value as unknown[]).map((each) => this.value(each, type.element, depth, ancestors));
      case 'class':
        return value === null || value === undefined ? null : this.#child(value, depth, ancestors);
    }
  }

  #child(child: object, depth: number, ancestors: readonly object[]): Json {
    const registered = this.#registry.byTarget(child);
    if (registered !== undefined) {
      return {
        '@type': registered.class.name,
        '@ref': registered.id,
        '@name': registered.name,
        ...instance(child),
      };
    }
    const cls = this.#schema.classOf(child);
    if (depth <= 1 || ancestors.includes(child)) return { '@type': cls.name, '@truncated': true };
    return {
      '@type': cls.name,
      ...instance(child),
      ...this.members(child, cls, depth - 1, [...ancestors, child]),
    };
  }
}

/** Objects of the engine have an instance id. */
function instance(target: object): JsonObject {
  const { instanceId } = target as { readonly instanceId?: bigint };
  return instanceId === undefined ? {} : { '@instanceID': Number(instanceId) };
}
