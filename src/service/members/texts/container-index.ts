import { maxPathSteps } from '../../limits.js';
import type { ExposedObjectHandle } from '../../objects/handle.js';
import type { ExposedObjectRegistry } from '../../objects/object-registry.js';
import { maxPathLength } from '../../objects/path.js';
import { ArrayType, elementType } from '../../types/array.js';
import type { ClassTable } from '../../types/class-table.js';
import { CompositeType } from '../../types/composite.js';
import type { ExposedClass } from '../../types/exposed-class.js';
import type { ExposedMember } from '../../types/exposed-member.js';
import { plainType } from '../../types/nullable.js';
import { referrersOf } from '../../types/referrers.js';
import type { Type } from '../../types/type.js';

/** Maximum number of inline objects of one member that are reported by path. */
export const maxReportedPaths = 100;

/** A member of an exposed object that contains wanted inline objects. */
interface OwningMember {
  readonly handle: ExposedObjectHandle;
  readonly member: ExposedMember;
  /** Their paths; empty if one has several paths, or one that is too long. */
  readonly found: readonly { readonly target: object; readonly class: ExposedClass; readonly path: string }[];
}

/**
 * Finds the exposed objects that contain an inline object. Inline objects have no back reference and may have
 * several owners.
 */
export class ContainerIndex {
  readonly #objects: ExposedObjectRegistry;
  readonly #classes: ClassTable;
  /** By class, the classes that its instances may contain inline. */
  #reachable = new Map<ExposedClass, Set<ExposedClass>>();
  #subtypes = new Map<ExposedClass | undefined, readonly ExposedClass[]>();
  #unobservedReferrers = new Map<ExposedClass, ReadonlySet<ExposedClass>>();

  constructor(objects: ExposedObjectRegistry, classes: ClassTable) {
    this.#objects = objects;
    this.#classes = classes;
  }

  /** Clears the caches after a change of the class table. */
  forget(): void {
    this.#reachable = new Map();
    this.#subtypes = new Map();
    this.#unobservedReferrers = new Map();
  }

  /** Yields all owners of some inline objects; visits every object that may contain one of their classes. */
  *find(wanted: ReadonlySet<object>): Generator<OwningMember> {
    const classes = new Set<ExposedClass>();
    for (const target of wanted) {
      const cls = this.#classes.classOf(target);
      if (cls !== undefined) classes.add(cls);
    }
    if (classes.size === 0) return;
    for (const handle of this.#objects) {
      if (this.#mayContain(handle.class, classes)) yield* this.#findIn(handle, wanted, classes);
    }
  }

  /** True if an instance of `owner` is one of `cls`, or may contain one inline. */
  isOrMayContain(owner: ExposedClass, cls: ExposedClass): boolean {
    return owner === cls || this.#reachableFrom(owner).has(cls);
  }

  /**
   * Yields all owners of an unregistered engine object. Storage of the service records its referrers,
   * so that only objects with other storage are visited.
   */
  *ofEngineObject(target: object): Generator<OwningMember> {
    const cls = this.#classes.classOf(target);
    if (cls === undefined) return;
    const classes = new Set([cls]);
    for (const handle of this.#possibleOwners(target, cls))
      yield* this.#findIn(handle, new Set([target]), classes);
  }

  #possibleOwners(target: object, cls: ExposedClass): Iterable<ExposedObjectHandle> {
    const handles = new Set<ExposedObjectHandle>();
    const seen = new Set<object>([target]);
    for (const contained of seen) {
      const wrapper = this.#objects.wrapperOf(contained);
      if (wrapper !== undefined) handles.add(wrapper);
      for (const referrer of referrersOf(contained)) {
        const handle = this.#objects.byTarget(referrer);
        if (handle !== undefined) handles.add(handle);
        else if (this.#objects.instanceId(referrer) !== undefined) seen.add(referrer);
        // Referrers of other objects are not recorded, so all objects are possible owners.
        else return this.#objects;
      }
    }
    const unobserved = this.#unobservedOwnerClasses(cls);
    if (unobserved.size > 0)
      for (const handle of this.#objects) if (unobserved.has(handle.class)) handles.add(handle);
    return handles;
  }

  /** Returns the classes with a member that application code stores and that may contain an instance of `cls`. */
  #unobservedOwnerClasses(cls: ExposedClass): ReadonlySet<ExposedClass> {
    let classes = this.#unobservedReferrers.get(cls);
    if (classes === undefined) {
      const wanted = new Set([cls]);
      const mayContain = ({ type, definition }: ExposedMember) =>
        definition.observed !== true && this.#typeMayContain(type, wanted);
      classes = new Set(this.#classes.all().filter(({ members }) => members.some(mayContain)));
      this.#unobservedReferrers.set(cls, classes);
    }
    return classes;
  }

  *#findIn(
    handle: ExposedObjectHandle,
    wanted: ReadonlySet<object>,
    classes: ReadonlySet<ExposedClass>,
  ): Generator<OwningMember> {
    for (const member of handle.class.members) {
      if (!this.#typeMayContain(member.type, classes)) continue;
      const found = this.#searchMember(member, handle.target, wanted, classes);
      if (found !== undefined) yield { handle, member, found };
    }
  }

  /** Searches one member, visiting each inline object once; undefined if it contains no wanted object. */
  #searchMember(
    root: ExposedMember,
    owner: object,
    wanted: ReadonlySet<object>,
    classes: ReadonlySet<ExposedClass>,
  ): OwningMember['found'] | undefined {
    const seen = new Set<object>();
    const found: { target: object; class: ExposedClass; path: string }[] = [];
    let isAmbiguous = false;
    const pending = [{ type: root.type, value: root.read(owner), path: root.name }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      for (const [path, target] of inlineValues(next.type, next.value, next.path)) {
        const cls = this.#objects.byTarget(target) === undefined ? this.#classes.classOf(target) : undefined;
        if (cls === undefined) continue;
        if (seen.has(target)) {
          isAmbiguous = true;
          continue;
        }
        seen.add(target);
        if (wanted.has(target)) {
          found.push({ target, class: cls, path });
          // Half of the limit leaves room for the name of the member, which is one more segment.
          if (path.length > maxPathLength / 2 || path.split('/').length >= maxPathSteps) isAmbiguous = true;
        }
        for (const member of cls.members) {
          if (!this.#typeMayContain(member.type, classes)) continue;
          pending.push({ type: member.type, value: member.read(target), path: `${path}/${member.name}` });
        }
      }
    }
    if (found.length === 0) return undefined;
    return isAmbiguous ? [] : found;
  }

  #mayContain(cls: ExposedClass, classes: ReadonlySet<ExposedClass>): boolean {
    const reachable = this.#reachableFrom(cls);
    for (const each of classes) if (reachable.has(each)) return true;
    return false;
  }

  #typeMayContain(type: Type, classes: ReadonlySet<ExposedClass>): boolean {
    const composite = compositeOf(type);
    if (composite === undefined) return false;
    return this.#subtypesOf(composite.class).some(
      (each) => classes.has(each) || this.#mayContain(each, classes),
    );
  }

  /** Returns the concrete subtypes of a class; of undefined, all engine classes. */
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
  const element = elementType(type);
  return element instanceof CompositeType ? element : undefined;
}

/** Yields the living objects in a composite or an array of them, with their paths. */
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
