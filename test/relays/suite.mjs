// Runs the suite against hosts that are reached by way of a relay: `node test/relays/suite.mjs [--area EVT …]`. What cannot hold
// there is named below, with the reason; anything else that fails is a fault.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const pipelining =
  'uWebSockets.js closes a connection on which a request comes before the one before it is answered';
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
  [
    'Every open stream is dropped at once; an app that comes back misses nothing',
    'the weather of a host drops the streams of that host; those at a relay are its own',
  ],
  ...(process.env.SIM_HOST_HTTP === 'node'
    ? []
    : [
        ['Pipelined requests are answered in order', pipelining],
        ['Behind a long answer too', pipelining],
        ['Requests that come at once are answered in turn', pipelining],
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
// On a port of its own choice, which it writes into a file.
const natsArgs = ['-a', '127.0.0.1', '-p', '-1', '-js', '-sd', folder, '--ports_file_dir', folder];
const nats = spawn('nats-server', natsArgs, { stdio: 'ignore' });
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
    SIM_HOST_BEHIND_NATS: await natsUrl(),
    SIM_HOST_RELAYS: join(folder, 'relays'),
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
  if (!existsSync(env.SIM_HOST_RELAYS))
    throw new Error('no relay was started: the suite has met the hosts themselves');
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

async function natsUrl() {
  const file = join(folder, `nats-server_${nats.pid}.ports`);
  while (nats.exitCode === null) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (text.endsWith('}')) return JSON.parse(text).nats[0];
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('nats-server has ended');
}
