import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { test } from 'node:test';
import { isInstalled } from './project-folder.js';

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
