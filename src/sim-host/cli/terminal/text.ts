import truncatedWidth from 'fast-string-truncated-width';
import { printable, printableJson, printableSource } from '../../../service/printable.js';

export { printable, printableJson, printableSource };

/** Text from elsewhere, of several lines; each is one that a terminal shows and does not obey. */
export function printableLines(text: string): string[] {
  return text.split(/\r?\n/).map(printable);
}

/** The start of a coloured text that takes at most so many columns; wide characters take two. */
export function cut(text: string, columns: number): string {
  const { index, truncated } = truncatedWidth(text, { limit: columns });
  return truncated ? `${text.slice(0, index)}${text.includes('\u001b') ? '\u001b[0m' : ''}` : text;
}

/** Rows of at most so many columns, broken between words where that is possible. The text has no colours. */
export function wrap(text: string, columns: number): string[] {
  const rows: string[] = [];
  let rest = text;
  if (columns === Number.POSITIVE_INFINITY) return [text];
  for (;;) {
    const { index, truncated } = truncatedWidth(rest, { limit: columns });
    if (!truncated) return [...rows, rest];
    // A character that is wider than the whole row is let through.
    const fitting = Math.max(index, String.fromCodePoint(rest.codePointAt(0)!).length);
    const space = rest.lastIndexOf(' ', fitting);
    const end = space > 0 ? space : fitting;
    rows.push(rest.slice(0, end));
    rest = rest.slice(space > 0 ? end + 1 : end);
    if (rest === '') return rows;
  }
}
