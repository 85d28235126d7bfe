import { describePath } from '../common/describe-path.js';
import { clientError, ExposedError } from '../common/exposed-error.js';
import { didYouMean } from '../common/nearest-name.js';
import { maxPathSteps } from '../limits.js';
import { ArrayType } from '../types/array.js';
import type { ClassTable } from '../types/class-table.js';
import { CompositeType } from '../types/composite.js';
import { type ExposedClass, type ExposedFunction, longestOf } from '../types/exposed-class.js';
import type { ExposedMember } from '../types/exposed-member.js';
import { plainType } from '../types/nullable.js';
import type { Type } from '../types/type.js';
import { partsOf } from '../types/value.js';
import { ElementKeys, isIndex, isReferenceType } from './element-keys.js';
import { ElementRef } from './element-ref.js';
import type { ExposedObjectHandle } from './handle.js';
import { MemberRef } from './member-ref.js';
import type { ExposedObjectRegistry } from './object-registry.js';
import { PartRef } from './part-ref.js';
import { type PathSegment, parsePath, tooManySteps, unfold } from './path.js';
import type { PropertyRef } from './property-ref.js';

/** An object whose members are looked up: a handle's object, or an inline composite inside it. */
interface ResolvedOwner {
  readonly handle: ExposedObjectHandle;
  readonly class: ExposedClass;
  readonly target: object;
  /** The property that contains the composite; undefined for the handle's own object. */
  readonly parent: PropertyRef | undefined;
}

/** The caller for whom a path is resolved, with its read access. */
export interface Viewer {
  /** True if a property on the path may be read. */
  canReadProperty(ref: PropertyRef): boolean;
  canRead(handle: ExposedObjectHandle): boolean;
}

/** A function and the object that it was found on. */
export interface ResolvedFunction {
  readonly owner: ResolvedOwner;
  readonly function: ExposedFunction;
}

/** The end of the path so far: an object whose members come next, or a property without members. */
interface Position {
  readonly owner: ResolvedOwner | undefined;
  readonly ref: PropertyRef | undefined;
}

/** Resolves property paths against living objects (PTH-1 to 11). */
export class PathResolver {
  readonly #classes: ClassTable;
  readonly #objects: ExposedObjectRegistry;
  readonly #keys: ElementKeys;

  constructor(classes: ClassTable, objects: ExposedObjectRegistry) {
    this.#classes = classes;
    this.#objects = objects;
    this.#keys = new ElementKeys(classes, objects);
  }

  /** Clears cached keys after elements of owned lists, or their keys, have changed. */
  forgetKeys(): void {
    this.#keys.forget();
  }

  /**
   * Returns the property at `path`; a registered object on the path becomes the handle.
   * `encoded`: the path is raw from a URL. `viewer`: what it may not read counts as missing, with everything inside.
   * @throws ExposedError `property-not-found`, or `invalid-request` for a malformed path
   */
  property(handle: ExposedObjectHandle, path: string, encoded = false, viewer?: Viewer): PropertyRef {
    // Most requests are for a member of the object itself.
    const member = handle.class.member(path);
    if (member !== undefined && viewer === undefined) return new MemberRef(handle, member);
    return encoded
      ? this.#property(handle, path, true, viewer)
      : withStack(() => this.#property(handle, path, false, viewer));
  }

  #property(
    handle: ExposedObjectHandle,
    path: string,
    encoded: boolean,
    viewer: Viewer | undefined,
  ): PropertyRef {
    const pending = parsePath(path, encoded);
    let position = startOf(handle);
    let ref: PropertyRef | undefined;
    let depth = 0;
    while (pending.length > 0) {
      if (ref !== undefined) position = this.#enter(ref, ++depth);
      ref = this.#followOrUnfold(position, pending.shift()!, pending, path, viewer);
    }
    return ref!;
  }

