import { type Json, parseJson } from './json.js';

/** Shorter texts are read at once. */
const longText = 300_000;
/** So long a page may be kept from drawing, in milliseconds; */
const sliceMs = 8;
/** and so many characters are read between two looks at the clock. */
const pieceLength = 50_000;

const listHead = /^\s*\{\s*"(\w+)"\s*:\s*\[/;

/**
 * JSON as `parseJson` gives it. A long list, which hosts send as `{"objects":[…]}`, is read in slices between which pages draw
 * and others have their turn. @throws SyntaxError
 */
export async function parseInSlices(text: string): Promise<Json> {
  const head = text.length < longText ? null : listHead.exec(text);
  if (head === null) return parseJson(text);
  const items: Json[] = [];
  let start = head[0].length;
  let began = performance.now();
  for (;;) {
    const end = endOfItems(text, start, start + pieceLength);
    if (end === undefined) break;
    const piece = parseJson(`[${text.slice(start, end)}]`) as readonly Json[];
    // Nothing stands between two commas, or after the last one.
    if (piece.length === 0 && start > head[0].length) break;
    items.push(...piece);
    start = end + 1;
    if (text[end] === ']') {
      const rest = parseJson(`{"${head[1]}":[]${text.slice(start)}`) as { readonly [member: string]: Json };
      return { ...rest, [head[1]!]: items };
    }
    if (performance.now() - began < sliceMs) continue;
    await new Promise((resolve) => setTimeout(resolve));
    began = performance.now();
  }
  // It does not end as a list does: the parser says why.
  return parseJson(text);
}

/** Where a comma or bracket ends an item of the list, the first from `least` on or the end of the list; undefined where none does. */
function endOfItems(text: string, start: number, least: number): number | undefined {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case 0x22:
        i = endOfText(text, i);
        break;
      case 0x7b:
      case 0x5b:
        depth++;
        break;
      case 0x7d:
        depth--;
        break;
      case 0x5d:
        if (depth === 0) return i;
        depth--;
        break;
      case 0x2c:
        if (depth === 0 && i >= least) return i;
        break;
    }
  }
  return undefined;
}

/** The quote that ends the text which begins at a quote; the end of all when there is none. */
function endOfText(text: string, start: number): number {
  for (let i = text.indexOf('"', start + 1); i >= 0; i = text.indexOf('"', i + 1)) {
    let slashes = i;
    while (text[slashes - 1] === '\\') slashes--;
    if ((i - slashes) % 2 === 0) return i;
  }
  return text.length;
}
