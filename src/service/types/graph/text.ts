import { ExposedError } from '../../exposed-error.js';
import { maxAnswerValues } from '../../limits.js';
import type { ExposedClass } from '../exposed-class.js';
import type { ExposedMember } from '../exposed-member.js';
import type { Type } from '../type.js';
import { type CompositeKind, isArray, isComposite, isLeaf, isNullable, itemsOf } from './kinds.js';

/** Half of what a string can hold: a text is cut or refused while there is still room for what is open. */
const maxCharacters = 2 ** 28;

/**
 * Characters after which what has been written is made one text of its own: the pieces of it, which the engine keeps until
 * somebody reads the whole, would else be as many objects as the text has names and values.
 */
const flatCharacters = 16 * 1024;
/** Leaves of an array that are written before that is looked at. */
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
 * Writes a value as JSON text in one pass, without building trees and without recursion: a chain may be as long as
 * memory lasts. A composite that is its own ancestor is cut off with a stub (DEP-12), and so is every one past the limit
 * of values, unless the text is to be refused then (DEP-13).
 */
export class TextWalk {
  readonly #refuseAt: string | undefined;
  readonly #open: Open[] = [];
  readonly #ancestors = new Set<object>();
  /** What was written before `#text`, in long pieces. */
  #before = '';
  #text = '';
  #values = 0;
  #isCut = false;

  /** @param refuseAt the path of what is written, when a text past the limit is to be refused */
  constructor(refuseAt?: string) {
    this.#refuseAt = refuseAt;
  }

  /** True when something was left out because of the limit of values. */
  get isCut(): boolean {
    return this.#isCut;
  }

  /** @throws ExposedError `answer-too-large` */
  value(type: Type, value: unknown, remaining: number): string {
    if (this.#begin(type, value, remaining)) this.#finish();
    return this.#done();
  }

  /** The members of an object, each with a comma before it; composites have `remaining` levels left. */
  members(cls: ExposedClass, target: object, remaining: number): string {
    this.#push(cls.members, target, noItems, undefined, remaining);
    this.#finish();
    // Without the brace that closes the object.
    return this.#done().slice(0, -1);
  }

  /** Writes a leaf, or the beginning of an object or array that is then open; true in that case. */
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
      this.#isPastLimit();
      this.#text += `[${element.write(items[0], remaining)}`;
      this.#writeLeafItems(element, items, remaining);
      this.#text += ']';
      return false;
    }
    this.#text += '[';
    this.#push(undefined, items, items, element, remaining);
    return true;
  }

  /** A reference when registered (OBJ-7), a stub beyond the depth (DEP-2), else inline. */
  #beginComposite(type: CompositeKind, target: object, remaining: number): boolean {
    this.#values++;
    const shown = type.shown(target);
    if (shown === undefined || shown.reference !== undefined) {
      this.#text += shown?.reference ?? 'null';
      return false;
    }
    const { class: cls, instance } = shown;
    if (remaining <= 0 || this.#ancestors.has(target) || this.#isPastLimit()) {
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
      this.#goOn();
    }
  }

  #goOn(): void {
    const last = this.#open[this.#open.length - 1]!;
    if (last.members !== undefined) this.#writeMembers(last, last.members);
    else this.#writeItems(last, last.element!);
  }

  /** Goes on with an object until something in it is open or it is complete. */
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

  /** Writes members from `first` up to the first that is no leaf; the index of that, or the number of members. */
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

  /** Writes the items but the first, in runs that each become one text. */
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
      // It is made one text, and gone on with.
      if (this.#isLong) return;
      if (array.next > 0) this.#text += ',';
      if (this.#begin(element, items[array.next++], remaining)) return;
    }
    this.#text += ']';
    this.#open.pop();
  }

  #done(): string {
    this.#isPastLimit();
    return this.#before + this.#text;
  }

  get #isLong(): boolean {
    return this.#text.length > flatCharacters;
  }

  #flatten(): void {
    // To look at a character makes one text of the pieces.
    this.#text.charCodeAt(0);
    this.#before += this.#text;
    this.#text = '';
  }

  #isPastLimit(): boolean {
    if (this.#values <= maxAnswerValues && this.#before.length + this.#text.length <= maxCharacters)
      return false;
    this.#isCut = true;
    if (this.#refuseAt === undefined) return true;
    const part = [this.#refuseAt, ...this.#openSteps()].filter((step) => step !== '').join('/');
    throw new ExposedError(
      'answer-too-large',
      `it expands to more than ${maxAnswerValues} values; ask for a part of it, such as ${part}`,
    );
  }

  /** The first steps of the path to what is being written. */
  #openSteps(): string[] {
    return this.#open.slice(0, 2).map(({ members, next }) => members?.[next - 1]?.name ?? String(next - 1));
  }
}

export function writeText(type: Type, value: unknown, remaining: number, refuseAt?: string): string {
  return new TextWalk(refuseAt).value(type, value, remaining);
}
