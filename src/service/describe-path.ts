const longestShown = 200;

/** A path as it is shown in error messages: cut when long. */
export function describePath(path: string): string {
  return path.length > longestShown ? `${path.slice(0, longestShown)}…` : path;
}
