import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { choose } from './choose.js';
import { readEquivalents } from './equivalents.js';
import { instrument } from './instrument.js';
import { keyOf, type Mutant } from './mutant.js';
import { Pool } from './pool.js';
import { Reach } from './reach.js';
import { folderTable, type Result, survivorLines, writeReport } from './report.js';
import { UnitTests } from './unit.js';

const help = `Small changes of the service, one at a time: does a scenario notice, or a unit test?

  npm run mutants -- [options]

  --size N        how many, of all folders; 600 when left out
  --seed S        which ones; 1 when left out: the set that the report in the repository is of
  --folder NAME   those of src/service/NAME alone; . for its own files
  --area EVT      by scenarios with a rule of that area alone, and no unit tests
  --key K,K       these alone; a report names them
  --no-unit       scenarios alone
  --json FILE     where the report goes; reports/mutants.json when left out
`;

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '600' },
    seed: { type: 'string', default: '1' },
    folder: { type: 'string' },
    area: { type: 'string' },
    key: { type: 'string' },
    'no-unit': { type: 'boolean', default: false },
    json: { type: 'string', default: 'reports/mutants.json' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  console.log(help);
  process.exit(0);
}

const startedAt = performance.now();
const progress = (text: string): void =>
  console.log(`[${((performance.now() - startedAt) / 1000).toFixed(0).padStart(5)} s] ${text}`);

const root = resolve('.cache/mutants/host');
const all = await instrument(root);
const pool = new Pool(root);
try {
  await run();
} finally {
  pool.end();
}

async function run(): Promise<void> {
  const chosen = wanted();
  progress(`${chosen.length} of ${all.length} mutants, --seed ${values.seed}`);
  const reach = await Reach.find(pool, all, '.cache/mutants/reach.json', progress);
  const equivalents = readEquivalents();
  const results: Result[] = [];
  await pool.each(chosen, async (mutant) => {
    const reason = equivalents.get(keyOf(mutant));
    const result =
      reason === undefined ? await judge(mutant, reach) : { mutant, equivalent: reason, reaching: [] };
    results.push(result);
    if (results.length % 20 === 0) progress(tally(results, chosen.length));
  });
  if (values.area === undefined && !values['no-unit']) await putToUnitTests(results);
  results.sort((a, b) => (a.mutant.name < b.mutant.name ? -1 : 1));
  mkdirSync('reports', { recursive: true });
  writeReport(values.json, Number(values.seed), results);
  for (const line of [...survivorLines(results), '', ...folderTable(results)]) console.log(line);
}

function wanted(): readonly Mutant[] {
  if (values.key !== undefined) {
    const keys = new Set(values.key.split(','));
    return all.filter((mutant) => keys.has(keyOf(mutant)));
  }
  const chosen = choose(all, Number(values.size), Number(values.seed));
  return values.folder === undefined ? chosen : chosen.filter(({ folder }) => folder === values.folder);
}

/** The nearest scenarios first: most mutants die of them, and all of the others are started for those alone that do not. */
async function judge(mutant: Mutant, reach: Reach): Promise<Result> {
  const isOfArea = (rule: string): boolean => rule.startsWith(`${values.area}-`);
  const scenarios = reach
    .scenariosOf(mutant)
    .filter(({ rules }) => values.area === undefined || rules.some(isOfArea));
  const reaching = [...new Set(scenarios.flatMap(({ rules }) => rules))];
  for (const part of [scenarios.slice(0, 12), scenarios.slice(12)]) {
    if (part.length === 0) continue;
    const limitS = 60 + part.length * 2;
    const outcome = await pool.run({ mutant: mutant.id, scenarios: part.map(({ place }) => place) }, limitS);
    if (outcome === undefined)
      return { mutant, reaching, killed: { by: 'a run that did not end', rules: [] } };
    if (outcome.killedBy !== undefined) {
      const { place, rules, message } = outcome.killedBy;
      return { mutant, reaching, killed: { by: place, rules, message } };
    }
  }
  return { mutant, reaching };
}

async function putToUnitTests(results: Result[]): Promise<void> {
  const alive = results.filter(
    ({ mutant, killed, equivalent }) =>
      mutant.operator !== 'ByHand' && killed === undefined && equivalent === undefined,
  );
  progress(`${alive.length} live, and are put to the unit tests`);
  const tests = new UnitTests(root);
  await tests.find(pool, progress);
  let done = 0;
  await pool.each(alive, async (result) => {
    const by = await tests.killerOf(result.mutant);
    if (by !== undefined) results[results.indexOf(result)] = { ...result, killed: { by, rules: [] } };
    if (++done % 10 === 0) progress(`${done} of ${alive.length}`);
  });
}

function tally(results: readonly Result[], size: number): string {
  const killed = results.filter((result) => result.killed !== undefined).length;
  return `${results.length} of ${size}: ${killed} killed`;
}
