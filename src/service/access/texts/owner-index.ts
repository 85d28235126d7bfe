import { maxPathSteps } from '../../limits.js';
import type { ExposedObjectHandle } from '../../objects/handle.js';
import { maxPathLength } from '../../objects/path.js';
import type { ExposedObjectRegistry } from '../../objects/registry.js';
import { ArrayType } from '../../types/array.js';
import type { ClassTable } from '../../types/class-table.js';
import { CompositeType } from '../../types/composite.js';
import type { ExposedClass } from '../../types/exposed-class.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import { plainType } from '../../types/nullable.js';
import { referrersOf } from '../../types/referrers.js';
import type { Type } from '../../types/type.js';

/** Inline objects of one member that are told of one by one, at most: each path costs its length. */
export const maxPlaces = 100;

/** A member of an exposed object that holds inline objects which were wanted. */
interface InlinePlace {
  readonly handle: ExposedObjectHandle;
  readonly member: ExposedMember;
  /** Where they stand in it; empty where one stands in several places of it, or too deep for a path. */
  readonly found: readonly { readonly target: object; readonly class: ExposedClass; readonly path: string }[];
}

/** Finds the exposed objects that hold inline objects: nothing of these says who holds them, and several may. */
export class OwnerIndex {
  readonly #objects: ExposedObjectRegistry;
  readonly #classes: ClassTable;
  /** By class, the classes of all that its instances may hold inline. */
  #reachable = new Map<ExposedClass, Set<ExposedClass>>();
  #subtypes = new Map<ExposedClass | undefined, readonly ExposedClass[]>();
  #unseen = new Map<ExposedClass, ReadonlySet<ExposedClass>>();

  constructor(objects: ExposedObjectRegistry, classes: ClassTable) {
    this.#objects = objects;
    this.#classes = classes;
  }

  /** The class table was changed. */
  forget(): void {
    this.#reachable = new Map();
    this.#subtypes = new Map();
    this.#unseen = new Map();
  }

