import { isWritable, type MemberSpec, partsOf, type TypeSpec } from '../table/spec.js';
import type { Captured, CapturedMembers } from './captured.js';
import { isPersistable } from './persistable.js';
import type { Registered } from './registry.js';
import type { ModelClass } from './schema.js';

/** The target of a path. */
export interface Place {
  readonly root: Registered;
  /** Canonical path, relative to the root. */
  readonly path: string;
  readonly type: TypeSpec;
  readonly isNullable: boolean;
  /** The member and the class of its owner; undefined for elements and components. */
  readonly holder: { readonly class: ModelClass; readonly member: MemberSpec } | undefined;
  /** True if its setter also sets other members. */
  readonly hasEffects: boolean;
  readonly isReadOnly: boolean;
  /** True if every inner member on the path is saved. */
  readonly isPersisted: boolean;
  /** The objects on the path, including the last one. */
  readonly ancestors: readonly object[];
  /** True if it is inside an element that the captured array lacks. */
  readonly isAdded: boolean;
  /** True for a part of null, which can be neither read nor reset. */
  readonly isBelowNull: boolean;
  get(): unknown;
  set(value: unknown): void;
  /** Undefined if the captured state lacks the path. */
  captured(): Captured | undefined;
}

/** A member of a registered object, or of the instance at `parent`. */
export function memberPlace(root: Registered, cls: ModelClass, member: MemberSpec, parent?: Place): Place {
  const { name } = member;
  const target = () => (parent === undefined ? root.target : (parent.get() as object));
  const isValue = parent?.isReadOnly === true && cls.spec.kind === 'struct';
  return {
    root,
    path: parent === undefined ? name : `${parent.path}/${name}`,
    type: member.type,
    isNullable: member.isNullable === true,
    holder: { class: cls, member },
    hasEffects: (member.setter?.effects.length ?? 0) > 0,
    isReadOnly: !isWritable(member) || isValue,
    isPersisted: parent === undefined || (parent.isPersisted && isPersistable(member)),
    get ancestors() {
      return [...(parent?.ancestors ?? []), target()];
    },
    get isAdded() {
      return parent?.isAdded === true;
    },
    isBelowNull: false,
    get: () => Reflect.get(target(), name),
    set: (value) => void Reflect.set(target(), name, value),
    captured() {
      if (parent === undefined) return root.defaults[name];
      const { defaults } = target() as { readonly defaults?: CapturedMembers };
      if (defaults !== undefined) return defaults[name];
      const captured = parent.captured();
      return captured?.kind === 'instance' ? captured.members[name] : undefined;
    },
  };
}

/** An element; the default of a keyed element is the captured one with its key. */
export function elementPlace(array: Place, index: number, hasKey: boolean): Place {
  const type = array.type.of === 'array' ? array.type.element : array.type;
  return {
    root: array.root,
    path: `${array.path}/${index}`,
    type,
    isNullable: false,
    holder: undefined,
    hasEffects: false,
    isReadOnly: array.isReadOnly,
    isPersisted: array.isPersisted,
    get ancestors() {
      return array.ancestors;
    },
    get isAdded() {
      return array.isAdded || (array.captured()?.kind === 'array' && this.captured() === undefined);
    },
    isBelowNull: false,
    get: () => (array.get() as unknown[])[index],
    set: (value) => void Reflect.set(array.get() as unknown[], index, value),
    captured() {
      const captured = array.captured();
      if (captured?.kind !== 'array') return undefined;
      const here = captured.elements[index];
      if (!hasKey) return here;
      const key = (array.get() as { name: unknown }[])[index]?.name;
      const isSame = (each: Captured | undefined) =>
        each?.kind === 'instance' &&
        each.members.name?.kind === 'value' &&
        isSameKey(each.members.name.value, key);
      return isSame(here) ? here : captured.elements.find(isSame);
    },
  };
}

/** Values as they are written: a Single that an application stores as a Double is written as a Single. */
function isSameKey(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'number' && typeof b === 'number' && Math.fround(a) === Math.fround(b));
}

/** A component of a vector. */
export function partPlace(whole: Place, name: string): Place {
  const parts = partsOf[(whole.type as { name: keyof typeof partsOf }).name];
  const of = (value: unknown) => (value as Record<string, unknown> | null)?.[name];
  const zeros = Object.fromEntries(Object.keys(parts).map((each) => [each, 0]));
  return {
    root: whole.root,
    path: `${whole.path}/${name}`,
    type: parts[name]!,
    isNullable: false,
    holder: undefined,
    hasEffects: false,
    isReadOnly: whole.isReadOnly,
    isPersisted: whole.isPersisted,
    get ancestors() {
      return whole.ancestors;
    },
    get isAdded() {
      return whole.isAdded;
    },
    get isBelowNull() {
      return whole.get() === null;
    },
    get: () => of(whole.get()),
    set: (value) => whole.set({ ...((whole.get() as object | null) ?? zeros), [name]: value }),
    captured() {
      const captured = whole.captured();
      if (captured?.kind !== 'value' || captured.value === null) return undefined;
      return { kind: 'value', value: of(captured.value), json: of(captured.json) as never };
    },
  };
}
