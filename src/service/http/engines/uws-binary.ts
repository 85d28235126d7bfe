import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { maxHeaderSize } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { glibcVersion } from './uws-installing.js';
import type { Uws } from './uws-types.js';

export interface LoadedUws {
  readonly uws: Uws;
  /** Which build was taken, for example `uWebSockets.js 20.30.0 (linux x64, Node.js 20.20.2)`. */
  readonly build: string;
}

/** A build that is installed and does not work here. */
export interface UwsFailure {
  /** Which, and why. */
  readonly text: string;
  /** True for what is not a matter of the system alone: a damaged file, or one that somebody has installed by choice. */
  readonly isUnexpected: boolean;
}

/** What came of looking for a native build: one, or none; and why those before it were not taken. */
export interface UwsSearch {
  readonly found: LoadedUws | undefined;
  /** The builds that are installed and do not work here. */
  readonly failures: readonly UwsFailure[];
  /** True when no package with builds is installed at all. */
  readonly isMissing: boolean;
}

interface Build {
  readonly packageName: string;
  /** Folder of the binaries inside the package. */
  readonly folder: string;
}

/** In the order of preference: the official package where somebody has installed it, then the builds on npm. */
const official = 'uWebSockets.js';
const builds: readonly Build[] = [
  { packageName: official, folder: '' },
  { packageName: '@btc-vision/uwebsockets.js', folder: '' },
  { packageName: '@trufflesuite/uws-js-unofficial', folder: 'binaries' },
];

const { platform, arch, versions } = process;
const fromHere = createRequire(import.meta.url);

let search: UwsSearch | undefined;

/** Looks for a native build of uWebSockets.js once in a process: a binary cannot be unloaded. */
export function searchUws(): UwsSearch {
  search ??= searchIn(fromHere.resolve.paths(official) ?? []);
  return search;
}

/**
 * Loads the binaries by their paths: the packages' `exports` hide them, and their own loaders end in an exception, or in
 * a slow server of their own in silence.
 * @param folders `node_modules` folders, nearest first
 */
export function searchIn(folders: readonly string[]): UwsSearch {
  const failures: UwsFailure[] = [];
  let isMissing = true;
  for (const { packageName, folder } of builds) {
    const home = folders.map((each) => join(each, packageName)).find((each) => existsSync(each));
    if (home === undefined) continue;
    isMissing = false;
    const file = join(home, folder, `uws_${platform}_${arch}_${versions.modules}.node`);
    try {
      const uws = load(file);
      const build = `uWebSockets.js ${versionOf(home)} (${platform} ${arch}, Node.js ${versions.node})`;
      return { found: { uws, build }, failures, isMissing };
    } catch (error) {
      failures.push({
        // Most often nobody asks, and to find out which C library this is takes its time.
        get text() {
          return `${packageName} ${versionOf(home)} ${reasonOf(error as Error)}`;
        },
        isUnexpected: packageName === official || error instanceof DamagedBuild,
      });
    }
  }
  return { found: undefined, failures, isMissing };
}

/**
 * The native build of uWebSockets.js that works here.
 * @throws Error that says what was tried
 */
export function loadUws(): LoadedUws {
  const { found, failures, isMissing } = searchUws();
  if (found !== undefined) return found;
  throw new Error(
    isMissing
      ? 'uWebSockets.js is not installed'
      : `No installed build of uWebSockets.js works here: ${failures.map(({ text }) => text).join('; ')}`,
  );
}

/** Its message goes on behind the name of the package. */
class UnusableBuild extends Error {}

class DamagedBuild extends UnusableBuild {}

function load(file: string): Uws {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new UnusableBuild(`has no build for Node.js ${versions.node} on ${platform} ${arch}`);
  }
  if (!isWhole(file)) throw new DamagedBuild('is damaged: its binary is cut off or has holes');
  const uws = withLongHeads(() => fromHere(file)) as Partial<Uws>;
  if (typeof uws.App !== 'function' || typeof uws.us_listen_socket_close !== 'function') {
    throw new DamagedBuild('is something else: its binary has no App');
  }
  try {
    uws.App().close();
  } catch (error) {
    throw new DamagedBuild(`does not work: ${(error as Error).message}`);
  }
  return uws as Uws;
}

/**
 * Of a head that comes in pieces uWebSockets.js keeps 4 KiB, and newer builds as much as the environment says while they
 * are loaded: as much as node:http then, unless somebody has said it already.
 */
function withLongHeads<T>(load: () => T): T {
  if (process.env.UWS_HTTP_MAX_HEADERS_SIZE !== undefined) return load();
  process.env.UWS_HTTP_MAX_HEADERS_SIZE = String(maxHeaderSize);
  try {
    return load();
  } finally {
    delete process.env.UWS_HTTP_MAX_HEADERS_SIZE;
  }
}

const elfMagic = 0x7f454c46;
const elfHeaderBytes = 64;
const stringTable = 3;

/**
 * False for an ELF file that ends before its table of sections, which stands last, or in which there is nothing: to load
 * one would not throw, but end the process. Other files are the loader's to judge.
 */
function isWhole(file: string): boolean {
  const descriptor = openSync(file, 'r');
  try {
    const header = Buffer.alloc(elfHeaderBytes);
    if (readSync(descriptor, header, 0, elfHeaderBytes, 0) < elfHeaderBytes) return false;
    const is64Bit = header[4] === 2;
    if (header.readUInt32BE(0) !== elfMagic || !is64Bit) return true;
    const start = Number(header.readBigUInt64LE(40));
    const bytes = header.readUInt16LE(58);
    const sections = header.readUInt16LE(60);
    const names = header.readUInt16LE(62);
    if (sections === 0) return true;
    if (fstatSync(descriptor).size < start + sections * bytes) return false;
    const section = Buffer.alloc(8);
    readSync(descriptor, section, 0, section.length, start + names * bytes);
    return section.readUInt32LE(4) === stringTable;
  } finally {
    closeSync(descriptor);
  }
}

function versionOf(home: string): string {
  try {
    return String(JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')).version).replace(/-.*$/, '');
  } catch {
    return 'of unknown version';
  }
}

/** Why a build was not taken, in the words of somebody who could mend it. */
function reasonOf(error: Error): string {
  if (error instanceof UnusableBuild) return error.message;
  const message = error.message.split('\n')[0]!;
  const glibc = /version [`'"]GLIBC_([\d.]+)/.exec(message)?.[1];
  if (glibc !== undefined) return `wants glibc ${glibc} or later${ownGlibc()}`;
  if (/ld-linux|libc\.so\.6|libstdc\+\+/.test(message))
    return 'wants glibc and libstdc++, which this system lacks';
  return `does not load: ${message}`;
}

function ownGlibc(): string {
  const glibc = glibcVersion();
  return glibc === undefined ? '' : `, and this system has ${glibc}`;
}
