import { existsSync, readFileSync } from 'node:fs';
import { maxHeaderSize } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Uws } from './uws-types.js';

export interface LoadedUws {
  readonly uws: Uws;
  /** The build, for example `uWebSockets.js 20.30.0 (linux x64, Node.js 20.20.2)`. */
  readonly build: string;
}

export interface UwsSearch {
  /** The first installed build that loads. */
  readonly found: LoadedUws | undefined;
  /** One line for each installed build that was tried first and does not load. */
  readonly failures: readonly string[];
}

export const officialPackage = 'uWebSockets.js';

/** Packages with native builds and the folder of their binaries, in order of preference. */
const packages = [
  [officialPackage, ''],
  ['@btc-vision/uwebsockets.js', ''],
  ['@trufflesuite/uws-js-unofficial', 'binaries'],
] as const;

const { platform, arch, versions } = process;
const fromHere = createRequire(import.meta.url);

let search: UwsSearch | undefined;

/** Looks for a native build of uWebSockets.js once per process, because a binary cannot be unloaded. */
export function searchUws(): UwsSearch {
  search ??= searchIn(fromHere.resolve.paths(officialPackage) ?? []);
  return search;
}

/**
 * Loads the binaries by their paths, because the packages' `exports` hide them.
 * @param folders `node_modules` folders, nearest first
 */
export function searchIn(folders: readonly string[]): UwsSearch {
  const failures: string[] = [];
  for (const [name, folder] of packages) {
    const home = folders.map((each) => join(each, name)).find((each) => existsSync(each));
    if (home === undefined) continue;
    const version = versionOf(home);
    try {
      const uws = load(join(home, folder, `uws_${platform}_${arch}_${versions.modules}.node`));
      const build = `uWebSockets.js ${version} (${platform} ${arch}, Node.js ${versions.node})`;
      return { found: { uws, build }, failures };
    } catch (error) {
      failures.push(`${name} ${version}: ${(error as Error).message.split('\n')[0]}`);
    }
  }
  return { found: undefined, failures };
}

function load(file: string): Uws {
  const uws = withHeadLimit(() => fromHere(file)) as Partial<Uws>;
  if (typeof uws.App !== 'function') throw new Error('the binary has no App');
  return uws as Uws;
}

/**
 * Raises the limit of heads that arrive in pieces from 4 KiB to that of node:http. Newer builds read it from the
 * environment while they load.
 */
function withHeadLimit<T>(load: () => T): T {
  if (process.env.UWS_HTTP_MAX_HEADERS_SIZE !== undefined) return load();
  process.env.UWS_HTTP_MAX_HEADERS_SIZE = String(maxHeaderSize);
  try {
    return load();
  } finally {
    delete process.env.UWS_HTTP_MAX_HEADERS_SIZE;
  }
}

function versionOf(home: string): string {
  try {
    return String(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).version).replace(/-.*$/, '');
  } catch {
    return 'of unknown version';
  }
}
