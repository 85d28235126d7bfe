import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A path: from a root, a drive, or `.`; everything else is a URL or the name of a package. */
const path = /^(?:[\\/]|[a-z]:[\\/]|\.{1,2}[\\/])/i;

/** What `import()` takes on every platform: paths of Windows it refuses, and relative ones would be relative to its file. */
export function moduleUrl(module: string | { readonly href: string }): string {
  if (typeof module !== 'string') return module.href;
  return path.test(module) ? pathToFileURL(resolve(module)).href : module;
}
