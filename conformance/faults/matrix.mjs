// Runs the harness on broken hosts: each must fail on the rule that it breaks.
// `node conformance/faults/matrix.mjs [name…]`, or `--sample N [--seed S]` of them.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { faults } from './faults.mjs';

const command = fileURLToPath(new URL('../../bin/sim-host.mjs', import.meta.url));
const preload = new URL('load.mjs', import.meta.url).href;
const atOnce = Math.max(2, availableParallelism());
/** A host that is broken in such a way that nothing ends is not bitten. */
const limitMs = 240_000;
/** As `conformance/client/child.ts` says it. */
const didNotStart = /sim-host (ended with|cannot be run|has not said|printed)/;
const names = choose();
const escaped = [];

function choose() {
  const { values, positionals } = parseArgs({
    options: { sample: { type: 'string' }, seed: { type: 'string' } },
    allowPositionals: true,
  });
  const all = Object.keys(faults);
  const unknown = positionals.find((name) => !all.includes(name));
  if (unknown !== undefined) {
    console.error(`there is no broken host ${unknown}; there are ${all.join(', ')}`);
    process.exit(2);
  }
  if (values.sample === undefined) return positionals.length > 0 ? positionals : all;
  const seed = Number(values.seed ?? Math.floor(Math.random() * all.length));
  // Spread evenly, so that each area has its share, from another one on each time.
  const size = Math.min(Number(values.sample), all.length);
  console.log(`${size} of ${all.length} broken hosts, --seed ${seed}`);
  return Array.from(
    { length: size },
    (_, i) => all[(seed + Math.floor((i * all.length) / size)) % all.length],
  );
}

async function bite(name) {
  const [rule] = faults[name];
  const out = await mkdtemp(join(tmpdir(), 'fault-'));
  try {
    const env = {
      ...process.env,
      SIM_HOST_FAULT: name,
      NODE_OPTIONS: `--import=${preload}`,
      NODE_V8_COVERAGE: '',
    };
    const args = [command, 'conformance', '--rule', rule, '--out', out, '--fail-fast', '--parallel', '0'];
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    const code = await new Promise((resolve) => child.once('exit', resolve));
    clearTimeout(timer);
    const results = await readFile(join(out, 'results.json'), 'utf8').then(JSON.parse, () => undefined);
    const isUp = !results?.failures.some(({ failure }) => didNotStart.test(failure?.message));
    const verdict = isUp
      ? results?.rules.find(({ id }) => id === rule)?.verdict
      : 'the host did not start, which proves nothing';
    const isBitten = code === 1 && verdict === 'fails';
    if (!isBitten) escaped.push(name);
    console.log(
      `${isBitten ? 'bitten ' : 'ESCAPED'} ${rule.padEnd(6)} ${name}${isBitten ? '' : ` (exit ${code}, ${verdict})`}`,
    );
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

const queue = [...names];
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) await bite(name);
  }),
);
console.log(
  `${names.length - escaped.length} of ${names.length} broken hosts fail on the rule that they break`,
);
process.exitCode = escaped.length === 0 ? 0 : 1;
