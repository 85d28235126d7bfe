// Runs the conformance suite against the demo scene through a relay: `node test/relays/suite.mjs [options of sim-host
// conformance]`. It uses the host's own control API. Scenarios tagged `@not-at-a-relay` are excluded (docs/scaling.md).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const simHost = join(repository, 'bin', 'sim-host.mjs');
const folder = mkdtempSync(join(tmpdir(), 'relay-suite-'));
const children = [];
try {
  const { url: nats } = await listening(join(repository, 'bench', 'peers', 'nats.mjs'), folder);
  const scene = ['--scene', 'scenes/demo.yaml', '--clock', 'manual', '--project', join(folder, 'project')];
  const quiet = ['--control', '0', '--log-level', 'none'];
  const host = await listening(simHost, ...scene, ...quiet, '--nats', nats, '--port', '0', '--json');
  const relay = await listening(simHost, 'relay', '--nats', nats, '--port', '0', '--json');
  while ((await fetch(`${relay.url}/api/status`)).status === 503) await pause(20);
  const out = join(folder, 'results');
  const at = ['--base-url', relay.url, '--control', host.control, '--out', out];
  const words = ['conformance', ...at, '--tags', 'not @not-at-a-relay', ...process.argv.slice(2)];
  const [code] = await once(start('inherit', simHost, ...words), 'exit');
  const { passed, failed } = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')).summary.scenarios;
  mkdirSync('reports', { recursive: true });
  writeFileSync('reports/relays.json', JSON.stringify({ passed, failed }));
  process.exitCode = code === 0 && passed > 0 ? 0 : 1;
} finally {
  for (const child of children.reverse().filter(({ exitCode }) => exitCode === null)) {
    child.kill();
    await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function start(output, ...args) {
  const child = spawn(process.execPath, args, { stdio: ['pipe', output, 'inherit'] });
  children.push(child);
  return child;
}

/** Starts a server and resolves with its first line, which contains its address. */
async function listening(...args) {
  const [line] = await once(createInterface(start('pipe', ...args).stdout), 'line');
  return JSON.parse(line);
}
