// Runs the suite against hosts that are reached by way of a relay: `node test/relays/suite.mjs [--area EVT …]`. What cannot hold
// there is named below, with the reason; anything else that fails is a fault.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Scenarios that cannot hold at a relay, and why. */
const cannot = new Map([
  [
    'A comment follows ten seconds of silence',
    "a relay has a clock of its own: the silence of a host's manual clock is none there",
  ],
  [
    'Subscribers beyond the limit are turned away',
    'maxSubscribers of a scene bounds the streams of the host; a relay has --max-subscribers',
  ],
  [
    'allowExternalConnections binds all interfaces, IPv4 and IPv6',
    'where apps come in is said at the relay, and the suite says it to the host',
  ],
  ...(process.env.SIM_HOST_HTTP === 'node'
    ? []
    : [
        [
          'Pipelined requests are answered in order',
          'uWebSockets.js closes a connection on which a request comes before the one before it is answered',
        ],
      ]),
]);
const areas =
  process.argv.slice(2).length > 0 ? process.argv.slice(2) : areaOptions('EVT PRM QUT SVC ERR END PRF');
const preload = new URL('behind-a-relay.mjs', import.meta.url).href;
const command = fileURLToPath(new URL('../../bin/sim-host.mjs', import.meta.url));

if (spawnSync('nats-server', ['--version'], { stdio: 'ignore' }).status !== 0) {
  const isNeeded = Boolean(process.env.CI);
  console.log(`nats-server is not installed${isNeeded ? '' : ': left out'} (apt-get install nats-server)`);
  process.exit(isNeeded ? 1 : 0);
}
const folder = mkdtempSync(join(tmpdir(), 'relay-suite-'));
const port = await freePort();
const nats = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder], {
  stdio: 'ignore',
});
try {
  await run();
} finally {
  nats.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}

async function run() {
  const out = join(folder, 'results');
  const env = {
    ...process.env,
    SIM_HOST_BEHIND_NATS: `nats://127.0.0.1:${port}`,
    NODE_OPTIONS: `--import=${preload}`,
    NODE_V8_COVERAGE: '',
  };
  const child = spawn(process.execPath, [command, 'conformance', ...areas, '--out', out], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (bytes) => {
    printed += bytes;
  });
  await new Promise((resolve) => child.once('exit', resolve));
  const passed = Number(/(\d+) scenarios passed/.exec(printed)?.[1] ?? 0);
  const { failures } = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8'));
  const faults = failures.filter(({ name }) => !cannot.has(name));
  for (const { name } of failures)
    console.log(`${cannot.has(name) ? `cannot hold: ${name} (${cannot.get(name)})` : `FAILS: ${name}`}`);
  for (const { name, failure } of faults) console.log(`${name}\n  ${failure?.message ?? ''}`);
  console.log(`${passed} scenarios hold by way of a relay, ${faults.length} fail`);
  mkdirSync('reports', { recursive: true });
  writeFileSync('reports/relays.json', JSON.stringify({ passed, failed: faults.length }));
  process.exitCode = faults.length === 0 && passed > 0 ? 0 : 1;
}

function areaOptions(names) {
  return names.split(' ').flatMap((name) => ['--area', name]);
}

function freePort() {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
