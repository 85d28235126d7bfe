import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { test } from 'node:test';
import { isInstalled, userDataFolder } from './project-folder.js';

test('each platform has its data folder', () => {
  const home = homedir();
  const local = resolve('/local');
  const folders: readonly [NodeJS.Platform, NodeJS.ProcessEnv, string][] = [
    ['linux', {}, join(home, '.local', 'share')],
    ['linux', { XDG_DATA_HOME: local }, local],
    ['linux', { XDG_DATA_HOME: 'relative' }, join(home, '.local', 'share')],
    ['darwin', { XDG_DATA_HOME: local }, join(home, 'Library', 'Application Support')],
    ['win32', { LOCALAPPDATA: local }, local],
    ['win32', {}, join(home, 'AppData', 'Local')],
  ];
  for (const [platform, env, folder] of folders)
    assert.equal(userDataFolder(platform, env), join(folder, 'sim-host'));
});

test('a missing home folder is reported', (t) => {
  const name = process.platform === 'win32' ? 'USERPROFILE' : 'HOME';
  const home = process.env[name];
  t.after(() => {
    process.env[name] = home;
  });
  process.env[name] = 'relative';
  assert.throws(() => userDataFolder(process.platform, {}), /the user has no home folder/);
});

test('an installed package is distinguished from a repository', async (t) => {
  const root = (await mkdtemp(join(tmpdir(), 'package-'))) + sep;
  t.after(() => rm(root, { recursive: true }));
  assert.equal(isInstalled('/usr/lib/node_modules/sim-host/.projects/demo', root), true);
  assert.equal(isInstalled('C:\\a\\node_modules\\sim-host\\.projects\\demo', root), true);
  assert.equal(isInstalled(join(root, '.projects', 'demo'), root), true);
  assert.equal(isInstalled(resolve('/srv/my_node_modules/demo'), root), false);
  await writeFile(join(root, 'package-lock.json'), '{}');
  assert.equal(isInstalled(join(root, '.projects', 'demo'), root), false);
});
