/** Shortens a text for display: hosts may send megabytes, and browsers need seconds to lay them out. */
export function truncate(text: string, maxLength = 200): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** Encodes a text for a URL, without lone surrogates, which a URL cannot contain. */
export const urlSegment = (text: string) =>
  encodeURIComponent(String(text).replace(/\p{Surrogate}/gu, '\ufffd'));
