// Runs the suite on broken hosts: each must fail its rule, and an unchanged host none. `node
// conformance/faults/matrix.mjs [name…]`
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { faults } from './faults.mjs';

const command = fileURLToPath(new URL('../../bin/sim-host.mjs', import.meta.url));
const proxy = new URL('proxy.mjs', import.meta.url).href;
const atOnce = Math.max(2, availableParallelism());
/** Milliseconds after which a run is ended and counts as having detected no fault. */
const limitMs = 240_000;
const names = process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(faults);
const unknown = names.find((name) => faults[name] === undefined);
if (unknown !== undefined) {
  console.error(`unknown faulty host ${unknown}; available: ${Object.keys(faults).join(', ')}`);
  process.exit(2);
}
const uncaught = [];

/** Judges rules on a host with or without a fault. @returns the rules that fail; undefined if the run failed */
async function failing(rules, fault, ...options) {
  const out = await mkdtemp(join(tmpdir(), 'fault-'));
  try {
    const env = { ...process.env, CONFORMANCE_PROXY: proxy, CONFORMANCE_FAULT: fault, NODE_V8_COVERAGE: '' };
    const chosen = rules.flatMap((rule) => ['--rule', rule]);
    const args = [command, 'conformance', ...chosen, '--out', out, '--seed', '7', ...options];
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    await new Promise((resolve) => child.once('exit', resolve));
    clearTimeout(timer);
    const results = await readFile(join(out, 'results.json'), 'utf8').then(JSON.parse, () => undefined);
    return results?.rules.flatMap(({ id, verdict }) => (verdict === 'fails' ? [id] : []));
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

async function judge(name) {
  const [rule] = faults[name];
  const isCaught = (await failing([rule], name, '--fail-fast', '--parallel', '0'))?.includes(rule) === true;
  if (!isCaught) uncaught.push(name);
  console.log(`${isCaught ? 'caught    ' : 'NOT CAUGHT'} ${rule.padEnd(6)} ${name}`);
}

const queue = [...names];
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) await judge(name);
  }),
);
const blamed = await failing(
  [...new Set(names.map((name) => faults[name][0]))],
  '',
  '--parallel',
  `${atOnce}`,
);
console.log(
  blamed?.length === 0
    ? 'a host behind the proxy that spoils nothing is blamed for nothing'
    : `a host behind the proxy that spoils nothing is blamed for ${blamed?.join(', ') ?? 'all: the run has failed'}`,
);
console.log(`${names.length - uncaught.length} of ${names.length} broken hosts are caught`);
process.exitCode = uncaught.length === 0 && blamed?.length === 0 ? 0 : 1;
