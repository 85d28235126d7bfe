/** The shell snippets of docs/cli.md run against the demo scene. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { address, demoHost, snippets } from './snippets.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const main = `${root}bin/sim-host.mjs`;

test('the snippets of docs/cli.md run', { skip: !existsSync('/bin/sh') }, async (t) => {
  const host = await demoHost(t);
  const blocks = await snippets('docs/cli.md', 'sh');
  assert.equal(blocks.length, 3);
  const cwd = await mkdtemp(join(tmpdir(), 'sim-host-cli-'));
  t.after(() => rm(cwd, { recursive: true }));
  // Commands that write files run in another folder.
  const lines = blocks.with(1, `cd "${cwd}"\n${blocks[1]}`).join('echo ---\n').replaceAll(address, host.url);
  const script = `set -eu\nsim-host() { "${process.execPath}" "${main}" "$@"; }\n${lines}`;
  // The light changes continuously for commands that wait for it.
  let level = 0;
  const timer = setInterval(
    () => void host.control('set', { key: 'key-light', path: 'intensity', value: ++level % 8 }),
    100,
  );
  const env = { ...process.env, SIM_HOST_URL: host.url };
  // Function names with a dash need bash.
  const shell = existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh';
  const running = promisify(execFile)(shell, ['-c', script], { cwd: root, env, timeout: 180_000 });
  // Runs before the host stops, even after a failure.
  const { stdout } = await running.finally(() => clearInterval(timer));
  const [first, copied, session] = stdout.split('---\n');
  assert.match(first!, /^key-light +StageLight +Key Light$/m);
  assert.match(first!, /^Flash\(count: Int32\) +Void$/m);
  assert.match(first!, /^2\.5$/m);
  assert.match(first!, /^application +Demo Studio$/m);
  assert.match(session!, /^rehearsal\.yaml: no errors$/m);
  assert.match(copied!, /^studio\.yaml: no errors$/m);
  assert.match(copied!, /^nothing differs$/m);
});