  /**
   * Returns the function at the end of a path, which may lead through properties; its name is case-insensitive
   * (PTH-6, END-15).
   * @throws ExposedError `function-not-found`, or `property-not-found` if the path before it does not resolve
   */
  function(handle: ExposedObjectHandle, path: string, encoded = false, viewer?: Viewer): ResolvedFunction {
    return encoded
      ? this.#function(handle, path, true, viewer)
      : withStack(() => this.#function(handle, path, false, viewer));
  }

  #function(
    handle: ExposedObjectHandle,
    path: string,
    encoded: boolean,
    viewer: Viewer | undefined,
  ): ResolvedFunction {
    const pending = parsePath(path, encoded);
    let position = startOf(handle);
    let ref: PropertyRef | undefined;
    let depth = 0;
    for (;;) {
      if (ref !== undefined) position = this.#enter(ref, ++depth);
      const segment = pending.shift()!;
      if (pending.length > 0) {
        ref = this.#followOrUnfold(position, segment, pending, path, viewer);
        continue;
      }
      const { owner } = position;
      ref = undefined;
      if (owner !== undefined && position.ref !== undefined && viewer?.canRead(owner.handle) === false) {
        throw holdsNoObject(path);
      }
      const found = owner?.class.function(segment.text);
      if (found !== undefined) return { owner: owner!, function: found };
      if (unfold(segment, pending, (heads) => this.#firstKnown(position, heads, viewer))) continue;
      if (owner === undefined) throw holdsNoObject(path);
      const reason = `${owner.class.name} has no function ${describePath(segment.text)}`;
      const names = owner.class.functions.map(({ definition }) => definition.name);
      throw clientError('function-not-found', `${reason}${didYouMean(segment.text, names)}`);
    }
  }

  /** Enters a property. @throws ExposedError `invalid-request` if the path has too many segments */
  #enter(ref: PropertyRef, depth: number): Position {
    if (depth >= maxPathSteps) throw tooManySteps();
    return { ref, owner: this.#objectAt(ref) };
  }

  /** Follows one segment; undefined if it was unfolded into others. */
  #followOrUnfold(
    at: Position,
    segment: PathSegment,
    pending: PathSegment[],
    path: string,
    viewer: Viewer | undefined,
  ): PropertyRef | undefined {
    const ref = this.#follow(at, segment, viewer);
    // A property that the viewer may not read gives the same error as a missing one.
    if (ref !== undefined && viewer?.canReadProperty(ref) !== false) return ref;
    if (!unfold(segment, pending, (heads) => this.#firstKnown(at, heads, viewer))) {
      const [whole, here] = [describePath(path), describePath(segment.text)];
      const isFunction = viewer === undefined && at.owner?.class.function(segment.text) !== undefined;
      const hint = isFunction
        ? `; it is a function: call it with POST /exposed/function/{id}/${whole}`
        : didYouMean(segment.text, memberNames(at, viewer));
      throw clientError('property-not-found', `${whole} (at "${here}")${hint}`);
    }
    return undefined;
  }

  /** Returns the property that the segment names as one name or key; undefined if there is none. */
  #follow(
    { owner, ref }: Position,
    { text, isQuoted }: Pick<PathSegment, 'text' | 'isQuoted'>,
    viewer: Viewer | undefined,
  ): PropertyRef | undefined {
    if (owner !== undefined) {
      const member = owner.class.member(text);
      return member && memberRef(owner, member);
    }
    const type = plainType(ref!.type);
    if (type instanceof ArrayType) return this.#element(ref!, type.element, text, isQuoted, viewer);
    const part = partsOf(type)?.get(text);
    return part && new PartRef(ref!, text, part);
  }

  /** Resolves an index, a key, or for components a type name. */
  #element(
    array: PropertyRef,
    type: Type,
    text: string,
    isQuoted: boolean,
    viewer: Viewer | undefined,
  ): PropertyRef | undefined {
    const items = itemsOf(array);
    if (!isQuoted && isIndex(text)) {
      const index = Number(text);
      return index < items.length ? new ElementRef(array, type, index, this.#keys) : undefined;
    }
    const elementAt = (index: number) => new ElementRef(array, type, index, this.#keys, text);
    const isReference = isReferenceType(type);
    // A hidden element does not hide a visible one with the same key.
    const index =
      viewer === undefined
        ? this.#keys.find(items, text, isReference, array.root.isOwned)
        : this.#keys.findVisible(items, text, isReference, (i) => viewer.canReadProperty(elementAt(i)));
    return index < 0 ? undefined : elementAt(index);
  }

  /** Returns the first head that is visible to the viewer here. */
  #firstKnown(at: Position, heads: readonly string[], viewer: Viewer | undefined): string | undefined {
    const isKnown = this.#nameMatcher(at);
    return heads.find((head) => {
      if (!isKnown(head)) return false;
      if (viewer === undefined) return true;
      const ref = this.#follow(at, { text: head, isQuoted: false }, viewer);
      return ref !== undefined && viewer.canReadProperty(ref);
    });
  }

  /**
   * Returns a predicate for the names that exist here. It does not look up longer names: a look-up takes time in
   * proportion to the length, and a path has many heads (LIM-5).
   */
  #nameMatcher({ owner, ref }: Position): (name: string) => boolean {
    if (owner !== undefined)
      return (name) => name.length <= owner.class.longestName && owner.class.member(name) !== undefined;
    const type = plainType(ref!.type);
    if (type instanceof ArrayType)
      return this.#keys.nameMatcher(itemsOf(ref!), isReferenceType(type.element), ref!.root.isOwned);
    const parts = partsOf(type);
    const longest = longestOf(parts?.keys() ?? []);
    return (name) => name.length <= longest && parts!.has(name);
  }

  /** Returns the composite in a property; a registered one has its own handle. */
  #objectAt(ref: PropertyRef): ResolvedOwner | undefined {
    if (!(plainType(ref.type) instanceof CompositeType)) return undefined;
    const value = ref.get();
    if (value == null || this.#objects.isDestroyed(value as object)) return undefined;
    const target = value as object;
    const registered = this.#objects.byTarget(target);
    if (registered !== undefined) {
      return { handle: registered, class: registered.class, target, parent: undefined };
    }
    const cls = this.#classes.classOf(target) ?? (plainType(ref.type) as CompositeType).class;
    return cls && { handle: ref.handle, class: cls, target, parent: ref };
  }
}

/** Returns the names of the members here, without those that the viewer may not read. */
function memberNames({ owner }: Position, viewer: Viewer | undefined): string[] {
  const members = owner?.class.members ?? [];
  const isVisible = (member: ExposedMember) => viewer?.canReadProperty(memberRef(owner!, member)) !== false;
  return members.filter(isVisible).map(({ name }) => name);
}

function memberRef(owner: ResolvedOwner, member: ExposedMember): MemberRef {
  return new MemberRef(owner.handle, member, owner.parent, owner.parent && owner);
}

function startOf(handle: ExposedObjectHandle): Position {
  return {
    owner: { handle, class: handle.class, target: handle.target, parent: undefined },
    ref: undefined,
  };
}

function itemsOf(array: PropertyRef): readonly unknown[] {
  return (array.get() ?? []) as readonly unknown[];
}

function holdsNoObject(path: string): ExposedError {
  return clientError('property-not-found', `${describePath(path)} holds no object`);
}

/** Throws errors with a stack, so that application code with a wrong path can be found. */
function withStack<T>(resolve: () => T): T {
  try {
    return resolve();
  } catch (error) {
    if (!(error instanceof ExposedError)) throw error;
    throw new ExposedError(error.code, error.message);
  }
}
