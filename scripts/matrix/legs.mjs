// The legs: each Node.js on the C library of this machine, and on the newer one if a newer native build exists.
import { hasNewLibc } from './newer-libc.mjs';

export const versions = [20, 22, 24, 26];

/** Native builds by Node.js, as the packages have them for Linux on x64. */
const oldBuild = [20];
const newBuild = [20, 22, 24];

/** The server that runs by default; undefined if it is not listed. */
export function expectedServer({ major, glibc }) {
  if (process.platform !== 'linux' || process.arch !== 'x64' || glibc === undefined) return undefined;
  if (newBuild.includes(major) && hasNewLibc({ glibc })) return 'uWebSockets.js 20.57';
  return oldBuild.includes(major) ? 'uWebSockets.js 20.30' : 'node:http';
}

/** True if a newer C library than that of the machine changes the server of a Node.js. */
export function wantsNewerLibc(runtime) {
  return newBuild.includes(runtime.major) && process.platform === 'linux' && !hasNewLibc(runtime);
}