  /** All places of some inline objects; costs a walk through the objects that may hold one of their classes. */
  *find(wanted: ReadonlySet<object>): Generator<InlinePlace> {
    const classes = new Set<ExposedClass>();
    for (const target of wanted) {
      const cls = this.#classes.classOf(target);
      if (cls !== undefined) classes.add(cls);
    }
    if (classes.size === 0) return;
    for (const handle of this.#objects) {
      if (this.#mayHold(handle.class, classes)) yield* this.#findIn(handle, wanted, classes);
    }
  }

  /** True when an instance of `holder` is one of `cls`, or may hold one inline. */
  mayBeOrHold(holder: ExposedClass, cls: ExposedClass): boolean {
    return holder === cls || this.#reachableFrom(holder).has(cls);
  }

  /**
   * All places of an engine object that is not registered. What the service stores says by itself who has been given it, so
   * that nothing else is looked through.
   */
  *ofEngineObject(target: object): Generator<InlinePlace> {
    const cls = this.#classes.classOf(target);
    if (cls === undefined) return;
    const classes = new Set([cls]);
    for (const handle of this.#mayShow(target, cls)) yield* this.#findIn(handle, new Set([target]), classes);
  }

  #mayShow(target: object, cls: ExposedClass): Iterable<ExposedObjectHandle> {
    const handles = new Set<ExposedObjectHandle>();
    const seen = new Set<object>([target]);
    for (const held of seen) {
      const wrapper = this.#objects.wrapperOf(held);
      if (wrapper !== undefined) handles.add(wrapper);
      for (const holder of referrersOf(held)) {
        const handle = this.#objects.byTarget(holder);
        if (handle !== undefined) handles.add(handle);
        else if (this.#objects.instanceId(holder) !== undefined) seen.add(holder);
        // Of what is no engine object nobody knows who holds it.
        else return this.#objects;
      }
    }
    const unseen = this.#unseenHolders(cls);
    if (unseen.size > 0)
      for (const handle of this.#objects) if (unseen.has(handle.class)) handles.add(handle);
    return handles;
  }

  /** The classes with a member that application code stores and that may hold an instance of `cls`. */
  #unseenHolders(cls: ExposedClass): ReadonlySet<ExposedClass> {
    let holders = this.#unseen.get(cls);
    if (holders === undefined) {
      const wanted = new Set([cls]);
      const mayHold = ({ type, definition }: ExposedMember) =>
        definition.observed !== true && this.#typeMayHold(type, wanted);
      holders = new Set(this.#classes.all().filter(({ members }) => members.some(mayHold)));
      this.#unseen.set(cls, holders);
    }
    return holders;
  }

  *#findIn(
    handle: ExposedObjectHandle,
    wanted: ReadonlySet<object>,
    classes: ReadonlySet<ExposedClass>,
  ): Generator<InlinePlace> {
    for (const member of handle.class.members) {
      if (!this.#typeMayHold(member.type, classes)) continue;
      const found = this.#foundIn(member, handle.target, wanted, classes);
      if (found !== undefined) yield { handle, member, found };
    }
  }

  /** Goes through one member, each inline object of it once; undefined where nothing that is wanted is in it. */
  #foundIn(
    root: ExposedMember,
    owner: object,
    wanted: ReadonlySet<object>,
    classes: ReadonlySet<ExposedClass>,
  ): InlinePlace['found'] | undefined {
    const seen = new Set<object>();
    const found: { target: object; class: ExposedClass; path: string }[] = [];
    let isWhole = false;
    const pending = [{ type: root.type, value: root.read(owner), path: root.name }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      for (const [path, target] of inlineValues(next.type, next.value, next.path)) {
        const cls = this.#objects.reference(target) === undefined ? this.#classes.classOf(target) : undefined;
        if (cls === undefined) continue;
        if (seen.has(target)) {
          isWhole = true;
          continue;
        }
        seen.add(target);
        if (wanted.has(target)) {
          found.push({ target, class: cls, path });
          // Half of the limit leaves room for the name of the member, which is another step.
          if (path.length > maxPathLength / 2 || path.split('/').length >= maxPathSteps) isWhole = true;
        }
        for (const member of cls.members) {
          if (!this.#typeMayHold(member.type, classes)) continue;
          pending.push({ type: member.type, value: member.read(target), path: `${path}/${member.name}` });
        }
      }
    }
    if (found.length === 0) return undefined;
    return isWhole ? [] : found;
  }

  #mayHold(cls: ExposedClass, classes: ReadonlySet<ExposedClass>): boolean {
    const reachable = this.#reachableFrom(cls);
    for (const each of classes) if (reachable.has(each)) return true;
    return false;
  }

  #typeMayHold(type: Type, classes: ReadonlySet<ExposedClass>): boolean {
    const composite = compositeOf(type);
    if (composite === undefined) return false;
    return this.#subtypesOf(composite.class).some(
      (each) => classes.has(each) || this.#mayHold(each, classes),
    );
  }

  /** Of undefined, which is any engine object, all classes of those. */
  #subtypesOf(cls: ExposedClass | undefined): readonly ExposedClass[] {
    let subtypes = this.#subtypes.get(cls);
    if (subtypes === undefined) {
      subtypes =
        cls === undefined
          ? this.#classes.all().filter((each) => each.isEngineClass && !each.isAbstract)
          : this.#classes.concreteSubtypes(cls);
      this.#subtypes.set(cls, subtypes);
    }
    return subtypes;
  }

  #reachableFrom(start: ExposedClass): Set<ExposedClass> {
    let reachable = this.#reachable.get(start);
    if (reachable !== undefined) return reachable;
    reachable = new Set();
    const pending = [start];
    for (let cls = pending.pop(); cls !== undefined; cls = pending.pop()) {
      for (const { type } of cls.members) {
        const composite = compositeOf(type);
        if (composite === undefined) continue;
        for (const each of this.#subtypesOf(composite.class)) {
          if (reachable.has(each)) continue;
          reachable.add(each);
          pending.push(each);
        }
      }
    }
    this.#reachable.set(start, reachable);
    return reachable;
  }
}

function compositeOf(type: Type): CompositeType | undefined {
  const plain = plainType(type);
  if (plain instanceof ArrayType) return compositeOf(plain.element);
  return plain instanceof CompositeType ? plain : undefined;
}

/** The objects in a value of a composite or an array of them, each with its path: none that was destroyed. */
function* inlineValues(type: Type, value: unknown, path: string): Generator<[path: string, value: object]> {
  const plain = plainType(type);
  if (plain instanceof ArrayType) {
    if (!Array.isArray(value)) return;
    for (const [i, item] of value.entries()) yield* inlineValues(plain.element, item, `${path}/${i}`);
  } else if (plain instanceof CompositeType) {
    const target = plain.living(value);
    if (target !== undefined) yield [path, target];
  }
}
