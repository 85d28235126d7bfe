import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { choose } from './choose.js';
import { readEquivalents } from './equivalents.js';
import { instrument } from './instrument.js';
import type { Scenario } from './jobs.js';
import { Kept } from './kept.js';
import { keyOf, type Mutant } from './mutant.js';
import { Pool } from './pool.js';
import { provers, Reach, scenariosOf } from './reach.js';
import { folderTable, isAlive, type Result, survivorLines, type Verdict, writeReport } from './report.js';
import { UnitTests } from './unit.js';

const help = `Small changes of the service, one at a time: does a scenario notice, or a unit test?

  npm run mutants -- [options]

  --size N        how many, of all folders; 600 when left out
  --seed S        which ones; 1 when left out: the set that the report in the repository is of
  --folder NAME   those of src/service/NAME alone; . for its own files
  --area EVT      by scenarios with a rule of that area alone, and no unit tests
  --key K,K       these alone; a report names them
  --by-hand       those of by-hand.yaml alone, put to the scenarios of their rule alone: minutes
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
    'by-hand': { type: 'boolean', default: false },
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

const cache = '.cache/mutants';
const root = resolve(`${cache}/host`);
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
  const scenarios = await scenariosOf(pool);
  const isByHand = values['by-hand'];
  const version = versionOf(all, scenarios);
  const reach = isByHand ? undefined : await Reach.find(pool, scenarios, `${cache}/reach`, version, progress);
  const kept = new Kept<Verdict>(`${cache}/verdicts${values.area ?? ''}`, version);
  const near = (mutant: Mutant): readonly Scenario[] =>
    mutant.rule !== undefined ? provers(mutant.rule, scenarios) : (reach?.scenariosOf(mutant) ?? []);
  const equivalents = readEquivalents();
  const results: Result[] = [];
  await pool.each(chosen, async (mutant) => {
    const reason = equivalents.get(keyOf(mutant));
    const verdict =
      kept.get(keyOf(mutant)) ??
      (reason === undefined ? await judge(mutant, near(mutant)) : { reaching: [] });
    kept.set(keyOf(mutant), verdict);
    results.push({ mutant, ...verdict, ...(reason !== undefined && { equivalent: reason }) });
    if (results.length % 20 === 0) progress(tally(results, chosen.length));
  });
  if (values.area === undefined && !values['no-unit'] && !isByHand) await putToUnitTests(results, version);
  results.sort((a, b) => (a.mutant.name < b.mutant.name ? -1 : 1));
  mkdirSync('reports', { recursive: true });
  writeReport(values.json, Number(values.seed), results);
  for (const line of [...survivorLines(results), '', ...folderTable(results)]) console.log(line);
  if (isByHand && results.some(isAlive)) process.exitCode = 1;
}

function wanted(): readonly Mutant[] {
  if (values.key !== undefined) {
    const keys = new Set(values.key.split(','));
    return all.filter((mutant) => keys.has(keyOf(mutant)));
  }
  if (values['by-hand']) return all.filter(({ operator }) => operator === 'ByHand');
  const chosen = choose(all, Number(values.size), Number(values.seed));
  return values.folder === undefined ? chosen : chosen.filter(({ folder }) => folder === values.folder);
}

/** The nearest scenarios first: most mutants die of them, and all of the others are started for those alone that do not. */
async function judge(mutant: Mutant, near: readonly Scenario[]): Promise<Verdict> {
  const isOfArea = (rule: string): boolean => rule.startsWith(`${values.area}-`);
  const scenarios = near.filter(({ rules }) => values.area === undefined || rules.some(isOfArea));
  const reaching = [...new Set(scenarios.flatMap(({ rules }) => rules))];
  for (const part of [scenarios.slice(0, 12), scenarios.slice(12)]) {
    if (part.length === 0) continue;
    const limitS = 60 + part.length * 2;
    const outcome = await pool.run({ mutant: mutant.id, scenarios: part.map(({ place }) => place) }, limitS);
    if (outcome === undefined) return { reaching, killed: { by: 'a run that did not end', rules: [] } };
    if (outcome.killedBy !== undefined) {
      const { place, rules, message } = outcome.killedBy;
      return { reaching, killed: { by: place, rules, message } };
    }
  }
  return { reaching };
}

async function putToUnitTests(results: Result[], version: string): Promise<void> {
  const alive = results.filter(
    ({ mutant, killed, equivalent }) =>
      mutant.operator !== 'ByHand' && killed === undefined && equivalent === undefined,
  );
  progress(`${alive.length} live, and are put to the unit tests`);
  if (alive.length === 0) return;
  const kept = new Kept<string | null>(`${cache}/unit-tests`, version);
  const tests = new UnitTests(root);
  await tests.find(pool, progress);
  let done = 0;
  await pool.each(alive, async (result) => {
    const key = keyOf(result.mutant);
    const known = kept.get(key);
    const by = known === undefined ? ((await tests.killerOf(result.mutant)) ?? null) : known;
    if (known === undefined) kept.set(key, by);
    if (by !== null) results[results.indexOf(result)] = { ...result, killed: { by, rules: [] } };
    if (++done % 10 === 0) progress(`${done} of ${alive.length}`);
  });
}

function tally(results: readonly Result[], size: number): string {
  const killed = results.filter((result) => result.killed !== undefined).length;
  return `${results.length} of ${size}: ${killed} killed`;
}

/** Of everything that a verdict depends on. */
function versionOf(mutants: readonly Mutant[], scenarios: readonly Scenario[]): string {
  const hash = createHash('sha1').update(JSON.stringify([scenarios, mutants]));
  for (const folder of ['features', 'src'])
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
      if (/\.(ts|mjs|yaml|feature)$/.test(name)) hash.update(readFileSync(join(folder, name)));
  return hash.digest('hex');
}
