/**
 * The same text with memory of its own: what was cut out of a longer one, as a parameter is out of a query, keeps all of that
 * alive for as long as it is kept itself (LIM-4).
 */
export function ownText(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/**
 * A text that was put together of pieces, as one: who writes it many times goes through them only once. To look at a character
 * makes it so.
 */
export function inOnePiece(text: string): string {
  text.charCodeAt(0);
  return text;
}
