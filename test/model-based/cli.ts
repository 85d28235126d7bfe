import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { check } from './check-classes.js';

const help = `Send random requests to the service and to a naive model of it, and compare them.

  npm run test:model -- [options]

  --scene-graph    test game objects with components that are created, moved and destroyed instead
  --files          test projects that are edited, saved, killed and reopened instead

  --runs N         number of sequences (default: 10000)
  --seed S         integer that decides the sequences (default: random)
  --minutes M      stop after M minutes, also with fewer runs
  --path P         repeat one failure
  --no-shrink      report the first failure without making it smaller
  --json FILE      write the summary here (default: reports/model.json, reports/model-files.json, …)
`;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    minutes: { type: 'string' },
    path: { type: 'string' },
    json: { type: 'string' },
    files: { type: 'boolean' },
    'scene-graph': { type: 'boolean' },
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
  const mode = values.files ? 'files' : values['scene-graph'] ? 'scene-graph' : undefined;
  const run =
    mode === 'files'
      ? (await import('./files/check.js')).checkFiles
      : mode === 'scene-graph'
        ? (await import('./scene-graph/check.js')).checkSceneGraphs
        : check;
  const result = await run({
    runs: integer('runs', values.runs),
    seed,
    path: values.path,
    shrinks: values['no-shrink'] !== true,
    limitMs: values.minutes === undefined ? undefined : Number(values.minutes) * 60_000,
    onProgress: (done, perSecond) => console.log(`${done} sequences, ${perSecond.toFixed(0)} in a second`),
  });
  const { failure, ...counts } = result;
  if (failure !== undefined) {
    console.error(`\n${failure.report}\n`);
    console.error(
      `again: npm run test:model --${mode === undefined ? '' : ` --${mode}`} --seed ${seed} --path ${failure.path}`,
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
  const json = values.json ?? `reports/model${mode === undefined ? '' : `-${mode}`}.json`;
  mkdirSync(dirname(json), { recursive: true });
  writeFileSync(json, `${JSON.stringify(summary, null, 2)}\n`);
  console.log(
    `${counts.sequences} sequences with ${counts.steps} steps, seed ${seed}, ${counts.seconds.toFixed(0)} s: ` +
      (failure === undefined ? 'both agree' : 'they disagree'),
  );
  process.exitCode = failure === undefined ? 0 : 1;
}
