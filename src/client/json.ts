/** JSON; integers beyond 2^53 are bigint. */
export type Json =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Json[]
  | { readonly [member: string]: Json | undefined };

const longInteger = /\d{16}/;
const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
/** What a string begins with that stands for an integer; those that begin with it themselves get it twice. */
const mark = '\0';
const markText = '\\u0000';

/** @throws SyntaxError */
export function parseJson(text: string): Json {
  if (!longInteger.test(text)) return JSON.parse(text) as Json;
  const marked = text.replaceAll(stringOrNumber, (token) => {
    if (token[0] === '"') return token.startsWith(`"${markText}`) ? `"${markText}${token.slice(1)}` : token;
    const isLong = /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token));
    return isLong ? `"${markText}${token}"` : token;
  });
  return JSON.parse(marked, (_name, value: unknown) => {
    if (typeof value !== 'string' || value[0] !== mark) return value;
    return value[1] === mark ? value.slice(1) : BigInt(value.slice(1));
  }) as Json;
}

/** JSON in which a bigint is an integer, and NaN and the infinities are the strings that hosts take for them. */
export function toJson(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return `"${value}"`;
  if (typeof value !== 'object' || value === null || 'toJSON' in value)
    return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(toJson).join()}]`;
  const members = Object.entries(value).filter(
    ([, each]) => each !== undefined && typeof each !== 'function',
  );
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${toJson(each)}`).join()}}`;
}
