import type { FunctionPlace } from '../objects/resolve.js';
import type { ClassTable } from '../types/class-table.js';
import type { CompositeType } from '../types/composite.js';
import type { ExposedClass } from '../types/exposed-class.js';
import { isArray, isComposite, isLeaf, isNullable, itemsOf } from '../types/graph/kinds.js';
import { TextWalk } from '../types/graph/text.js';
import type { Type } from '../types/type.js';
import { checkedResult, resultText } from './invoke.js';
import { isElementary, partsOf } from './kept-texts.js';

/** A result of which a text may be made in slices. */
export class LongResult {
  readonly #type: Type;
  readonly #value: unknown;
  /** Moves with whatever may change the value; undefined where nothing can. */
  readonly #stamp: (() => unknown) | undefined;

  constructor(type: Type, value: unknown, stamp: (() => unknown) | undefined) {
    this.#type = type;
    this.#value = value;
    this.#stamp = stamp;
  }

  /** What answers later is written at once. */
  atOnce(): string {
    return this.#type.write(this.#value, Number.POSITIVE_INFINITY);
  }

  /** Where the value changes meanwhile, at once. */
  *inSlices(): Generator<void, string> {
    const before = this.#stamp?.();
    const text = yield* new TextWalk().inSlices(this.#type, this.#value);
    return this.#stamp?.() === before ? text : this.atOnce();
  }
}

/**
 * A result as it was when the function returned.
 * @param stamp moves with every change in the model
 * @returns its text where the application may change it untold
 */
export function longResult(
  found: FunctionPlace,
  given: unknown,
  classes: ClassTable,
  stamp: () => unknown,
): string | LongResult {
  const { returnType: type } = found.function;
  const plain = type !== undefined && isNullable(type) ? type.inner : type;
  const element = plain !== undefined && isArray(plain) ? plain.element : plain;
  if (type === undefined || element === undefined) return resultText(found, given);
  const isSame = isUnchanging(element);
  if (!isSame && (isLeaf(element) || !isOwned(element, classes, new Set()))) return resultText(found, given);
  const value = checkedResult(type, given);
  // The application may have the array itself.
  const own = element === plain || value === null ? value : [...itemsOf(value)!];
  return new LongResult(type, own, isSame ? undefined : stamp);
}

/** Of what does not change in itself. */
function isUnchanging(type: Type): boolean {
  return isElementary(type) && partsOf(type) === undefined;
}

/** Whether all that values of a type hold is stored by the service, which tells of its changes. */
function isOwned(type: Type, classes: ClassTable, seen: Set<ExposedClass>): boolean {
  if (isNullable(type)) return isOwned(type.inner, classes, seen);
  if (isArray(type)) return isOwned(type.element, classes, seen);
  if (isLeaf(type)) return true;
  const cls = isComposite(type) ? (type as CompositeType).class : undefined;
  if (cls === undefined) return false;
  return [cls, ...classes.concreteSubtypes(cls)].every((each) => {
    if (seen.has(each)) return true;
    seen.add(each);
    return each.members.every((member) => member.isOwned && isOwned(member.type, classes, seen));
  });
}
