import type { Assignable } from '../types/plan.js';
import { addReferrer } from '../types/referrers.js';
import type { Type } from '../types/type.js';
import { MemberRef } from './member-ref.js';
import type { PropertyRef } from './property-ref.js';

/*
 * The service copies a list before it changes it. No other code refers to the copy, so later writes change it in place.
 * Copying and comparing the whole list for each of a thousand elements would be slow (LIM-5).
 */

const lists = new WeakSet<object>();

/** Marks a list that only the service refers to, so that later writes change it in place. */
export function markOwned(ref: PropertyRef, items: unknown[]): unknown[] {
  if (ref.root.isOwned) lists.add(items);
  return items;
}

/** Returns the list if it may be changed in place; undefined if it must be copied first. */
export function ownedList(items: readonly unknown[]): unknown[] | undefined {
  return lists.has(items) ? (items as unknown[]) : undefined;
}

/** An operation on an owned list, as an assignment that a transaction can undo. */
abstract class ListAssignment implements Assignable {
  readonly name: string;
  readonly isOwned = true;
  abstract readonly type: Assignable['type'];

  /** @param ref of the list */
  constructor(ref: PropertyRef) {
    this.name = ref.root.name;
  }

  runsCode(): boolean {
    return false;
  }

  abstract read(items: object): unknown;
  abstract set(items: object, value: unknown): void;
}

/** Replaces one element. */
export class ElementSlot extends ListAssignment {
  readonly type: Type;
  readonly #ref: PropertyRef;
  readonly #index: number;

  constructor(ref: PropertyRef, type: Type, index: number) {
    super(ref);
    this.#ref = ref;
    this.type = type;
    this.#index = index;
  }

  read(items: object): unknown {
    return (items as unknown[])[this.#index];
  }

  set(items: object, value: unknown): void {
    (items as unknown[])[this.#index] = value;
    noteAdded(this.#ref, this.type, value);
  }
}

/** The value that undoes an operation. */
const undoValue = Symbol('as before');

/** Appends, removes or moves an element. */
class ListOperation extends ListAssignment {
  readonly type = { equal: () => false };
  readonly #apply: (items: unknown[], value: unknown) => void;
  readonly #undo: (items: unknown[]) => void;

  constructor(
    ref: PropertyRef,
    apply: (items: unknown[], value: unknown) => void,
    undo: (items: unknown[]) => void,
  ) {
    super(ref);
    this.#apply = apply;
    this.#undo = undo;
  }

  read(): unknown {
    return undoValue;
  }

  set(items: object, value: unknown): void {
    if (value === undoValue) this.#undo(items as unknown[]);
    else this.#apply(items as unknown[], value);
  }
}

/** Appends the assigned value. */
export function appendElement(ref: PropertyRef, element: Type): Assignable {
  const append = (items: unknown[], value: unknown) => {
    items.push(value);
    noteAdded(ref, element, value);
  };
  return new ListOperation(ref, append, (items) => items.pop());
}

/** Removes an element; the assigned value is ignored. */
export function removeElement(ref: PropertyRef, index: number): Assignable {
  let removed: unknown;
  const remove = (items: unknown[]) => {
    [removed] = items.splice(index, 1);
  };
  return new ListOperation(ref, remove, (items) => items.splice(index, 0, removed));
}

/** Moves an element; the assigned value is ignored. */
export function reorderElement(ref: PropertyRef, from: number, to: number): Assignable {
  return new ListOperation(
    ref,
    (items) => moveElement(items, from, to),
    (items) => moveElement(items, to, from),
  );
}

export function moveElement(items: unknown[], from: number, to: number): void {
  const [element] = items.splice(from, 1);
  items.splice(to, 0, element);
}

/** Notes the new referrer of an element that was added. */
function noteAdded(ref: PropertyRef, element: Type, value: unknown): void {
  if (element.refers) addReferrer(ownerOf(ref), value);
}

/** Returns the object that has a list as a member, or inside a list. */
function ownerOf(ref: PropertyRef): object {
  let each = ref;
  while (!(each instanceof MemberRef)) each = each.outer!;
  return each.inlineObject ?? each.handle.target;
}
