/**
 * Arithmetic of scene functions: exact for integers, also beyond 2^53, where a 64-bit integer is a bigint; otherwise that
 * of doubles, NaN and infinities included.
 */

type Numeric = number | bigint;

interface Operation {
  readonly name: string;
  readonly ofDoubles: (a: number, b: number) => number;
  readonly ofIntegers: (a: bigint, b: bigint) => bigint;
}

const adding: Operation = { name: 'sum', ofDoubles: (a, b) => a + b, ofIntegers: (a, b) => a + b };
const subtracting: Operation = {
  name: 'difference',
  ofDoubles: (a, b) => a - b,
  ofIntegers: (a, b) => a - b,
};
const multiplying: Operation = { name: 'product', ofDoubles: (a, b) => a * b, ofIntegers: (a, b) => a * b };

/** @throws Error for an operand that is no number, or where a long integer and a fraction meet. */
export function sum(operands: readonly unknown[]): Numeric {
  return calculate(adding, [0, ...operands]);
}

/** The first operand less the others. @throws Error as `sum` */
export function difference(operands: readonly unknown[]): Numeric {
  return calculate(subtracting, operands.length === 0 ? [0] : operands);
}

/** @throws Error as `sum` */
export function product(operands: readonly unknown[]): Numeric {
  return calculate(multiplying, [1, ...operands]);
}

function calculate(operation: Operation, operands: readonly unknown[]): Numeric {
  const numbers = operands.map((operand) => numberOf(operand, operation.name));
  return numbers.reduce((a, b) => apply(operation, a, b));
}

function apply({ name, ofDoubles, ofIntegers }: Operation, a: Numeric, b: Numeric): Numeric {
  const areLong = typeof a === 'bigint' || typeof b === 'bigint';
  if (areLong && isWhole(a) && isWhole(b)) return shortest(ofIntegers(BigInt(a), BigInt(b)));
  const result = ofDoubles(Number(a), Number(b));
  if (!areLong) {
    const isExact = !Number.isSafeInteger(a) || !Number.isSafeInteger(b) || Number.isSafeInteger(result);
    return isExact ? result : shortest(ofIntegers(BigInt(a), BigInt(b)));
  }
  if (!Number.isFinite(result)) return result;
  throw new Error(
    `${name}: ${a} and ${b} have no exact result: one is beyond 2^53, the other has a fraction`,
  );
}

function isWhole(value: Numeric): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}

/** As the service holds integers: a number where it can be one. */
function shortest(value: bigint): Numeric {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

const integer = /^\s*[+-]?\d+\s*$/;
const decimal = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;
const specials: ReadonlyMap<string, number> = new Map([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);

/** An operand as the service's types read numbers; null is 0, as for a missing argument. */
function numberOf(operand: unknown, operation: string): Numeric {
  if (typeof operand === 'number') return operand;
  if (typeof operand === 'bigint') return shortest(operand);
  if (operand === null || operand === undefined) return 0;
  if (typeof operand === 'string') {
    if (integer.test(operand)) return shortest(BigInt(operand.trim().replace(/^\+/, '')));
    const special = specials.get(operand);
    if (special !== undefined) return special;
    if (decimal.test(operand)) return Number(operand);
  }
  const shown = typeof operand === 'string' ? JSON.stringify(operand) : String(operand);
  throw new Error(`${operation}: expected a number, got ${shown}`);
}
