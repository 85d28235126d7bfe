/**
 * Control characters, line ends, and format characters, which turn text around or have no width: a terminal would obey them, or
 * show two different texts alike. Joiners stay between the signs that they join, as in Persian words and in pictures of several.
 */
const acting =
  /(?!(?<=[\p{L}\p{M}\p{S}])(?<![ -~])[\u200c\u200d](?![ -~])[\p{L}\p{S}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\u001b': '\\e' };

/** Text from elsewhere as one line that a terminal shows and does not obey: `\n`, `\e`, `\u009b`. */
export function printable(text: string): string {
  return text.replace(acting, (character) => named[character] ?? escaped(character));
}

/** Text from elsewhere, of several lines; each is one that a terminal shows and does not obey. */
export function printableLines(text: string): string[] {
  return text.split(/\r?\n/).map(printable);
}

/** JSON or source code, whose texts are in quotes, as a terminal shows and does not obey it. It says the same, on the same lines. */
export function printableSource(text: string): string {
  return text.replace(acting, (character) => (character === '\n' ? character : escaped(character)));
}

/** JSON as one line, whatever a reader of lines takes for their end. */
export function printableJson(value: unknown): string {
  return printableSource(JSON.stringify(value));
}

/** By its UTF-16 units, as in JSON. */
function escaped(character: string): string {
  return character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const frame = /^[ \t]+at \S/;

/**
 * The lines of a log entry: one for what anybody may have logged, so that nothing in it passes for an entry of its own, and
 * the lines of the stack behind it.
 */
export function entryLines(message: string): string[] {
  const lines = message.split('\n');
  let first = lines.length;
  while (first > 1 && frame.test(lines[first - 1]!)) first--;
  return [lines.slice(0, first).join('\n'), ...lines.slice(first)].map(printable);
}
