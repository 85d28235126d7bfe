import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { test } from 'node:test';
import { isInstalled, type System, userDataFolder } from './user-data.js';

const home = () => resolve('/home/mia');
const linux: System = { platform: 'linux', env: {}, home };

test('each platform has its data folder', () => {
  const local = resolve('/local');
  const folders: readonly [System, string][] = [
    [linux, join(home(), '.local', 'share')],
    [{ ...linux, env: { XDG_DATA_HOME: local } }, local],
    [{ ...linux, env: { XDG_DATA_HOME: 'relative' } }, join(home(), '.local', 'share')],
    [
      { ...linux, platform: 'darwin', env: { XDG_DATA_HOME: local } },
      join(home(), 'Library', 'Application Support'),
    ],
    [{ ...linux, platform: 'win32', env: { LOCALAPPDATA: local } }, local],
    [{ ...linux, platform: 'win32' }, join(home(), 'AppData', 'Local')],
  ];
  for (const [system, folder] of folders) assert.equal(userDataFolder(system), join(folder, 'sim-host'));
});

test('a user without a home folder is told so', () => {
  const missing = () => {
    throw new Error('uv_os_homedir returned ENOENT (no such file or directory)');
  };
  for (const none of [missing, () => '']) {
    assert.throws(() => userDataFolder({ ...linux, home: none }), /this user has no home folder/);
  }
});

test('an installed package is told from a repository', async (t) => {
  const root = (await mkdtemp(join(tmpdir(), 'package-'))) + sep;
  t.after(() => rm(root, { recursive: true }));
  assert.equal(isInstalled('/usr/lib/node_modules/sim-host/.projects/demo', root), true);
  assert.equal(isInstalled('C:\\a\\node_modules\\sim-host\\.projects\\demo', root), true);
  assert.equal(isInstalled(join(root, '.projects', 'demo'), root), true);
  assert.equal(isInstalled(resolve('/srv/my_node_modules/demo'), root), false);
  await writeFile(join(root, 'package-lock.json'), '{}');
  assert.equal(isInstalled(join(root, '.projects', 'demo'), root), false);
});
