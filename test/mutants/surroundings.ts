import { hashOf } from './hash.js';

/**
 * A hash of the member of a class, or of the function or other statement, that lines of a file are in, without comments and
 * layout. Indentation tells where it begins and ends: all code is formatted by one tool.
 */
export function hashOfSurroundings(lines: readonly string[], first: number, last: number): string {
  const outer = range(lines, first, last, 0);
  const isOfClass = /\bclass\b/.test(lines[outer.from] ?? '') && outer.from < first;
  const { from, to } = isOfClass ? range(lines, first, last, 2) : outer;
  const code = lines.slice(from, to).map((line) => line.trim());
  return hashOf(code.filter((line) => line !== '' && !isComment(line)).join('\n'));
}

function range(
  lines: readonly string[],
  first: number,
  last: number,
  indent: number,
): { from: number; to: number } {
  const begins = (i: number): boolean => beginsSomething(lines[i]!, indent);
  let from = first;
  while (from > 0 && !begins(from)) from--;
  let to = last + 1;
  while (to < lines.length && !begins(to)) to++;
  return { from, to };
}

/** Closing brackets and operators go on with what was begun before. */
function beginsSomething(line: string, indent: number): boolean {
  const text = line.trimStart();
  return text !== '' && line.length - text.length <= indent && !/^[)\]}.?:&|]/.test(text) && !isComment(text);
}

function isComment(text: string): boolean {
  return /^(\/\/|\/\*|\*)/.test(text);
}
