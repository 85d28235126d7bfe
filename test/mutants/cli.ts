import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { killedAgain } from './again.js';
import { choose } from './choose.js';
import { writeDocument } from './document.js';
import { readEquivalents } from './equivalents.js';
import { instrument } from './instrument.js';
import type { Scenario } from './jobs.js';
import { engineOf, keyOf, type Mutant } from './mutant.js';
import { Pool } from './pool.js';
import { Proof } from './proof.js';
import { idsOfModules, Reach, scenariosOf } from './reach.js';
import { folderTable, isAlive, type Result, survivorLines, writeReport } from './report.js';
import { killAgain, sampleOf } from './sample.js';
import { UnitTests } from './unit.js';
import { Verdicts } from './verdicts.js';

const help = `Small changes of the service, one at a time: does a scenario notice, or a unit test?

  npm run mutants -- [options]

  --size N        how many, of all folders; 600 when left out
  --seed S        which ones; 1 when left out: the set that the report in the repository is of
  --folder NAME   those of src/service/NAME alone; . for its own files
  --area EVT      by scenarios with a rule of that area alone, and no unit tests
  --key K,K       these alone; a report names them
  --by-hand       those of by-hand.yaml alone, put to the scenarios of their rule alone: minutes
  --sample N      so many that a scenario has killed before, each put to that one alone: a minute or two
  --known         what is known already: nothing is run
  --no-unit       scenarios alone
  --all           all of them anew, whatever is known; otherwise what test/mutants/verdicts.jsonl knows of code and killers that
                  have not changed since holds
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
    known: { type: 'boolean', default: false },
    sample: { type: 'string' },
    'no-unit': { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
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
const verdictsFile = 'test/mutants/verdicts.jsonl';
const startedNow = String(Date.now());
const root = resolve(`${cache}/host`);
const all = await instrument(root);
const pool = new Pool(root);
try {
  await run();
} finally {
  pool.end();
}

async function run(): Promise<void> {
  if (values.sample !== undefined) return runSample(Number(values.sample));
  const chosen = wanted();
  const verdicts = new Verdicts(verdictsFile);
  // What kills in an area, or without unit tests, is another question.
  const isWhole = values.area === undefined && !values['no-unit'];
  const equivalents = readEquivalents();
  const known = chosen.flatMap((mutant): Result[] => {
    const equivalent = equivalents.get(keyOf(mutant));
    if (equivalent !== undefined) return [{ mutant, reaching: [], equivalent }];
    const verdict = isWhole && !values.all ? verdicts.get(mutant) : undefined;
    return verdict === undefined ? [] : [{ mutant, ...verdict }];
  });
  const isDecided = (mutant: Mutant): boolean =>
    known.some((result) => result.mutant === mutant && result.isOpen !== true);
  const unknown = chosen.filter((mutant) => !isDecided(mutant));
  progress(
    `${chosen.length} of ${all.length} mutants, --seed ${values.seed}; ${chosen.length - unknown.length} are known, and ${unknown.length} are not`,
  );
  if (values.known) return finish(known, chosen, isWhole);
  const learned = unknown.length === 0 ? [] : await putToProof(unknown, isWhole ? verdicts : undefined);
  if (isWhole) verdicts.tidy(all);
  const results = [...known.filter(({ mutant }) => isDecided(mutant)), ...learned];
  finish(results, chosen, isWhole);
  if (values['by-hand'] && results.some(isAlive)) process.exitCode = 1;
}

async function runSample(size: number): Promise<void> {
  const sample = sampleOf(all, new Verdicts(verdictsFile), size);
  const scenarios = await scenariosOf(pool);
  progress(`${sample.length} that a scenario has killed`);
  const results: Result[] = [];
  await pool.each(sample, async (known) => void results.push(await killAgain(known, scenarios, pool)));
  report(results);
  if (results.length < size || results.some(isAlive)) process.exitCode = 1;
}

/** What is known of the whole set is written down for readers, too. */
function finish(results: readonly Result[], chosen: readonly Mutant[], isWhole: boolean): void {
  report(results);
  const isOfAll = ['folder', 'key', 'by-hand'].every((name) => !values[name as keyof typeof values]);
  if (isWhole && isOfAll && values.size === '600' && values.seed === '1')
    writeDocument({ results: inOrder(results), set: chosen, all, equivalents: readEquivalents() });
}

function inOrder(results: readonly Result[]): Result[] {
  return [...results].sort((a, b) => (a.mutant.name < b.mutant.name ? -1 : 1));
}

function report(found: readonly Result[]): void {
  const results = inOrder(found);
  mkdirSync('reports', { recursive: true });
  writeReport(values.json, Number(values.seed), results);
  for (const line of [...survivorLines(results), '', ...folderTable(results)]) console.log(line);
}

/** What is found out is kept at once. */
async function putToProof(chosen: readonly Mutant[], verdicts: Verdicts | undefined): Promise<Result[]> {
  const scenarios = await scenariosOf(pool);
  const version = versionOf(all, scenarios);
  const unitTests = verdicts === undefined ? undefined : new UnitTests(root);
  const again =
    verdicts === undefined || values.all
      ? []
      : await killedAgain({ chosen, scenarios, verdicts, unitTests: unitTests!, pool, progress });
  const isDone = new Set(again.map(({ mutant }) => mutant));
  const rest = chosen.filter((mutant) => !isDone.has(mutant));
  const found = rest.length === 0 ? [] : await newlyProved(rest, scenarios, version, verdicts, unitTests);
  return [...again, ...found];
}

async function newlyProved(
  chosen: readonly Mutant[],
  scenarios: readonly Scenario[],
  version: string,
  verdicts: Verdicts | undefined,
  unitTests: UnitTests | undefined,
): Promise<Result[]> {
  const reachOf = (engine?: 'node'): Promise<Reach | undefined> => {
    const isNeeded = chosen.some((mutant) => mutant.rule === undefined && engineOf(mutant) === engine);
    if (!isNeeded) return Promise.resolve(undefined);
    progress(`what scenarios reach${engine === undefined ? '' : ' with node:http'}`);
    return Reach.find(pool, scenarios, all, `${cache}/reach${engine ?? ''}`, version, progress, engine);
  };
  const proof = new Proof({
    pool,
    scenarios,
    reach: await reachOf(),
    reachOfNode: await reachOf('node'),
    ofModules: await idsOfModules(root),
    unitTests,
    counts: ({ rules }) =>
      values.area === undefined || rules.some((rule) => rule.startsWith(`${values.area}-`)),
    folder: `${cache}/stages${values.area ?? ''}`,
    version: values.all ? startedNow : version,
    progress,
    onVerdict: (mutant, verdict) => verdicts?.set(mutant, verdict),
  });
  return proof.of(chosen);
}

function wanted(): readonly Mutant[] {
  if (values.key !== undefined) {
    const keys = new Set(values.key.split(','));
    return all.filter((mutant) => keys.has(keyOf(mutant)));
  }
  if (values['by-hand']) return all.filter(({ operator }) => operator === 'ByHand');
  const chosen = choose(all, Number(values.size), Number(values.seed), readEquivalents());
  return values.folder === undefined ? chosen : chosen.filter(({ folder }) => folder === values.folder);
}

/** Of everything that a verdict depends on. */
function versionOf(mutants: readonly Mutant[], scenarios: readonly Scenario[]): string {
  const hash = createHash('sha1').update(JSON.stringify([scenarios, mutants]));
  for (const folder of ['features', 'src'])
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
      if (/\.(ts|mjs|yaml|feature)$/.test(name)) hash.update(readFileSync(join(folder, name)));
  return hash.digest('hex');
}
