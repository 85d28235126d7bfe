const mark = '\u0001';

/** A value whose text in a file or request is exactly this. */
export const raw = (text: string): string => mark + text;

/** The text of JSON with exact texts in it. */
export function written(value: unknown, indent = ''): string {
  return JSON.stringify(value, null, indent).replace(/"\\u0001((?:[^"\\]|\\.)*)"/g, (_, text) =>
    JSON.parse(`"${text}"`),
  );
}
