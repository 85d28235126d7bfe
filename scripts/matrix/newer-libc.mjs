// A Node.js on the C library of Debian 13: a copy of the binary uses a loader and libraries from a folder, and so
// do its process.execPath children; other programs are unaffected, and no root rights are needed.
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { must } from '../run.mjs';
import { cache, facts } from './runtimes.mjs';

/** The newer native build of uWebSockets.js requires this glibc. */
const wanted = '2.38';
const suite = 'trixie';
/** Requirements of Node.js; patchelf 0.18 of the newer suite breaks its binary, 0.14 does not. */
const packages = [`libc6/${suite}`, `libstdc++6/${suite}`, `libgcc-s1/${suite}`, 'patchelf/bookworm'];
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';

export function hasNewLibc({ glibc }) {
  return glibc !== undefined && glibc.localeCompare(wanted, 'en', { numeric: true }) >= 0;
}

/** @returns the runtime on the newer C library @throws Error that names the missing requirement */
export async function onNewerLibc(runtime) {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('it is for Linux on x64');
  const root = await unpacked();
  const libraries = join(root, 'usr', 'lib', 'x86_64-linux-gnu');
  const bin = join(cache, `${suite}-node-${runtime.version}`);
  const node = join(bin, 'node');
  rmSync(bin, { recursive: true, force: true });
  mkdirSync(bin, { recursive: true });
  copyFileSync(runtime.node, node);
  const loader = join(libraries, 'ld-linux-x86-64.so.2');
  const args = ['--set-interpreter', loader, '--force-rpath', '--set-rpath', libraries, node];
  await must(join(root, 'usr', 'bin', 'patchelf'), args);
  const found = { ...runtime, node, bin, ...facts(node) };
  if (!hasNewLibc(found)) throw new Error(`it still runs on glibc ${found.glibc}`);
  return found;
}

/** The unpacked packages, fetched once with verified signatures, without changing the apt of the machine. */
async function unpacked() {
  const home = join(cache, suite);
  const root = join(home, 'root');
  const done = join(home, 'done');
  if (existsSync(done)) return root;
  rmSync(home, { recursive: true, force: true });
  const archives = join(home, 'archives');
  for (const folder of [root, join(home, 'lists', 'partial'), join(archives, 'partial')])
    mkdirSync(folder, { recursive: true });
  const mirror = await debianMirror();
  const sources = join(home, 'sources.list');
  const entry = (name) => `deb [signed-by=${keyring}] ${mirror} ${name} main\n`;
  writeFileSync(sources, entry(suite) + entry('bookworm'));
  const options = [
    ['Dir::Etc::sourcelist', sources],
    ['Dir::Etc::sourceparts', '/dev/null'],
    ['Dir::State::lists', join(home, 'lists')],
    ['Dir::State::status', '/dev/null'],
    ['Dir::Cache', home],
    ['APT::Sandbox::User', ''],
    ['Acquire::Languages', 'none'],
  ].flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  await must('apt-get', [...options, 'update'], { limitS: 180 });
  await must('apt-get', [...options, 'download', ...packages], { cwd: archives, limitS: 180 });
  for (const file of readdirSync(archives).filter((name) => name.endsWith('.deb')))
    await must('dpkg', ['-x', join(archives, file), root]);
  writeFileSync(done, '');
  return root;
}

/** The Debian source of the apt of this machine. */
async function debianMirror() {
  const targets = await must('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages']);
  const mirror = targets.split('\n').find((line) => /^[a-z+]+:.*\/debian\/?$/.test(line));
  if (mirror === undefined) throw new Error('apt has no source of Debian here');
  return mirror;
}
