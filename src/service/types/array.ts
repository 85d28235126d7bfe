import type { Json } from '../json.js';
import { arrayDelta, inlineElement, readArrayDelta } from './array-delta.js';
import type { Plan } from './plan.js';
import { type FilePlace, type Type, unreadable } from './type.js';
import { notConvertible } from './values/value-type.js';

/** An array or list. Arrays consume no depth (DEP-3); a write sets length and elements, merged by index. */
export class ArrayType implements Type {
  readonly name: string;
  readonly element: Type;
  readonly needsCurrent = true;

  constructor(element: Type) {
    this.element = element;
    this.name = `${element.name}[]`;
  }

  get keepable(): boolean {
    return this.element.keepable;
  }

  defaultValue(): unknown {
    return [];
  }

  read(json: Json, current: unknown, plan: Plan, where: string): unknown {
    if (!Array.isArray(json)) throw notConvertible(where, this.name, json);
    const before = (current ?? []) as readonly unknown[];
    return json.map((item, i) => this.element.read(item, before[i], plan, `${where}/${i}`));
  }

  write(value: unknown, remaining: number): string {
    const items = (value ?? []) as readonly unknown[];
    if (items.length === 0) return '[]';
    let text = `[${this.element.write(items[0], remaining)}`;
    for (let i = 1; i < items.length; i++) text += `,${this.element.write(items[i], remaining)}`;
    return `${text}]`;
  }

  equal(a: unknown, b: unknown): boolean {
    const left = (a ?? []) as readonly unknown[];
    const right = (b ?? []) as readonly unknown[];
    return left.length === right.length && left.every((item, i) => this.element.equal(item, right[i]));
  }

  capture(value: unknown): unknown {
    return ((value ?? []) as readonly unknown[]).map((item) => this.element.capture(item));
  }

  same(value: unknown, snapshot: unknown): boolean {
    const items = (value ?? []) as readonly unknown[];
    const before = (snapshot ?? []) as readonly unknown[];
    return items.length === before.length && items.every((item, i) => this.element.same(item, before[i]));
  }

  restore(snapshot: unknown, current: unknown, plan: Plan): unknown {
    const present = (current ?? []) as readonly unknown[];
    return (snapshot as readonly unknown[]).map((item, i) => this.element.restore(item, present[i], plan));
  }

  persist(value: unknown): Json {
    return ((value ?? []) as readonly unknown[]).flatMap((item) => this.element.persist(item) ?? []);
  }

  delta(value: unknown, snapshot: unknown): Json | undefined {
    if (snapshot !== undefined && this.same(value, snapshot)) return undefined;
    const composite = inlineElement(this.element);
    if (snapshot === undefined || composite === undefined) return this.persist(value);
    const items = (value ?? []) as readonly unknown[];
    return arrayDelta(composite, items, (snapshot ?? []) as readonly unknown[]);
  }

  readDelta(json: Json, current: unknown, snapshot: unknown, plan: Plan, at: FilePlace): unknown {
    if (!Array.isArray(json)) {
      at.problems.ignored(at.path, notConvertible(at.path, this.name, json).message);
      return unreadable;
    }
    return readArrayDelta(this.element, json, current, snapshot, plan, at);
  }
}
