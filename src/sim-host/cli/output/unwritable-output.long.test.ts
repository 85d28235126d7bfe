import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../../../bin/sim-host.mjs', import.meta.url));
const full = '/dev/full';
const skip = !existsSync(full);

/**
 * Starts a command with standard output on a full disk. A command that does not end is killed and has no exit code.
 */
function start(...args: readonly string[]) {
  const out = openSync(full, 'w');
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', out, 'pipe'],
  });
  closeSync(out);
  let stderr = '';
  child.stderr!.on('data', (chunk) => (stderr += chunk));
  const limit = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const ended = once(child, 'close').then(([code]) => {
    clearTimeout(limit);
    return { code: code as number | null, stderr };
  });
  return { child: child as ChildProcess, ended };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('a host whose log cannot be written reports it once, runs on and ends on the first signal', {
  skip,
}, async () => {
  const port = await freePort();
  const { child, ended } = start('--port', String(port), '--json');
  // Its first line fails when it starts to listen.
  await once(child.stderr!, 'data');
  const log = (i: number) =>
    fetch(`http://127.0.0.1:${port}/exposed/object/key-light/intensity`, {
      method: 'PUT',
      body: JSON.stringify({ value: `not a number ${i}` }),
      headers: { 'Content-Type': 'application/json' },
    });
  for (let i = 0; i < 20; i++) assert.equal((await log(i)).status, 400);
  child.kill('SIGTERM');
  const { code, stderr } = await ended;
  assert.equal(code, 0);
  assert.match(stderr, /^sim-host: the log cannot be written: ENOSPC: [^\n]*\n$/);
});

for (const args of [['--help'], ['--check'], ['completion', 'bash'], ['types', 'scenes/demo.yaml']]) {
  test(`"${args.join(' ')}" ends with one line and exit code 1 when its output cannot be written`, {
    skip,
  }, async () => {
    const { code, stderr } = await start(...args).ended;
    assert.match(stderr, /^sim-host: standard output cannot be written: ENOSPC: [^\n]*\n$/);
    assert.equal(code, 1);
  });
}
