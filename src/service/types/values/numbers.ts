import { type FloatInfo, type IntegerInfo, rangeOf } from '../../../wire/value-types.js';
import type { Json } from '../../common/json.js';
import { notConvertible, type ValueType } from './value-type.js';

/** Each digit can be matched in only one way, which avoids backtracking. */
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const integer = /^[+-]?\d+$/;

/** Maximum number of characters of a number as a string (wire.md section 1). */
const maxNumberLength = 1024;

/** Rounds half to even, as the engine's integer conversion does. */
function roundHalfToEven(value: number): number {
  const floor = Math.floor(value);
  const fraction = value - floor;
  if (fraction !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** Returns the number in a JSON value or numeric string; undefined if there is none. */
function toNumber(json: Json): number | bigint | undefined {
  if (typeof json === 'number' || typeof json === 'bigint') return json;
  if (typeof json !== 'string' || json.length > maxNumberLength) return undefined;
  const text = json.trim();
  if (integer.test(text)) {
    const exact = BigInt(text.replace(/^\+/, ''));
    return BigInt.asIntN(54, exact) === exact ? Number(exact) : exact;
  }
  return decimal.test(text) ? Number(text) : undefined;
}

/** Writes an integer of application code; a missing or infinite one is 0. */
function writeInteger(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number')
    return Number.isFinite(value) ? String(Number.isInteger(value) ? value : roundHalfToEven(value)) : '0';
  return value === undefined || value === null ? '0' : 'null';
}

/** Creates an integer type; values beyond 2^53 are bigints. */
export function integerType(name: string, info: IntegerInfo): ValueType {
  const [minimum, maximum] = rangeOf(info);
  const range = `${name} from ${minimum} to ${maximum}`;
  return {
    name,
    merges: false,
    defaultValue: () => 0,
    read(json, _current, where) {
      const given = toNumber(json);
      if (given === undefined) throw notConvertible(where, name, json);
      if (typeof given === 'number' && !Number.isFinite(given)) throw notConvertible(where, range, json);
      const rounded = typeof given === 'bigint' ? given : roundHalfToEven(given);
      if (rounded < minimum || rounded > maximum) throw notConvertible(where, range, json);
      if (typeof rounded === 'number' && Number.isSafeInteger(rounded)) return rounded + 0;
      const exact = BigInt(rounded);
      return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
    },
    write: writeInteger,
    expected: `${name}, a whole number from ${minimum} to ${maximum}`,
    fits(value) {
      const isWhole = typeof value === 'bigint' || Number.isInteger(value);
      return isWhole && (value as number | bigint) >= minimum && (value as number | bigint) <= maximum;
    },
    equal(a, b) {
      if (a === b) return true;
      if (Number.isInteger(a) && Number.isInteger(b)) return false;
      // 5, 5n and 5.1 are the same integer, written as 5.
      return writeInteger(a) === writeInteger(b);
    },
  };
}

/** A map, since an object would find `constructor` for a client's string. */
const specialNumbers: ReadonlyMap<string, number> = new Map([
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]);

/** Writes numbers that JSON lacks as strings. */
function writeNumber(value: number): string {
  return Number.isFinite(value) ? (Object.is(value, -0) ? '0' : String(value)) : `"${value}"`;
}

/** Returns the next decimal with a precision after the nearest one, away from zero. */
function nextDecimal(value: number, precision: number): number {
  const [mantissa, exponent] = value.toExponential(precision - 1).split('e') as [string, string];
  const digits = Number(mantissa.replace('.', ''));
  return Number(`${digits + Math.sign(digits)}e${Number(exponent) - precision + 1}`);
}

const smallestNormalSingle = 2 ** -126;

const powersOfTen = Array.from({ length: 12 }, (_, exponent) => 10 ** exponent);
const [smallestUsual, firstUnusual] = [1e-3, 1e6];

/**
 * Returns the shortest decimal of a float of a usual size by arithmetic: its 24 bits times a power of ten up to the
 * eleventh fit into a double exactly.
 */
function usualSingle(size: number): number {
  let places = 0;
  while (size * powersOfTen[places]! < 1e5) places++;
  for (let precision = 6; ; precision++) {
    const power = powersOfTen[places++]!;
    const digits = Math.round(size * power);
    if (precision === 9 || Math.fround(digits / power) === size) return digits / power;
    if (Math.fround((digits + 1) / power) === size) return (digits + 1) / power;
  }
}

/** Returns the shortest decimal that gives the same 32-bit float: 0.1, not 0.10000000149011612. */
export function formatSingle(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return String(value + 0);
  if (!Number.isFinite(value)) return `"${value}"`;
  // A double written with six digits equals the 32-bit float with these digits; nothing shorter does.
  const text = String(value + 0);
  if (text.length <= 7 && !text.includes('e') && Math.abs(value) >= smallestNormalSingle) return text;
  const size = Math.abs(value);
  if (size >= smallestUsual && size < firstUnusual && Math.fround(value) === value)
    return String(value < 0 ? -usualSingle(size) : usualSingle(size));
  // Six digits are always preserved by a normal 32-bit float; nine always identify one.
  const firstPrecision = Math.abs(value) < smallestNormalSingle ? 1 : 6;
  for (let precision = firstPrecision; precision < 9; precision++) {
    const candidate = Number(value.toPrecision(precision));
    if (Math.fround(candidate) === value) return String(candidate);
    // Above a power of two the gap is twice that below, so the nearest decimal may miss the float while the next
    // one does not.
    const beyond = nextDecimal(value, precision);
    if (Math.fround(beyond) === value) return String(beyond);
  }
  return String(Number(value.toPrecision(9)));
}

/**
 * Creates a float type. A 32-bit value is stored exactly; application code may store any number, which is narrowed
 * when written.
 */
export function floatType(name: string, { bits }: FloatInfo): ValueType {
  const narrow = bits === 32 ? Math.fround : (value: number) => value;
  const write = bits === 32 ? formatSingle : writeNumber;
  /** Writes a number of application code; a missing one is 0. */
  const writeAny = (value: unknown): string => {
    if (typeof value === 'number') return write(narrow(value));
    if (typeof value === 'bigint') return write(narrow(Number(value)));
    return value === undefined || value === null ? '0' : 'null';
  };
  return {
    name,
    merges: false,
    defaultValue: () => 0,
    read(json, _current, where) {
      if (typeof json === 'number') {
        const value = narrow(json);
        if (Number.isFinite(value)) return value;
        throw notConvertible(where, `${name} within its range`, json);
      }
      const special = typeof json === 'string' ? specialNumbers.get(json) : undefined;
      if (special !== undefined) return special;
      const given = toNumber(json);
      if (given === undefined) throw notConvertible(where, name, json);
      const value = narrow(Number(given));
      if (!Number.isFinite(value)) throw notConvertible(where, `${name} within its range`, json);
      return value;
    },
    write: writeAny,
    expected: `${name}, a number`,
    fits(value) {
      if (typeof value !== 'number') return typeof value === 'bigint';
      return !Number.isFinite(value) || Number.isFinite(narrow(value));
    },
    equal(a, b) {
      if (a === b) return true;
      if (typeof a !== 'number' || typeof b !== 'number') return writeAny(a) === writeAny(b);
      const left = narrow(a);
      const right = narrow(b);
      return left === right || (Number.isNaN(left) && Number.isNaN(right));
    },
  };
}
