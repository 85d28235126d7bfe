import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { framing } from './abuse/framing.js';
import { generateCase } from './abuse/generate.js';
import { readOperations } from './abuse/requests.js';
import { runCase } from './abuse/run-case.js';
import { type Engine, SoakHost } from './host.js';
import { soak } from './soak.js';

const help = `Runs normal load and abuse on a sim-host, and reports what fails and what grows.

  npm run soak -- [options]

  --minutes N      duration (default: 10)
  --seed S         seed of the generated requests (default: random)
  --http ENGINE    uws or node (default: uws)
  --case CASE      sends only the generated request of this seed, or the fixed ones with this in their name
`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    http: { type: 'string', default: 'uws' },
    case: { type: 'string' },
    help: { type: 'boolean' },
  },
});
const { http: engine } = values;
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
if (values.help) {
  console.log(help);
} else if ((engine !== 'uws' && engine !== 'node') || !(minutes >= 0) || !Number.isInteger(seed)) {
  console.error(help);
  process.exitCode = 2;
} else if (values.case !== undefined) {
  process.exitCode = (await sendCases(engine, values.case)) ? 0 : 1;
} else {
  const counts = await soak({ minutes, seed, engine, print: console.log });
  console.log(`seed ${seed}: ${counts.failed} kinds of failures`);
  mkdirSync('reports', { recursive: true });
  writeFileSync('reports/soak-counts.json', `${JSON.stringify(counts)}\n`);
  process.exitCode = counts.failed === 0 ? 0 : 1;
}

/** Sends cases to a new host and prints the results. @returns true if all are right or excused */
async function sendCases(engine: Engine, wanted: string): Promise<boolean> {
  const cases = /^\d+$/.test(wanted)
    ? [generateCase(readOperations(), Number(wanted))]
    : framing.filter(({ name }) => name.includes(wanted));
  const project = mkdtempSync(join(tmpdir(), 'sim-host-soak-'));
  const host = await SoakHost.start(engine, project);
  let isGood = cases.length > 0;
  for (const each of cases) {
    const { text, wrong, excuse } = await runCase(host, engine, each);
    const verdict = wrong === undefined ? 'ok' : excuse === undefined ? 'WRONG' : 'excused';
    console.log([`${verdict} ${each.name}`, excuse ?? wrong ?? []].flat().join(': '));
    if (cases.length === 1) {
      for (const piece of each.pieces) console.log(`> ${JSON.stringify(piece.toString()).slice(0, 1500)}`);
      console.log(`< ${JSON.stringify(text).slice(0, 3000)}`);
    }
    isGood &&= verdict !== 'WRONG';
  }
  await host.stop();
  rmSync(project, { recursive: true, force: true, maxRetries: 5 });
  return isGood;
}
