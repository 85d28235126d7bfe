import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

test('every fault finds what it breaks', () => {
  const url = new URL('faults.mjs', import.meta.url).href;
  // In a process of its own: the service of this one is that of other tests.
  const script = `const { faults } = await import('${url}'); for (const [, apply] of Object.values(faults)) apply();`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
});
