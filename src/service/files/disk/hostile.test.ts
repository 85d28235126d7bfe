import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmod,
  chown,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { diskFiles } from './disk-files.js';
import { temporaryName } from './temporary.js';

const posixOnly = { skip: process.platform === 'win32' };

async function inFolder(action: (folder: string) => Promise<void>): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'hostile-')));
  try {
    await action(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('files that are not regular are not read, replaced or deleted, and do not block', posixOnly, () =>
  inFolder(async (folder) => {
    const server = createServer().listen(join(folder, 'socket'));
    try {
      execFileSync('mkfifo', [join(folder, 'pipe')]);
      await mkdir(join(folder, 'folder', 'inner'), { recursive: true });
      await symlink('/dev/zero', join(folder, 'device'));
      await symlink(join(folder, 'nowhere'), join(folder, 'dangling'));
      const names = ['dangling', 'device', 'folder', 'pipe', 'socket'];
      for (const name of names) {
        const code = name === 'folder' ? 'EISDIR' : 'EFTYPE';
        await assert.rejects(diskFiles.readBytes(join(folder, name)), { code }, name);
        await assert.rejects(diskFiles.write(join(folder, name), 'x'), { code }, name);
      }
      await diskFiles.remove(folder, [...names, 'missing']);
      assert.deepEqual((await readdir(folder)).sort(), names);
      assert.deepEqual(await readdir(join(folder, 'folder')), ['inner']);
    } finally {
      server.close();
    }
  }),
);

test('a replaced file keeps its mode and owner; other hard links keep the old content', posixOnly, () =>
  inFolder(async (folder) => {
    const path = join(folder, 'a.json');
    await writeFile(path, 'old');
    await link(path, join(folder, 'other name'));
    for (const mode of [0o640, 0o444, 0o4755]) {
      await chmod(path, mode);
      await diskFiles.write(path, 'new');
      assert.equal((await stat(path)).mode & 0o7777, mode);
    }
    assert.equal(await readFile(join(folder, 'other name'), 'utf8'), 'old');
    if (process.getuid?.() !== 0) return;
    await chown(path, 1234, 4321);
    await diskFiles.write(path, 'newer');
    const { uid, gid, mode } = await stat(path);
    assert.deepEqual([uid, gid, mode & 0o777], [1234, 4321, 0o755]);
  }),
);

test('the real path of a missing file follows its links', posixOnly, () =>
  inFolder(async (folder) => {
    await mkdir(join(folder, 'real'));
    await symlink('real', join(folder, 'link'));
    await symlink('../real/new.json', join(folder, 'real', 'dangling'));
    await symlink('b', join(folder, 'a'));
    await symlink('a', join(folder, 'b'));
    const real = (path: string) => diskFiles.realPath(join(folder, path));
    assert.equal(await real('link/deep/x.json'), join(folder, 'real', 'deep', 'x.json'));
    assert.equal(await real('link/dangling'), join(folder, 'real', 'new.json'));
    await assert.rejects(real('a'), { code: 'ELOOP' });
    await assert.rejects(real('a/x.json'), { code: 'ELOOP' });
  }),
);

test('only temporary files of killed writes are deleted', () =>
  inFolder(async (folder) => {
    const old = new Date(Date.now() - 3_600_000);
    const own = temporaryName().replace(/[0-9a-f]{12}(?=\.tmp)/, '0123456789ab');
    const foreign = temporaryName().replace(/host-.{8}/, 'host-00000000');
    const pathOf = (name: string) => join(folder, name);
    for (const name of [own, foreign, '.a.live.json.01234567.tmp', 'a.live.json', '.notes.tmp']) {
      await writeFile(pathOf(name), '');
      await utimes(pathOf(name), old, old);
    }
    // A fresh file is kept even if it seems old, because the clock may have been set.
    const fresh = temporaryName();
    await writeFile(pathOf(fresh), '');
    await utimes(pathOf(fresh), old, old);
    const folderOfThatName = temporaryName();
    await mkdir(pathOf(folderOfThatName));
    await utimes(pathOf(folderOfThatName), old, old);
    await diskFiles.cleanUp!(folder, await readdir(folder));
    const remaining = await readdir(folder);
    assert.deepEqual(remaining.sort(), ['.notes.tmp', 'a.live.json', fresh, folderOfThatName].sort());
  }));
