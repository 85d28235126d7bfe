/**
 * Returns a copy of a string with memory of its own: a substring keeps the whole string it was cut from alive (LIM-4).
 */
export function detachText(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/** Flattens a concatenated string, so that repeated writes do not walk its pieces; reading a character does so. */
export function inOnePiece(text: string): string {
  text.charCodeAt(0);
  return text;
}
