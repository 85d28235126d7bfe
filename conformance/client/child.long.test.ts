import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { readJsonLines } from './child.js';

const child = (script: string) =>
  spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });

test('the first line gives the address of a child, and later lines are kept', async () => {
  const started = child('console.log(\'{"url":"http://x"}\'); console.log("no JSON"); console.log("[1]")');
  const { first, lines } = readJsonLines(started, 'host');
  assert.deepEqual({ ...(await first) }, { url: 'http://x' });
  await once(started, 'close');
  assert.deepEqual(lines.slice(1), ['no JSON', [1]]);
});

test('a child that ends early is an error with its exit code and output, without the stack', async () => {
  const script = 'console.error("no native build\\n    at load (x.js:1:2)"); process.exit(7)';
  await assert.rejects(readJsonLines(child(script), 'host').first, {
    message: 'host ended with exit code 7: no native build',
  });
});

test('a child that is killed by a signal or cannot be started is an error', async () => {
  await assert.rejects(readJsonLines(child('process.kill(process.pid, "SIGKILL")'), 'host').first, {
    message: /^host ended with (SIGKILL|exit code 1)$/,
  });
  const missing = spawn('no-such-program', [], { stdio: ['ignore', 'pipe', 'pipe'] });
  await assert.rejects(readJsonLines(missing, 'host').first, { message: /^host cannot be run \(.*ENOENT/ });
});

test('a child that prints something else than its address is an error and is ended', async () => {
  const started = child('console.log("null"); setInterval(() => {}, 1000)');
  await assert.rejects(readJsonLines(started, 'host').first, {
    message: 'host printed "null" instead of where it listens',
  });
  await once(started, 'close');
});

test('a child that prints nothing is an error at the limit and is ended', async () => {
  const started = child('setInterval(() => {}, 1000)');
  const closed = once(started, 'close');
  await assert.rejects(readJsonLines(started, 'host', 200).first, {
    message: 'host has not said where it listens within 0.2 s',
  });
  await closed;
});

test('a host ends when its parent is killed', async () => {
  const client = new URL('./index.ts', import.meta.url).href;
  const script = `
    const { SimHostProcess } = await import(${JSON.stringify(client)});
    const { url } = await SimHostProcess.start([]);
    console.log(JSON.stringify({ url }));
    setInterval(() => {}, 1000);`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', script];
  const parent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const { url } = (await readJsonLines(parent, 'the parent').first) as { url: string };
  assert.equal((await fetch(url)).status, 200);
  parent.kill('SIGKILL');
  await untilClosed(url);
});

test('a peer of the benchmarks ends when its standard input closes', async () => {
  const peer = spawn(process.execPath, ['bench/peers/node-http.mjs', '1'], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const closed = once(peer, 'close');
  await readJsonLines(peer, 'the peer').first;
  peer.stdin.destroy();
  await closed;
});

/** Waits until nothing listens at the URL. */
async function untilClosed(url: string): Promise<void> {
  while (
    await fetch(url).then(
      () => true,
      () => false,
    )
  )
    await new Promise((resolve) => setTimeout(resolve, 50));
}
