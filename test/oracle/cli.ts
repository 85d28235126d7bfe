import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { check } from './oracle.js';

const help = `Random applications and requests, run against the service and against a naive model of it.

  npm run oracle -- [options]

  --stage          game objects with components instead, that come, change, move and go
  --files          random projects instead, edited, saved, killed and opened again, under the laws of files

  --runs N         sequences; 10,000 when left out
  --seed S         which ones; any integer, a random one when left out
  --kind K         runs of this kind alone (test/oracle/mix.ts, test/oracle/files/mix.ts)
  --minutes M      ends after so long, and is satisfied with fewer
  --path P         of a failure: runs that one alone
  --no-shrink      takes the first failure as it is
  --json FILE      where the summary goes; reports/oracle.json when left out, reports/oracle-files.json for --files, and so on
`;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    kind: { type: 'string' },
    minutes: { type: 'string' },
    path: { type: 'string' },
    json: { type: 'string' },
    files: { type: 'boolean' },
    stage: { type: 'boolean' },
    'no-shrink': { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

function integer(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value)) return value;
  console.error(`--${name} is an integer, and not ${text}`);
  return process.exit(2);
}

if (values.help) {
  console.log(help);
} else {
  const seed = values.seed === undefined ? Date.now() % 2 ** 31 : integer('seed', values.seed);
  const mode = values.files ? 'files' : values.stage ? 'stage' : undefined;
  const run =
    mode === 'files'
      ? (await import('./files/check.js')).checkFiles
      : mode === 'stage'
        ? (await import('./stage/check.js')).checkStages
        : check;
  const result = await run({
    runs: integer('runs', values.runs),
    seed,
    mix: values.kind,
    path: values.path,
    shrinks: values['no-shrink'] !== true,
    limitMs: values.minutes === undefined ? undefined : Number(values.minutes) * 60_000,
    onProgress: (done, perSecond) => console.log(`${done} sequences, ${perSecond.toFixed(0)} in a second`),
  });
  const { failure, ...counts } = result;
  if (failure !== undefined) {
    console.error(`\n${failure.report}\n`);
    console.error(
      `again: npm run oracle --${[mode, values.kind && `kind ${values.kind}`].map((each) => (each ? ` --${each}` : '')).join('')} --seed ${seed} --path ${failure.path}`,
    );
  }
  const failed = failure === undefined ? 0 : 1;
  const summary = {
    passed: counts.sequences - failed,
    failed,
    seed,
    ...counts,
    ...failure,
  };
  const json = values.json ?? `reports/oracle${mode === undefined ? '' : `-${mode}`}.json`;
  mkdirSync(dirname(json), { recursive: true });
  writeFileSync(json, `${JSON.stringify(summary, null, 2)}\n`);
  console.log(
    `${counts.sequences} sequences with ${counts.steps} steps, seed ${seed}, ${counts.seconds.toFixed(0)} s: ` +
      (failure === undefined ? 'both agree' : 'they disagree'),
  );
  process.exitCode = failure === undefined ? 0 : 1;
}
