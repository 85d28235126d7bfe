import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { simulateDays } from './days/days.js';
import { judgedBy, measured } from './figures/measures.js';
import { page } from './figures/page.js';
import { runCases, runPressures } from './load/one-case.js';
import { progress } from './progress.js';
import type { SoakResults } from './results.js';
import { soak } from './soak.js';

const help = `Healthy load and abuse on a running sim-host, for hours: what fails, what grows.

  npm run soak -- [options]

  --minutes N      how long; 10 when left out
  --days N         so many simulated days on the manual clock instead; half a day may be 0.5
  --seed S         which abuse; a random one when left out
  --http ENGINE    uws or node; uws when left out
  --out FILE.html  the page, with a JSON of the same name beside it; reports/soak.html when left out
  --case NAME      on a fresh host those of the corpus that have this in their name, such as work/, or with --seed a generated
                   one by its number; a single one is shown byte by byte
  --pressure NAME  on a fresh host those pressures that have this in their name
  --note TEXT      stands on the page; may be given again
  --page FILE.json draws the page of a run again, as --out
`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    days: { type: 'string' },
    seed: { type: 'string' },
    http: { type: 'string', default: 'uws' },
    out: { type: 'string', default: 'reports/soak.html' },
    case: { type: 'string' },
    pressure: { type: 'string' },
    note: { type: 'string', multiple: true, default: [] },
    page: { type: 'string' },
    help: { type: 'boolean' },
  },
});

function number(name: string, text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value >= 0) return value;
  return mistake(`--${name} is a number, and not ${text}`);
}

function mistake(what: string): never {
  console.error(what);
  return process.exit(2);
}

function write(results: SoakResults): void {
  mkdirSync(dirname(values.out), { recursive: true });
  writeFileSync(values.out.replace(/(\.html)?$/, '.json'), `${JSON.stringify(results)}\n`);
  writeFileSync(values.out, page(results));
}

const engine =
  values.http === 'uws' || values.http === 'node'
    ? values.http
    : mistake(`--http is uws or node, and not ${values.http}`);
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : number('seed', values.seed);
const print = (line: string) => console.log(line);
if (values.help) {
  print(help);
} else if (values.page !== undefined) {
  const results: SoakResults = JSON.parse(readFileSync(values.page, 'utf8'));
  write({ ...results, notes: [...results.notes, ...values.note] });
} else if (values.pressure !== undefined) {
  process.exitCode = (await runPressures(engine, values.pressure, print)) ? 0 : 1;
} else if (values.case !== undefined) {
  process.exitCode = (await runCases(engine, seed, values.case, print)) ? 0 : 1;
} else if (values.days !== undefined) {
  finish(await simulateDays({ days: number('days', values.days), seed, engine, print }));
} else {
  const minutes = number('minutes', values.minutes);
  const notes = values.note;
  const onRound = (each: SoakResults) => {
    write(each);
    print(progress(each));
  };
  finish(await soak({ minutes, seed, engine, notes, print, onRound }));
}

function finish(results: SoakResults): void {
  write(results);
  const judged = judgedBy(results.seconds);
  const growing = measured(results.samples).filter(
    ({ isGrowing, measure }) => isGrowing && judged.includes(measure),
  );
  for (const { measure, trend } of growing) {
    const by = `${trend?.surelyGrown.toFixed(1)} ${measure.unit}`;
    print(`GROWS ${measure.name}: by at least ${by}; it may by ${measure.mayGrow}`);
  }
  const failed = results.failures.length + growing.length;
  const found = `${results.failures.length} kinds of failures, ${growing.length} growths`;
  print(`seed ${seed}, ${results.seconds} s: ${found}; ${values.out}`);
  // The same number on every machine, however much it has done in its time.
  const passed = (results.pressures ?? []).length + judged.length - growing.length;
  mkdirSync('reports', { recursive: true });
  writeFileSync('reports/soak-counts.json', `${JSON.stringify({ passed, failed })}\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}
