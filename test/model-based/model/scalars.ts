import type { EnumName, ScalarName } from '../table/spec.js';
import { enums } from '../table/spec.js';
import { isObject, type Json } from './json.js';
import { badValue } from './refused.js';

const ranges: Readonly<Record<string, readonly [bigint, bigint]>> = {
  Byte: [0n, 255n],
  Int16: [-(2n ** 15n), 2n ** 15n - 1n],
  Int32: [-(2n ** 31n), 2n ** 31n - 1n],
  Int64: [-(2n ** 63n), 2n ** 63n - 1n],
};
const names: Readonly<Record<string, number>> = { NaN, Infinity, '-Infinity': -Infinity };
/** The names of known assets by GUID; not all are loaded. */
export const assets: Readonly<Record<string, string>> = { 'guid-clip': 'Clip', 'guid-late': 'Late' };
const largestSingle = 2 ** 128 - 2 ** 103;

/** A value in the form of wire.md section 3. */
export function showScalar(name: ScalarName, value: unknown): Json {
  switch (name) {
    case 'Single':
      return Number.isFinite(value) ? shortestSingle(value as number) : String(value);
    case 'Double':
      return Number.isFinite(value) ? (value as number) : String(value);
    case 'Int64':
      return Number.isSafeInteger(Number(value)) ? Number(value) : BigInt(value as bigint);
    case 'Asset': {
      const guid = value as string | null;
      return guid === null ? null : { '@type': 'Clip', '@guid': guid, '@name': assets[guid]! };
    }
    default:
      return (value ?? null) as Json;
  }
}

/** The shortest decimal of the same 32-bit float, found digit by digit. */
function shortestSingle(value: number): number {
  const single = Math.fround(value);
  for (let digits = 1; digits < 10; digits++) {
    const short = Number(single.toPrecision(digits));
    if (Math.fround(short) === single) return short;
  }
  return single;
}

/** Converts JSON to a value. @throws Refused */
export function readScalar(name: ScalarName, json: Json): unknown {
  if (name === 'Boolean') {
    if (typeof json !== 'boolean') throw badValue('no bool');
    return json;
  }
  if (name === 'String') {
    if (json === null || typeof json === 'string') return json;
    if (typeof json === 'object') throw badValue('no text');
    return String(json);
  }
  if (name === 'Asset') {
    const guid = isObject(json) ? json['@guid'] : json;
    if (guid !== null && typeof guid !== 'string') throw badValue('no asset');
    return guid !== null && guid in assets ? guid : null;
  }
  const range = ranges[name];
  return range === undefined ? real(name, json) : integer(name, json, range);
}

function real(name: ScalarName, json: Json): number {
  const value = number(json, true);
  if (name === 'Single') {
    if (Number.isFinite(value) && Math.abs(Number(value)) >= largestSingle) throw badValue('beyond Single');
    return Math.fround(Number(value));
  }
  return Number(value);
}

function integer(name: ScalarName, json: Json, [least, most]: readonly [bigint, bigint]): number | bigint {
  const given = number(json, false);
  const rounded = typeof given === 'bigint' ? given : BigInt(halfToEven(given));
  if (rounded < least || rounded > most) throw badValue(`no ${name}`);
  return name === 'Int64' ? rounded : Number(rounded);
}

function halfToEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}

/** A number or a numeric string. */
function number(json: Json, mayBeInfinite: boolean): number | bigint {
  if (typeof json === 'bigint') return json;
  if (typeof json === 'number') return json;
  if (typeof json !== 'string') throw badValue('no number');
  if (mayBeInfinite && json in names) return names[json]!;
  if (/^-?\d+$/.test(json)) return Number.isSafeInteger(Number(json)) ? Number(json) : BigInt(json);
  if (!/^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(json)) throw badValue('no numeric text');
  return Number(json);
}

/** The name of an enum value; flags as `A, B`. */
export function showEnum(name: EnumName, value: unknown): Json {
  const { flags, values } = enums[name];
  const entries = Object.entries(values);
  const exact = entries.find(([, each]) => each === value);
  if (exact !== undefined) return exact[0];
  if (!flags) return value as Json;
  return entries
    .filter(([, each]) => each !== 0 && ((value as number) & each) === each)
    .map(([each]) => each)
    .join(', ');
}

export function readEnum(name: EnumName, json: Json): number {
  const { flags, values } = enums[name];
  const byName = new Map<string, number>(Object.entries(values));
  const all = [...byName.values()].reduce((sum, each) => sum | each, 0);
  const isKnown = (n: number) =>
    flags ? n >= 0 && n <= all && (n & ~all) === 0 : [...byName.values()].includes(n);
  if (typeof json === 'number' && Number.isInteger(json) && isKnown(json)) return json;
  if (typeof json !== 'string') throw badValue(`no ${name}`);
  if (/^\d+$/.test(json) && isKnown(Number(json))) return Number(json);
  const parts = flags ? json.split(',').map((part) => part.trim()) : [json];
  return parts.reduce((sum, part) => {
    const value = byName.get(part);
    if (value === undefined) throw badValue(`${part} is no ${name}`);
    return sum | value;
  }, 0);
}
