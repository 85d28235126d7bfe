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

/** Of a list that is to be set where the service owns what is stored: nobody else has it. */
export function asOwn(ref: PropertyRef, items: unknown[]): unknown[] {
  if (ref.root.isOwned) lists.add(items);
  return items;
}

/** The list itself where it may be changed; undefined where it has to be copied first. */
export function ownList(items: readonly unknown[]): unknown[] | undefined {
  return lists.has(items) ? (items as unknown[]) : undefined;
}

/** Something that is done to a list of the service's own. */
abstract class OfList implements Assignable {
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

  /** The list has an element that it may not have had. */
  protected hasGot(element: Type, value: unknown): void {
    if (element.refers) addReferrer(holderOf(this.#ref), value);
  }
}

/** One element, which becomes another. */
export class ElementSlot extends OfList {
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
    this.hasGot(this.type, value);
  }
}

/** What a list is set to where it is to be as it was. */
const asBefore = Symbol('as before');
const isAlwaysChange = { equal: () => false };

/** An element that comes to its end. */
export class Appended extends OfList {
  readonly type = isAlwaysChange;
  readonly #element: Type;

  constructor(ref: PropertyRef, element: Type) {
    super(ref);
    this.#element = element;
  }

  read(): unknown {
    return asBefore;
  }

  set(items: object, value: unknown): void {
    if (value === asBefore) (items as unknown[]).pop();
    else {
      (items as unknown[]).push(value);
      this.hasGot(this.#element, value);
    }
  }
}

/** An element that goes; it is set to whatever. */
export class Removed extends OfList {
  readonly type = isAlwaysChange;
  readonly #index: number;
  #element: unknown;

  constructor(ref: PropertyRef, index: number) {
    super(ref);
    this.#index = index;
  }

  read(): unknown {
    return asBefore;
  }

  set(items: object, value: unknown): void {
    if (value === asBefore) (items as unknown[]).splice(this.#index, 0, this.#element);
    else [this.#element] = (items as unknown[]).splice(this.#index, 1);
  }
}

/** An element that goes elsewhere; it is set to whatever. */
export class Moved extends OfList {
  readonly type = isAlwaysChange;
  readonly #from: number;
  readonly #to: number;

  constructor(ref: PropertyRef, from: number, to: number) {
    super(ref);
    this.#from = from;
    this.#to = to;
  }

  read(): unknown {
    return asBefore;
  }

  set(items: object, value: unknown): void {
    if (value === asBefore) moveElement(items as unknown[], this.#to, this.#from);
    else moveElement(items as unknown[], this.#from, this.#to);
  }
}

export function moveElement(items: unknown[], from: number, to: number): void {
  const [element] = items.splice(from, 1);
  items.splice(to, 0, element);
}

/** The object that has a list as a member, or in a list. */
function holderOf(ref: PropertyRef): object {
  let each = ref;
  while (!(each instanceof MemberRef)) each = each.outer!;
  return each.holder ?? each.handle.target;
}
