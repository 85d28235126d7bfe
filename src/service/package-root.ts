import { existsSync } from 'node:fs';

/** The folder of this package, with a slash behind: nearest above its sources, its modules and its bundle alike. */
export const packageRoot: URL = above(new URL('./', import.meta.url));

function above(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder;
  const parent = new URL('../', folder);
  if (parent.href === folder.href) throw new Error('sim-host: the package.json above its code is gone');
  return above(parent);
}
