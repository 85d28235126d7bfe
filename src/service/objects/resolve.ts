import { describePath } from '../describe-path.js';
import { ExposedError, mistake } from '../exposed-error.js';
import { maxPathSteps } from '../limits.js';
import { ArrayType } from '../types/array.js';
import type { ClassTable } from '../types/class-table.js';
import { CompositeType } from '../types/composite.js';
import type { ExposedClass, ExposedFunction } from '../types/exposed-class.js';
import { plainType } from '../types/nullable.js';
import type { Type } from '../types/type.js';
import type { ValueType } from '../types/values/value-type.js';
import { ElementKeys, holdsReferences, isIndex } from './element-keys.js';
import { ElementRef } from './element-ref.js';
import type { ExposedObjectHandle } from './handle.js';
import { MemberRef } from './member-ref.js';
import { PartRef } from './part-ref.js';
import { type PathSegment, parsePath, tooManySteps, unfold } from './path.js';
import type { PropertyRef } from './property-ref.js';
import type { ExposedObjectRegistry } from './registry.js';

/** Where the members of an object are looked up: a handle's object, or an inline composite inside it. */
interface ObjectPlace {
  readonly handle: ExposedObjectHandle;
  readonly class: ExposedClass;
  readonly target: object;
  /** The property that holds the composite; undefined for the handle's own object. */
  readonly parent: PropertyRef | undefined;
}

/** For whom a path is resolved. */
export interface Viewer {
  /** Whether a step of the path may be taken. */
  admits(ref: PropertyRef): boolean;
  reads(handle: ExposedObjectHandle): boolean;
}

/** A function found on an object, with where it was found. */
export interface FunctionPlace {
  readonly place: ObjectPlace;
  readonly function: ExposedFunction;
}

/** How far a path has been followed: an object whose members come next, or a property that holds none. */
interface Position {
  readonly place: ObjectPlace | undefined;
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

  /** Elements of lists that the service owns, or the keys of such elements, may be others. */
  forgetKeys(): void {
    this.#keys.forget();
  }

  /**
   * The property at `path`. Stepping through a registered object re-bases handle and path to that object.
   * `encoded`: the path is raw from a URL. `viewer`: what it may not see is not found, nor what lies below.
   * @throws ExposedError `property-not-found`, or `invalid-request` for a malformed path.
   */
  property(handle: ExposedObjectHandle, path: string, encoded = false, viewer?: Viewer): PropertyRef {
    // A member of the object itself is nearly every request.
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
    let at = startOf(handle);
    let ref: PropertyRef | undefined;
    let steps = 0;
    while (pending.length > 0) {
      if (ref !== undefined) at = this.#enter(ref, ++steps);
      ref = this.#step(at, pending.shift()!, pending, path, viewer);
    }
    return ref!;
  }

