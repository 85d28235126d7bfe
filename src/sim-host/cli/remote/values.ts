import type { Json } from '../../../client/index.js';
import { toJson } from '../../../client/json.js';
import { printable, printableSource } from '../../../service/common/printable.js';
import { parseJson } from '../../../wire/json.js';

/** Converts a word of the command line to a value: a string for a String, else JSON if it is valid, else a string. */
export function valueOfWord(word: string, type: string | undefined): Json {
  if (type === 'String') return word;
  try {
    return parseJson(word);
  } catch {
    return word;
  }
}

/** Formats a value for people: a string unchanged, anything else as JSON. */
export function shown(value: Json | undefined): string {
  return typeof value === 'string' ? value : toJson(value ?? null);
}

/** Formats a value for people, with objects and arrays of objects on lines of their own. */
export function laidOut(value: Json, indent = ''): string {
  if (typeof value !== 'object' || value === null) return toJson(value);
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const members = Object.entries(value as { readonly [member: string]: Json });
  if (members.every(([, each]) => typeof each !== 'object' || each === null)) return toJson(value);
  const lines = members.map(
    ([name, each]) => `${inner}${isList ? '' : `${toJson(name)}: `}${laidOut(each, inner)}`,
  );
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

/** Prints one line of JSON. */
export function printJson(value: unknown): void {
  console.log(printableSource(toJson(value)));
}

/** Prints a result: one line of JSON, or lines for people. */
export function print({ json }: { readonly json?: true }, value: unknown, lines: readonly string[]): void {
  if (json) printJson(value);
  else for (const line of lines) console.log(printable(line));
}

/** Aligns rows in columns, except the last column. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]!.length))) ?? [];
  return rows.map((row) =>
    row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i]!))).join('  '),
  );
}
