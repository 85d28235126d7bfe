const maxShownChars = 200;

/** Returns a path for error messages, shortened if it is long. */
export function describePath(path: string): string {
  return path.length > maxShownChars ? `${path.slice(0, maxShownChars)}…` : path;
}
