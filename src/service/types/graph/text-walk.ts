import { ExposedError } from '../../common/exposed-error.js';
import { maxResponseValues } from '../../limits.js';
import type { ExposedClass } from '../exposed-class.js';
import type { ExposedMember } from '../exposed-member.js';
import type { Type } from '../type.js';
import { type CompositeKind, isArray, isComposite, isLeaf, isNullable, itemsOf } from './kinds.js';

/** Half the maximum string length, which leaves room to close open objects and arrays. */
const maxCharacters = 2 ** 28;

/**
 * Number of characters after which the text is flattened: the engine would otherwise keep each piece as an object.
 */
const flatCharacters = 16 * 1024;
/** Number of array leaves written between two checks. */
const itemsPerRun = 256;

/** An object or array that is being written: an object has members, an array items. */
interface Open {
  readonly members: readonly ExposedMember[] | undefined;
  readonly target: object;
  readonly items: readonly unknown[];
  readonly element: Type | undefined;
  readonly remaining: number;
  next: number;
}

const noItems: readonly unknown[] = [];

/**
 * Writes a value as JSON in one pass, iteratively and without building a tree. A composite inside itself becomes a stub
 * (DEP-12), as does everything beyond the value limit, unless the text is rejected then (DEP-13).
 */
export class TextWalk {
  readonly #refuseAt: string | undefined;
  readonly #open: Open[] = [];
  readonly #ancestors = new Set<object>();
  /** The flattened text before `#text`. */
  #before = '';
  #text = '';
  #values = 0;
  #isCut = false;

  /** @param refuseAt the path of the value, if text beyond the limit is to be rejected */
  constructor(refuseAt?: string) {
    this.#refuseAt = refuseAt;
  }

  /** True if something was omitted because of the value limit. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** @throws ExposedError `answer-too-large` */
  value(type: Type, value: unknown, remaining: number): string {
    if (this.#begin(type, value, remaining)) this.#finish();
    return this.#done();
  }

  /** Returns the members of an object, each after a comma, with `remaining` levels of composites. */
  members(cls: ExposedClass, target: object, remaining: number): string {
    this.#push(cls.members, target, noItems, undefined, remaining);
    this.#finish();
    // Without the brace that closes the object.
    return this.#done().slice(0, -1);
  }

  /** Writes a leaf, or the beginning of an object or array; true if that stays open. */
  #begin(type: Type, value: unknown, remaining: number): boolean {
    if (isLeaf(type)) {
      this.#values += type.size;
      this.#text += type.write(value, remaining);
      return false;
    }
    if (isNullable(type)) {
      if (value !== null && value !== undefined) return this.#begin(type.inner, value, remaining);
    } else if (isArray(type)) {
      const items = itemsOf(value);
      if (items !== undefined) return this.#beginArray(type.element, items, remaining);
    } else if (isComposite(type) && value !== null && value !== undefined) {
      return this.#beginComposite(type, value as object, remaining);
    }
    this.#values++;
    this.#text += 'null';
    return false;
  }

