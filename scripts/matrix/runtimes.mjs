// Other versions of Node.js, from packages of the npm registry, kept in .cache/.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { must } from '../run.mjs';

const cache = resolve('.cache', 'matrix');

/** The npm version of a Node.js, which its package lacks. */
const npmOf = { 20: 10, 22: 10, 24: 11, 26: 11 };

/**
 * Returns the newest release of a Node.js and a matching npm.
 * @returns {Promise<{node: string, npm: string, bin: string}>}
 *   `node` and `npm` are files, `bin` is the folder for the PATH
 */
export async function runtime(major) {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const packages = join(await installed(`${name}@${major}`, `node-${major}`), name);
  const windows = process.platform === 'win32';
  const node = join(packages, 'bin', windows ? 'node.exe' : 'node');
  const npmMajor = npmOf[major] ?? 11;
  const npm = join(await installed(`npm@${npmMajor}`, `npm-${npmMajor}`), 'npm', 'bin', 'npm-cli.js');
  return { node, npm, bin: dirname(node) };
}

/** Installs a package in a folder of the cache, unless it is installed. @returns its node_modules @throws Error */
async function installed(spec, folder) {
  const prefix = join(cache, folder);
  const done = join(prefix, 'done');
  if (!existsSync(done)) {
    rmSync(prefix, { recursive: true, force: true });
    mkdirSync(prefix, { recursive: true });
    const args = ['install', '--prefix', prefix, '--no-save', '--no-package-lock', '--ignore-scripts', spec];
    await must(...npmCommand(args), { limitS: 180 });
    writeFileSync(done, '');
  }
  return join(prefix, 'node_modules');
}

/** The npm that runs this script, else that of the PATH. */
function npmCommand(args) {
  const { npm_execpath: file } = process.env;
  return file === undefined ? ['npm', args] : [process.execPath, [file, ...args]];
}
