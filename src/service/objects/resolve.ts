import { ExposedError } from '../exposed-error.js';
import { ArrayType } from '../types/array.js';
import type { ClassTable } from '../types/class-table.js';
import { CompositeType } from '../types/composite.js';
import type { ExposedClass } from '../types/exposed-class.js';
import { plainType } from '../types/nullable.js';
import type { Type } from '../types/type.js';
import type { ValueType } from '../types/values/value-type.js';
import type { ExposedObjectHandle } from './handle.js';
import { type PathSegment, parsePath } from './path.js';
import { type ElementKey, ElementRef, MemberRef, PartRef, type PropertyRef } from './property-ref.js';
import type { ExposedObjectRegistry } from './registry.js';

/** Where the members of an object are looked up: a handle's object, or an inline composite inside it. */
export interface ObjectPlace {
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

const digits = /^\d+$/;

/** Resolves property paths against living objects (PTH-1 to 9). */
export class PathResolver {
  readonly #classes: ClassTable;
  readonly #objects: ExposedObjectRegistry;

  constructor(classes: ClassTable, objects: ExposedObjectRegistry) {
    this.#classes = classes;
    this.#objects = objects;
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
    return this.resolve(handle, parsePath(path, encoded), path, viewer);
  }

  resolve(
    handle: ExposedObjectHandle,
    segments: readonly PathSegment[],
    path: string,
    viewer?: Viewer,
  ): PropertyRef {
    let place: ObjectPlace | undefined = {
      handle,
      class: handle.class,
      target: handle.target,
      parent: undefined,
    };
    let ref: PropertyRef | undefined;
    const pending = [...segments].reverse();
    while (pending.length > 0) {
      const segment = pending.pop()!;
      if (ref !== undefined) place = this.#objectAt(ref);
      const next: PropertyRef | undefined = place
        ? this.#memberOf(place, segment, pending)
        : ref && this.#insideOf(ref, segment, pending);
      if (next === undefined || viewer?.admits(next) === false) {
        throw new ExposedError('property-not-found', `${path} (at "${segment.text}")`);
      }
      ref = next;
    }
    if (ref === undefined) throw new ExposedError('invalid-request', 'the path is empty');
    return ref;
  }

  /** The object at a path, for functions: the handle's own for an empty one. */
  object(
    handle: ExposedObjectHandle,
    segments: readonly PathSegment[],
    path: string,
    viewer?: Viewer,
  ): ObjectPlace {
    if (segments.length === 0)
      return { handle, class: handle.class, target: handle.target, parent: undefined };
    const place = this.#objectAt(this.resolve(handle, segments, path, viewer));
    if (place === undefined || viewer?.reads(place.handle) === false)
      throw new ExposedError('property-not-found', `${path} holds no object`);
    return place;
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

  #memberOf(place: ObjectPlace, segment: PathSegment, pending: PathSegment[]): PropertyRef | undefined {
    const member = place.class.member(segment.text);
    if (member === undefined)
      return this.#splitAtDot(segment, pending, (text) => place.class.member(text) !== undefined)
        ? this.#memberOf(place, pending.pop()!, pending)
        : undefined;
    return new MemberRef(place.handle, member, place.parent, place.parent && place);
  }

  /** A step into an array or a composite value. */
  #insideOf(ref: PropertyRef, segment: PathSegment, pending: PathSegment[]): PropertyRef | undefined {
    const type = plainType(ref.type);
    if (type instanceof ArrayType) return this.#elementOf(ref, type, segment, pending);
    const parts = (type as { valueType?: ValueType }).valueType?.parts;
    const part = parts?.get(segment.text);
    if (part !== undefined) return new PartRef(ref, segment.text, part);
    return parts && this.#splitAtDot(segment, pending, (text) => parts.has(text))
      ? this.#insideOf(ref, pending.pop()!, pending)
      : undefined;
  }

  /** Digits are an index; anything else is a key, or for components a type name. */
  #elementOf(
    ref: PropertyRef,
    type: ArrayType,
    segment: PathSegment,
    pending: PathSegment[],
  ): PropertyRef | undefined {
    const items = (ref.get() ?? []) as readonly unknown[];
    const { text } = segment;
    if (digits.test(text)) {
      const index = Number(text);
      return index < items.length ? new ElementRef(ref, type.element, index) : undefined;
    }
    const key = this.#elementKey(text, type.element);
    const index = key.find(items, text);
    if (index >= 0) return new ElementRef(ref, type.element, index, key);
    const isElement = (head: string) =>
      digits.test(head)
        ? Number(head) < items.length
        : this.#elementKey(head, type.element).find(items, head) >= 0;
    return this.#splitAtDot(segment, pending, isElement)
      ? this.#elementOf(ref, type, pending.pop()!, pending)
      : undefined;
  }

  #elementKey(text: string, element: Type): ElementKey {
    const matches = (item: unknown, wanted: string) => this.#keyOf(item) === wanted;
    const byKey: ElementKey = {
      text,
      matches,
      find: (items) => items.findIndex((item) => matches(item, text)),
    };
    const composite = plainType(element);
    if (!(composite instanceof CompositeType) || !composite.isReference) return byKey;
    const cls = this.#classes.find(text);
    const isOfType = (item: unknown) =>
      cls !== undefined && item != null && this.#objects.classOf(item as object) === cls;
    return {
      text,
      matches: (item) => isOfType(item) || matches(item, text),
      find(items) {
        const index = byKey.find(items, text);
        return index >= 0 ? index : items.findIndex(isOfType);
      },
    };
  }

  /** The value of an element's key member as text. */
  #keyOf(item: unknown): string | undefined {
    if (item === null || typeof item !== 'object') return undefined;
    const cls = this.#objects.classOf(item);
    const value = cls?.keyMember?.get(item);
    return value == null ? undefined : String(value);
  }

  /**
   * `a.b` outside of brackets means `a/b` where `a.b` itself means nothing: keys may contain dots. Takes the longest
   * head that is known and pushes head and rest back; false when there is none.
   */
  #splitAtDot(segment: PathSegment, pending: PathSegment[], isKnown: (head: string) => boolean): boolean {
    if (segment.isBracketed) return false;
    for (let dot = segment.text.lastIndexOf('.'); dot > 0; dot = segment.text.lastIndexOf('.', dot - 1)) {
      const head = segment.text.slice(0, dot);
      const rest = segment.text.slice(dot + 1);
      if (rest === '' || !isKnown(head)) continue;
      pending.push({ text: rest, isBracketed: false }, { text: head, isBracketed: false });
      return true;
    }
    return false;
  }
}
