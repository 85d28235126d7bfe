import { isAbsolute, win32 } from 'node:path';
import { pathToFileURL } from 'node:url';

/** File paths: relative to a module, or from a root or a drive. */
const relative = /^\.{1,2}[\\/]/;
const isPath = (text: string) => isAbsolute(text) || /^[a-z]:[\\/]/i.test(text) || win32.isAbsolute(text);

/** A URL, of any realm. */
export type UrlLike = string | { readonly href: string };

/**
 * Returns a specifier that `import()` accepts on every platform, also for Windows paths and paths relative to `base`.
 * Package names are returned unchanged.
 * @param base the module that `./` and `../` are relative to: its `import.meta.url`, or its path
 * @throws Error for a relative path without a base
 */
export function moduleUrl(module: UrlLike, base?: UrlLike): string {
  if (module === '' || (typeof module !== 'string' && typeof module?.href !== 'string'))
    throw new Error("loadModule: expected a URL or a path, such as loadModule('./more.js', import.meta.url)");
  if (typeof module !== 'string') return module.href;
  if (isPath(module)) return pathToFileURL(module).href;
  if (!relative.test(module)) return module;
  if (base === undefined) {
    const call = (rest: string) => `loadModule(${JSON.stringify(module)}${rest})`;
    throw new Error(
      `${call('')}: a relative path needs the module that it is relative to: ${call(', import.meta.url')}`,
    );
  }
  const from = typeof base === 'string' ? base : base.href;
  return new URL(module.replaceAll('\\', '/'), isPath(from) ? pathToFileURL(from) : from).href;
}
