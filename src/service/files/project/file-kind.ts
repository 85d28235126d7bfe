/** The files that a project is made of. */
export type FileKind = 'live' | 'preset' | 'settings' | 'startup';

const patterns: readonly (readonly [FileKind, RegExp])[] = [
  ['live', /[^/]\.(live|scene)\.json$/i],
  ['preset', /[^/]\.preset\.json$/i],
  ['settings', /^Settings\/[^/]+\.settings\.json$/i],
  ['startup', /^Settings\/startup\.json$/i],
];

/** Folders of other programs, whose files are theirs whatever they are called. */
export const foreignFolder = /^(\..*|node_modules)$/i;
/** What Windows takes for a device, for a stream within a file, or writes otherwise. */
const unfitForWindows = /[<>:"|?*]|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * What a file is by its name, with which every file of a project says so; undefined for one of another program.
 * @param path in the project, with `/` between the names
 */
export function fileKind(path: string, platform = process.platform): FileKind | undefined {
  const isForeign = (name: string) =>
    foreignFolder.test(name) || (platform === 'win32' && unfitForWindows.test(name));
  if (path.split('/').some(isForeign)) return undefined;
  return patterns.find(([, pattern]) => pattern.test(path))?.[0];
}
