import { existsSync } from 'node:fs';

/**
 * The folder of this package, with a trailing slash: the nearest `package.json` above the sources, modules or bundle.
 */
export const packageRoot: URL = findPackageRoot(new URL('./', import.meta.url));

function findPackageRoot(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder;
  const parent = new URL('../', folder);
  if (parent.href === folder.href) throw new Error('sim-host: the package.json above its code is gone');
  return findPackageRoot(parent);
}
