import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadSigningKey } from './signing-key.js';

async function setUp(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'signing-key-'));
  t.after(() => rm(folder, { recursive: true }));
  const warnings: string[] = [];
  const key = (name: string, isMade = true) =>
    loadSigningKey(join(folder, name), isMade, (message) => warnings.push(message));
  return { folder, warnings, key };
}

test('a key is created once and readable only by its owner', async (t) => {
  const { folder, warnings, key } = await setUp(t);
  const made = await key('new/project/pairing.key');
  assert.equal(made.length, 32);
  assert.deepEqual(await key('new/project/pairing.key'), made);
  assert.notDeepEqual(await key('other.key'), made);
  const file = join(folder, 'new/project/pairing.key');
  if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(join(folder, 'new/project')), ['pairing.key']);
  assert.deepEqual(warnings, []);
});

test('hosts that create a key at the same time use the same one', async (t) => {
  const { folder, key } = await setUp(t);
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => key('pairing.key')));
  for (const other of others) assert.deepEqual(other, first);
  assert.deepEqual(await readdir(folder), ['pairing.key']);
});

test('no key is created without pairing', async (t) => {
  const { folder, key } = await setUp(t);
  assert.notDeepEqual(await key('pairing.key', false), await key('pairing.key', false));
  assert.deepEqual(await readdir(folder), []);
});

test('a file without a key stays unchanged, and a warning names it', async (t) => {
  const { folder, warnings, key } = await setUp(t);
  const file = join(folder, 'pairing.key');
  await writeFile(file, 'not a key');
  assert.notDeepEqual(await key('pairing.key'), await key('pairing.key'));
  assert.equal(await readFile(file, 'utf8'), 'not a key');
  assert.match(warnings[0]!, /pair again after a restart: .*pairing\.key holds no key; delete it/);
});
