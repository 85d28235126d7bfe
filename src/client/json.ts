/** JSON; integers beyond 2^53 are bigint. */
export type Json =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Json[]
  | { readonly [member: string]: Json | undefined };

/** Serializes a bigint as an integer, and NaN and the infinities as the strings that hosts accept for them. */
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