  #beginArray(element: Type, items: readonly unknown[], remaining: number): boolean {
    this.#values++;
    if (items.length === 0) {
      this.#text += '[]';
      return false;
    }
    if (isLeaf(element)) {
      this.#values += items.length * element.size;
      this.#checkLimit();
      this.#text += `[${element.write(items[0], remaining)}`;
      this.#writeLeafItems(element, items, remaining);
      this.#text += ']';
      return false;
    }
    this.#text += '[';
    this.#push(undefined, items, items, element, remaining);
    return true;
  }

  /** Writes a reference if registered (OBJ-7), a stub beyond the depth (DEP-2), otherwise an inline object. */
  #beginComposite(type: CompositeKind, target: object, remaining: number): boolean {
    this.#values++;
    const shown = type.shown(target);
    if (shown === undefined || shown.reference !== undefined) {
      this.#text += shown?.reference ?? 'null';
      return false;
    }
    const { class: cls, instance } = shown;
    if (remaining <= 0 || this.#ancestors.has(target) || this.#checkLimit()) {
      this.#text += `{"@type":${cls.jsonName},"@truncated":true}`;
      return false;
    }
    this.#text += `{"@type":${cls.jsonName}${instance}`;
    if (cls.isFlat) {
      this.#writeLeaves(cls.members, target, 0);
      this.#text += '}';
      return false;
    }
    this.#push(cls.members, target, noItems, undefined, remaining - 1);
    return true;
  }

  #push(
    members: readonly ExposedMember[] | undefined,
    target: object,
    items: readonly unknown[],
    element: Type | undefined,
    remaining: number,
  ): void {
    if (members !== undefined) this.#ancestors.add(target);
    this.#open.push({ members, target, items, element, remaining, next: 0 });
  }

  #finish(): void {
    while (this.#open.length > 0) {
      if (this.#isLong) this.#flatten();
      const last = this.#open[this.#open.length - 1]!;
      if (last.members !== undefined) this.#writeMembers(last, last.members);
      else this.#writeItems(last, last.element!);
    }
  }

  /** Continues an object until a nested value is open or the object is complete. */
  #writeMembers(object: Open, members: readonly ExposedMember[]): void {
    const { target, remaining } = object;
    for (;;) {
      object.next = this.#writeLeaves(members, target, object.next);
      const member = members[object.next++];
      if (member === undefined) break;
      this.#text += `,${member.jsonKey}`;
      if (this.#begin(member.type, member.read(target), remaining)) return;
    }
    this.#text += '}';
    this.#ancestors.delete(target);
    this.#open.pop();
  }

  /** Writes leaf members from `first`. @returns the index of the next other member, or the number of members */
  #writeLeaves(members: readonly ExposedMember[], target: object, first: number): number {
    let text = this.#text;
    let values = this.#values;
    let next = first;
    for (; next < members.length; next++) {
      const member = members[next]!;
      const { type } = member;
      if (type.kind !== 'leaf') break;
      values += type.size;
      text += `,${member.jsonKey}${type.write(member.read(target), 0)}`;
    }
    this.#text = text;
    this.#values = values;
    return next;
  }

  /** Writes the items after the first, in flattened runs. */
  #writeLeafItems(element: Type, items: readonly unknown[], remaining: number): void {
    for (let i = 1; i < items.length; ) {
      const end = Math.min(items.length, i + itemsPerRun);
      let text = this.#text;
      for (; i < end; i++) text += `,${element.write(items[i], remaining)}`;
      this.#text = text;
      if (this.#isLong) this.#flatten();
    }
  }

  #writeItems(array: Open, element: Type): void {
    const { items, remaining } = array;
    while (array.next < items.length) {
      // Continues after the text has been flattened.
      if (this.#isLong) return;
      if (array.next > 0) this.#text += ',';
      if (this.#begin(element, items[array.next++], remaining)) return;
    }
    this.#text += ']';
    this.#open.pop();
  }

  #done(): string {
    this.#checkLimit();
    return this.#before + this.#text;
  }

  get #isLong(): boolean {
    return this.#text.length > flatCharacters;
  }

  #flatten(): void {
    // Reading a character flattens the string.
    this.#text.charCodeAt(0);
    this.#before += this.#text;
    this.#text = '';
  }

  /** Cuts the value once it is beyond the limit, and returns true then. @throws ExposedError `answer-too-large` */
  #checkLimit(): boolean {
    if (this.#values <= maxResponseValues && this.#before.length + this.#text.length <= maxCharacters)
      return false;
    this.#isCut = true;
    if (this.#refuseAt === undefined) return true;
    const part = [this.#refuseAt, ...this.#openSteps()].filter((step) => step !== '').join('/');
    throw new ExposedError(
      'answer-too-large',
      `it expands to more than ${maxResponseValues} values; ask for a part of it, such as ${part}`,
    );
  }

  /** Returns the first segments of the path to the present value. */
  #openSteps(): string[] {
    return this.#open.slice(0, 2).map(({ members, next }) => members?.[next - 1]?.name ?? String(next - 1));
  }
}