  /**
   * The function at the end of a path, which may lead through properties; names match without regard to case (PTH-6,
   * END-15).
   * @throws ExposedError `function-not-found`, or `property-not-found` when the path before it leads nowhere.
   */
  function(handle: ExposedObjectHandle, path: string, encoded = false, viewer?: Viewer): FunctionPlace {
    return encoded
      ? this.#function(handle, path, true, viewer)
      : withStack(() => this.#function(handle, path, false, viewer));
  }

  #function(
    handle: ExposedObjectHandle,
    path: string,
    encoded: boolean,
    viewer: Viewer | undefined,
  ): FunctionPlace {
    const pending = parsePath(path, encoded);
    let at = startOf(handle);
    let ref: PropertyRef | undefined;
    let steps = 0;
    for (;;) {
      if (ref !== undefined) at = this.#enter(ref, ++steps);
      const segment = pending.shift()!;
      if (pending.length > 0) {
        ref = this.#step(at, segment, pending, path, viewer);
        continue;
      }
      const { place } = at;
      ref = undefined;
      if (place !== undefined && at.ref !== undefined && viewer?.reads(place.handle) === false) {
        throw holdsNoObject(path);
      }
      const found = place?.class.function(segment.text);
      if (found !== undefined) return { place: place!, function: found };
      if (unfold(segment, pending, (heads) => this.#firstKnown(at, heads, viewer))) continue;
      if (place === undefined) throw holdsNoObject(path);
      const reason = `${place.class.name} has no function ${describePath(segment.text)}`;
      throw mistake('function-not-found', reason);
    }
  }

  /** @param steps that were taken to it. @throws ExposedError `invalid-request` where another is one too many */
  #enter(ref: PropertyRef, steps: number): Position {
    if (steps >= maxPathSteps) throw tooManySteps();
    return { ref, place: this.#objectAt(ref) };
  }

  /** Takes one step; undefined where the segment is unfolded, so that the next one is another. */
  #step(
    at: Position,
    segment: PathSegment,
    pending: PathSegment[],
    path: string,
    viewer: Viewer | undefined,
  ): PropertyRef | undefined {
    const ref = this.#follow(at, segment, viewer);
    // What may not be seen is answered in every way as what is not there.
    if (ref !== undefined && viewer?.admits(ref) !== false) return ref;
    if (!unfold(segment, pending, (heads) => this.#firstKnown(at, heads, viewer))) {
      const [whole, here] = [describePath(path), describePath(segment.text)];
      throw mistake('property-not-found', `${whole} (at "${here}")`);
    }
    return undefined;
  }

  /** What the segment means as one name or key. */
  #follow(
    { place, ref }: Position,
    { text, isQuoted }: Pick<PathSegment, 'text' | 'isQuoted'>,
    viewer: Viewer | undefined,
  ): PropertyRef | undefined {
    if (place !== undefined) {
      const member = place.class.member(text);
      return member && new MemberRef(place.handle, member, place.parent, place.parent && place);
    }
    const type = plainType(ref!.type);
    if (type instanceof ArrayType) return this.#element(ref!, type.element, text, isQuoted, viewer);
    const part = partsOf(type)?.get(text);
    return part && new PartRef(ref!, text, part);
  }

  /** Digits are an index; anything else is a key, or for components a type name. */
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
    const isReference = holdsReferences(type);
    // An element that may not be seen hides no other one of its key.
    const index =
      viewer === undefined
        ? this.#keys.find(items, text, isReference, array.root.isOwned)
        : this.#keys.findSeen(items, text, isReference, (i) => viewer.admits(elementAt(i)));
    return index < 0 ? undefined : elementAt(index);
  }

  /** The first of the heads of a longer text that leads to what may be seen here. */
  #firstKnown(at: Position, heads: readonly string[], viewer: Viewer | undefined): string | undefined {
    const isKnown = this.#namesAt(at);
    return heads.find((head) => {
      if (!isKnown(head)) return false;
      if (viewer === undefined) return true;
      const ref = this.#follow(at, { text: head, isQuoted: false }, viewer);
      return ref !== undefined && viewer.admits(ref);
    });
  }

  /** Tells what may be named here. */
  #namesAt({ place, ref }: Position): (name: string) => boolean {
    if (place !== undefined) return (name) => place.class.member(name) !== undefined;
    const type = plainType(ref!.type);
    if (type instanceof ArrayType)
      return this.#keys.names(itemsOf(ref!), holdsReferences(type.element), ref!.root.isOwned);
    return (name) => partsOf(type)?.has(name) === true;
  }

  /** The composite that a property holds; of a registered one its own handle. */
  #objectAt(ref: PropertyRef): ObjectPlace | undefined {
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

function startOf(handle: ExposedObjectHandle): Position {
  return {
    place: { handle, class: handle.class, target: handle.target, parent: undefined },
    ref: undefined,
  };
}

function itemsOf(array: PropertyRef): readonly unknown[] {
  return (array.get() ?? []) as readonly unknown[];
}

function partsOf(type: Type): ReadonlyMap<string, ValueType> | undefined {
  return (type as { valueType?: ValueType }).valueType?.parts;
}

function holdsNoObject(path: string): ExposedError {
  return mistake('property-not-found', `${describePath(path)} holds no object`);
}

/** Application code that asks for a wrong path is to be found: what is said to it has a stack. */
function withStack<T>(resolve: () => T): T {
  try {
    return resolve();
  } catch (error) {
    if (!(error instanceof ExposedError)) throw error;
    throw new ExposedError(error.code, error.message);
  }
}
