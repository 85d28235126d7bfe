import type { Assignable } from '../types/plan.js';
import { addReferrer } from '../types/referrers.js';
import type { Type } from '../types/type.js';
import { MemberRef } from './member-ref.js';
import type { PropertyRef } from './property-ref.js';

/*
 * A list that the service has copied to change it is nobody else's, and is changed itself from then on: to copy it again, and to
 * compare it as a whole, for each of a thousand elements would take as many times its length (LIM-5).
 */

const lists = new WeakSet<object>();

/** Marks a list that the service created and nobody else refers to, so that later writes change it in place. */
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
  readonly #ref: PropertyRef;

  /** @param ref of the list */
  constructor(ref: PropertyRef) {
    this.name = ref.root.name;
    this.#ref = ref;
  }

  runsCode(): boolean {
    return false;
  }

  abstract read(items: object): unknown;
  abstract set(items: object, value: unknown): void;

  /** Notes the new referrer of an element that was added. */
  protected noteAdded(element: Type, value: unknown): void {
    if (element.refers) addReferrer(ownerOf(this.#ref), value);
  }
}

/** Replaces one element. */
export class ElementSlot extends ListAssignment {
  readonly type: Type;
  readonly #index: number;

  constructor(ref: PropertyRef, type: Type, index: number) {
    super(ref);
    this.type = type;
    this.#index = index;
  }

  read(items: object): unknown {
    return (items as unknown[])[this.#index];
  }

  set(items: object, value: unknown): void {
    (items as unknown[])[this.#index] = value;
    this.noteAdded(this.type, value);
  }
}

/** The value that undoes an operation. */
const undoValue = Symbol('as before');
const neverEqual = { equal: () => false };

/** Appends an element. */
export class AppendElement extends ListAssignment {
  readonly type = neverEqual;
  readonly #element: Type;

  constructor(ref: PropertyRef, element: Type) {
    super(ref);
    this.#element = element;
  }

  read(): unknown {
    return undoValue;
  }

  set(items: object, value: unknown): void {
    if (value === undoValue) (items as unknown[]).pop();
    else {
      (items as unknown[]).push(value);
      this.noteAdded(this.#element, value);
    }
  }
}

/** Removes an element; the assigned value is ignored. */
export class RemoveElement extends ListAssignment {
  readonly type = neverEqual;
  readonly #index: number;
  #element: unknown;

  constructor(ref: PropertyRef, index: number) {
    super(ref);
    this.#index = index;
  }

  read(): unknown {
    return undoValue;
  }

  set(items: object, value: unknown): void {
    if (value === undoValue) (items as unknown[]).splice(this.#index, 0, this.#element);
    else [this.#element] = (items as unknown[]).splice(this.#index, 1);
  }
}

/** Moves an element; the assigned value is ignored. */
export class MoveElement extends ListAssignment {
  readonly type = neverEqual;
  readonly #from: number;
  readonly #to: number;

  constructor(ref: PropertyRef, from: number, to: number) {
    super(ref);
    this.#from = from;
    this.#to = to;
  }

  read(): unknown {
    return undoValue;
  }

  set(items: object, value: unknown): void {
    if (value === undoValue) moveElement(items as unknown[], this.#to, this.#from);
    else moveElement(items as unknown[], this.#from, this.#to);
  }
}

export function moveElement(items: unknown[], from: number, to: number): void {
  const [element] = items.splice(from, 1);
  items.splice(to, 0, element);
}

/** Returns the object that has a list as a member, or inside a list. */
function ownerOf(ref: PropertyRef): object {
  let each = ref;
  while (!(each instanceof MemberRef)) each = each.outer!;
  return each.inlineObject ?? each.handle.target;
}
