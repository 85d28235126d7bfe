/** JSON; integers beyond 2^53 are bigint where the engine can tell them exactly, as current browsers and Node.js 21 can. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [member: string]: Json };

type Reviver = (this: unknown, name: string, value: unknown, context?: { source?: string }) => unknown;

const exactly: Reviver = (_name, value, context) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? BigInt(context!.source!)
    : value;

const longInteger = /\d{16}/;

export function parseJson(text: string): Json {
  return JSON.parse(text, longInteger.test(text) ? exactly : undefined) as Json;
}

/** JSON text in which a bigint is an integer and NaN and the infinities are the strings that hosts take for them. */
export function toJson(value: unknown): string {
  const integers: string[] = [];
  const text = JSON.stringify(value, (_name, each: unknown) => {
    if (typeof each === 'bigint') return `\u0000${integers.push(each.toString()) - 1}`;
    return typeof each === 'number' && !Number.isFinite(each) ? String(each) : each;
  });
  if (integers.length === 0) return text ?? 'null';
  return text.replace(/"\\u0000(\d+)"/g, (_all, index: string) => integers[Number(index)]!);
}
