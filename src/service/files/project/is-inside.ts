import platformPath from 'node:path';

/** The path rules of a platform: `path.posix` or `path.win32`. */
interface PathRules {
  readonly sep: string;
  relative(from: string, to: string): string;
  isAbsolute(path: string): boolean;
}

/** True if `path` is inside `folder`; never across Windows drives. */
export function isInside(folder: string, path: string, rules: PathRules = platformPath): boolean {
  const relativePath = rules.relative(folder, path);
  return (
    relativePath !== '' &&
    relativePath !== '..' &&
    !relativePath.startsWith(`..${rules.sep}`) &&
    !rules.isAbsolute(relativePath)
  );
}
