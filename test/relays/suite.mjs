// Runs the conformance suite against the demo scene through a relay: `node test/relays/suite.mjs [options of sim-host
// conformance]`. It uses the host's own control API. Scenarios tagged `@not-at-a-relay` are excluded (docs/scaling.md).
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const command = fileURLToPath(new URL('../../bin/sim-host.mjs', import.meta.url));

if (spawnSync('nats-server', ['--version'], { stdio: 'ignore' }).status !== 0) {
  const isNeeded = Boolean(process.env.CI);
  console.log(`nats-server is not installed${isNeeded ? '' : ': left out'} (apt-get install nats-server)`);
  process.exit(isNeeded ? 1 : 0);
}
const folder = mkdtempSync(join(tmpdir(), 'relay-suite-'));
const children = [];
try {
  const nats = await natsUrl();
  const scene = ['--scene', 'scenes/demo.yaml', '--clock', 'manual', '--project', join(folder, 'project')];
  const host = await listening(...scene, '--control', '0', '--log-level', 'none', '--nats', nats);
  const relay = await listening('relay', '--nats', nats);
  while ((await fetch(`${relay.url}/api/status`)).status === 503) await pause(20);
  const out = join(folder, 'results');
  const at = ['--base-url', relay.url, '--control', host.control, '--out', out];
  const suite = start(
    'inherit',
    'conformance',
    ...at,
    '--tags',
    'not @not-at-a-relay',
    ...process.argv.slice(2),
  );
  const [code] = await once(suite, 'exit');
  const { passed, failed } = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')).summary.scenarios;
  mkdirSync('reports', { recursive: true });
  writeFileSync('reports/relays.json', JSON.stringify({ passed, failed }));
  process.exitCode = code === 0 && passed > 0 ? 0 : 1;
} finally {
  for (const child of children.reverse()) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function start(output, ...args) {
  const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', output, 'inherit'] });
  children.push(child);
  return child;
}

/** Starts a host or a relay and resolves with the line that contains its address. */
async function listening(...args) {
  const { stdout } = start('pipe', ...args, '--port', '0', '--json');
  const [line] = await once(createInterface(stdout), 'line');
  return JSON.parse(line);
}

/** Starts NATS on a free port, which it writes into a file. */
async function natsUrl() {
  const args = ['-a', '127.0.0.1', '-p', '-1', '-js', '-sd', folder, '--ports_file_dir', folder];
  const nats = spawn('nats-server', args, { stdio: 'ignore' });
  children.push(nats);
  const file = join(folder, `nats-server_${nats.pid}.ports`);
  while (nats.exitCode === null) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (text.endsWith('}')) return JSON.parse(text).nats[0];
    await pause(20);
  }
  throw new Error('nats-server has ended');
}
