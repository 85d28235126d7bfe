import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isMissing } from '../../../test/support/engines.js';

const command = fileURLToPath(new URL('../../../bin/sim-host.mjs', import.meta.url));
const noShell = process.platform === 'linux' ? false : 'the limit is set by a shell of Linux';

for (const engine of ['uws', 'node'] as const)
  test(`the log says that no file descriptor is left: ${engine}`, {
    skip: noShell || isMissing(engine),
  }, async (t: TestContext) => {
    const run = `ulimit -n 64; exec "${process.execPath}" "${command}" --port 0 --json --http ${engine}`;
    const host = spawn('sh', ['-c', run], { stdio: ['ignore', 'pipe', 'inherit'] });
    t.after(() => host.kill('SIGKILL'));
    const sockets: Socket[] = [];
    t.after(() => sockets.forEach((socket) => void socket.destroy()));
    for await (const line of createInterface({ input: host.stdout })) {
      const { event, url, message } = JSON.parse(line);
      if (event === 'listening') {
        const { hostname, port } = new URL(url);
        for (let i = 0; i < 64; i++) sockets.push(connect(Number(port), hostname).on('error', () => {}));
      }
      if (String(message).includes('No file descriptor is left')) break;
    }
    assert.ok(sockets.length > 0);
    host.kill('SIGTERM');
    assert.equal((await once(host, 'exit'))[1] ?? 0, 0);
  });
