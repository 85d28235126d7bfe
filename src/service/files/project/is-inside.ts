import platformPath from 'node:path';

/** The rules for paths of a platform: `path.posix` or `path.win32`. */
interface PathRules {
  readonly sep: string;
  relative(from: string, to: string): string;
  isAbsolute(path: string): boolean;
}

/** Whether a path leads below a folder. Below the root of a drive is much, and nothing of another drive is. */
export function isInside(folder: string, path: string, rules: PathRules = platformPath): boolean {
  const way = rules.relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${rules.sep}`) && !rules.isAbsolute(way);
}
