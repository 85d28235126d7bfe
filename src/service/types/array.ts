import { type ArrayKind, itemsOf } from './graph/kinds.js';
import { StructuralType } from './graph/structural.js';
import { plainType } from './nullable.js';
import type { Type } from './type.js';

/** An array or list. Arrays consume no depth (DEP-3); a write sets length and elements, merged by index. */
export class ArrayType extends StructuralType implements ArrayKind {
  readonly kind = 'array';
  readonly name: string;
  readonly element: Type;

  constructor(element: Type) {
    super();
    this.element = element;
    this.name = `${element.name}[]`;
  }

  get refers(): boolean {
    return this.element.refers;
  }

  get keepable(): boolean {
    return this.element.keepable;
  }

  defaultValue(): unknown {
    return [];
  }

  equal(a: unknown, b: unknown): boolean {
    const left = itemsOf(a);
    const right = itemsOf(b);
    if (left === undefined || right === undefined) return left === right;
    return left.length === right.length && left.every((item, i) => this.element.equal(item, right[i]));
  }
}

/** Returns the type of the values in a member, without nullability and arrays. */
export function elementType(type: Type): Type {
  const plain = plainType(type);
  return plain instanceof ArrayType ? elementType(plain.element) : plain;
}
