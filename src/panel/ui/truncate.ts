/** What of a text can be shown: hosts may send megabytes, and browsers take seconds to lay them out. */
export function truncate(text: string, most = 200): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** For an address, in which a half of a character cannot stand. */
export const urlSegment = (text: string) =>
  encodeURIComponent(String(text).replace(/\p{Surrogate}/gu, '\ufffd'));
