import type { ClassDefinition, MemberDefinition } from '../../src/service/classes/definition.js';
import type { Host } from '../../src/service/host.js';
import { ExposedModel } from '../../src/service/model/model.js';
import type { PropertyRef } from '../../src/service/objects/property-ref.js';

/** A model of an application without former names and scenes; `changed` receives the changes while `isActive`. */
export function createModel(
  host: Host,
  { isActive = false, changed = () => {} }: { isActive?: boolean; changed?: (ref: PropertyRef) => void } = {},
): ExposedModel {
  const sink = { isRecording: isActive, changed, reparented: () => {} };
  return new ExposedModel(host, { find: () => undefined }, (key) => key, sink);
}

/** A type, which is nullable with `?` at its end, or a type with options. */
export type StoredMember = string | (Partial<MemberDefinition> & { readonly type: string });

/** A member whose values the service stores. */
export function storedMember(name: string, member: StoredMember): MemberDefinition {
  const { type, ...options } = typeof member === 'string' ? { type: member } : member;
  return {
    name,
    type: type.replace(/\?$/, ''),
    nullable: type.endsWith('?'),
    kind: 'field',
    observed: true,
    get: (target) => Reflect.get(target, name),
    set: (target, value) => void Reflect.set(target, name, value),
    ...options,
  };
}

/** Defines a class whose values the service stores, in fields. */
export function defineStored(
  { classes }: { readonly classes: { define(definition: ClassDefinition): void } },
  constructorFunction: new () => object,
  members: Readonly<Record<string, StoredMember>>,
  options: Partial<ClassDefinition> = {},
): void {
  classes.define({
    name: constructorFunction.name,
    kind: 'class',
    members: Object.entries(members).map(([name, member]) => storedMember(name, member)),
    functions: [],
    constructorFunction,
    ...(options.abstract !== true && { create: () => new constructorFunction() }),
    ...options,
  });
}
