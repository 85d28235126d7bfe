import { parse as parseLossless } from 'lossless-json';

/** JSON in memory; integers beyond the precision of a double are bigints. */
export type Json = null | boolean | number | bigint | string | Json[] | { [member: string]: Json };
export type JsonObject = { [member: string]: Json };

/** Parses integers beyond 2^53 exactly. */
export function parseJson(text: string): Json {
  const value = JSON.parse(text) as Json;
  return /\d{16}/.test(text) ? (parseLossless(text, undefined, numberOf) as Json) : value;
}

function numberOf(literal: string): number | bigint {
  if (!/^-?\d+$/.test(literal) || Number.isSafeInteger(Number(literal))) return Number(literal);
  return BigInt(literal);
}

export function stringify(json: Json | undefined): string {
  if (typeof json === 'bigint') return String(json);
  if (Array.isArray(json)) return `[${json.map(stringify).join(',')}]`;
  if (typeof json === 'object' && json !== null) {
    const members = Object.entries(json).filter(([, value]) => value !== undefined);
    return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${stringify(value)}`).join(',')}}`;
  }
  return JSON.stringify(json) ?? 'undefined';
}

export function isObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** Compares members in any order. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((each, i) => sameJson(each, b[i]))
    );
  }
  if (isObject(a) && isObject(b)) {
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length && names.every((name) => name in b && sameJson(a[name], b[name]))
    );
  }
  // -0 and 0 are the same number in JSON.
  // biome-ignore lint/suspicious/noDoubleEquals: bigints and numbers of one value are one JSON number
  return a === b || (typeof a !== typeof b && isNumber(a) && isNumber(b) && a == b);
}

function isNumber(json: Json | undefined): json is number | bigint {
  return typeof json === 'number' || typeof json === 'bigint';
}
