import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { growths, measures } from './growth.js';
import { runCases, runPressures } from './load/one-case.js';
import type { SoakResults } from './results.js';
import { soak } from './soak.js';

const help = `Healthy load and abuse on a running sim-host, for hours: what fails, what grows.

  npm run soak -- [options]

  --minutes N      how long; 10 when left out
  --seed S         which abuse; a random one when left out
  --http ENGINE    uws or node; uws when left out
  --out FILE.json  the samples and failures; reports/soak.json when left out
  --case NAME      on a fresh host those of the corpus that have this in their name, such as work/, or with --seed a generated
                   one by its number; a single one is shown byte by byte
  --pressure NAME  on a fresh host those pressures that have this in their name
`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    http: { type: 'string', default: 'uws' },
    out: { type: 'string', default: 'reports/soak.json' },
    case: { type: 'string' },
    pressure: { type: 'string' },
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
  writeFileSync(values.out, `${JSON.stringify(results)}\n`);
}

const engine =
  values.http === 'uws' || values.http === 'node'
    ? values.http
    : mistake(`--http is uws or node, and not ${values.http}`);
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : number('seed', values.seed);
const print = (line: string) => console.log(line);
if (values.help) {
  print(help);
} else if (values.pressure !== undefined) {
  process.exitCode = (await runPressures(engine, values.pressure, print)) ? 0 : 1;
} else if (values.case !== undefined) {
  process.exitCode = (await runCases(engine, seed, values.case, print)) ? 0 : 1;
} else {
  const minutes = number('minutes', values.minutes);
  const onRound = (each: SoakResults) => {
    write(each);
    print(progress(each));
  };
  finish(await soak({ minutes, seed, engine, print, onRound }));
}

/** The last round in one line. */
function progress({ samples }: SoakResults): string {
  const { at, heapUsed, external, slowest, healthy, abuse } = samples.at(-1)!;
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  const load = `${healthy} healthy, ${abuse} abuse, slowest ${slowest.toFixed(0)} ms`;
  return `${Math.round(at)} s, heap ${mb(heapUsed)}, outside ${mb(external)}, ${load}`;
}

function finish(results: SoakResults): void {
  write(results);
  const growing = growths(results.samples);
  for (const growth of growing) print(`GROWS ${growth}`);
  const failed = results.failures.length + growing.length;
  const found = `${results.failures.length} kinds of failures, ${growing.length} growths`;
  print(`seed ${seed}, ${results.seconds} s: ${found}; ${values.out}`);
  // The same number on every machine, regardless of its speed.
  const passed = results.pressures.length + measures.length - growing.length;
  mkdirSync('reports', { recursive: true });
  writeFileSync('reports/soak-counts.json', `${JSON.stringify({ passed, failed })}\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}
