/** The kinds of files in a project. */
export type FileKind = 'live' | 'preset' | 'settings' | 'startup';

const patterns: readonly (readonly [FileKind, RegExp])[] = [
  ['live', /[^/]\.(live|scene)\.json$/i],
  ['preset', /[^/]\.preset\.json$/i],
  ['settings', /^Settings\/[^/]+\.settings\.json$/i],
  ['startup', /^Settings\/startup\.json$/i],
];

/** Folders of other programs; their files are ignored whatever their names. */
export const foreignFolder = /^(\..*|node_modules)$/i;
/** Names that Windows reserves for devices or streams, or changes. */
const reservedOnWindows = /[<>:"|?*]|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/**
 * Returns the kind of a project file by its name; undefined for a file of another program.
 * @param path in the project, with `/` between the names
 */
export function fileKind(path: string, platform = process.platform): FileKind | undefined {
  const isForeign = (name: string) =>
    foreignFolder.test(name) || (platform === 'win32' && reservedOnWindows.test(name));
  if (path.split('/').some(isForeign)) return undefined;
  return patterns.find(([, pattern]) => pattern.test(path))?.[0];
}
