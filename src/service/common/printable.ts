/**
 * Matches control characters, line ends and format characters, which a terminal obeys or hides. Joiners between the
 * characters that they join are kept, as in Persian words and emoji.
 */
const unsafeCharacters =
  /(?!(?<=[\p{L}\p{M}\p{S}])(?<![ -~])[\u200c\u200d](?![ -~])[\p{L}\p{S}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const shortEscapes: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\u001b': '\\e',
};

/** Returns untrusted text as one safe line for a terminal, with escapes: `\n`, `\e`, `\u009b`. */
export function printable(text: string): string {
  return text.replace(unsafeCharacters, (character) => shortEscapes[character] ?? escapeUnits(character));
}

/** Returns untrusted text as lines that are each safe for a terminal. */
export function printableLines(text: string): string[] {
  return text.split(/\r?\n/).map(printable);
}

/** Returns JSON or source code with unsafe characters escaped; its meaning and its lines stay the same. */
export function printableSource(text: string): string {
  return text.replace(unsafeCharacters, (character) =>
    character === '\n' ? character : escapeUnits(character),
  );
}

/** Returns JSON as one line, also for readers with other line separators. */
export function printableJson(value: unknown): string {
  return printableSource(JSON.stringify(value));
}

/** Escapes a character by its UTF-16 units, as in JSON. */
function escapeUnits(character: string): string {
  return character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const frame = /^[ \t]+at \S/;

/**
 * Returns the lines of a log entry: one for the message, so that nothing in it looks like another entry, and one per
 * stack frame.
 */
export function entryLines(message: string): string[] {
  const lines = message.split('\n');
  let first = lines.length;
  while (first > 1 && frame.test(lines[first - 1]!)) first--;
  return [lines.slice(0, first).join('\n'), ...lines.slice(first)].map(printable);
}
