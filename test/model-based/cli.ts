import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { check } from './check.js';

const help = `Send random requests to the service and to a naive model of it, and compare them.

  npm run test:model -- [options]

  --scene-graph    test game objects with components that are created, moved and destroyed instead
  --files          test projects that are edited, saved, killed and reopened instead

  --runs N         number of sequences (default: 10000)
  --seed S         integer that decides the sequences (default: random)
  --minutes M      stop after M minutes, also with fewer runs
  --path P         repeat one failure

The summary is in reports/model.json, reports/model-files.json or reports/model-scene-graph.json.
`;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: `${Date.now() % 2 ** 31}` },
    minutes: { type: 'string' },
    path: { type: 'string' },
    files: { type: 'boolean' },
    'scene-graph': { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

function integer(name: 'runs' | 'seed'): number {
  const value = Number(values[name]);
  if (Number.isInteger(value)) return value;
  console.error(`--${name} must be an integer, and not ${values[name]}`);
  return process.exit(2);
}

if (values.help) {
  console.log(help);
} else {
  const mode = values.files ? 'files' : values['scene-graph'] ? 'scene-graph' : undefined;
  const seed = integer('seed');
  const options = {
    runs: integer('runs'),
    seed,
    path: values.path,
    limitMs: values.minutes === undefined ? undefined : Number(values.minutes) * 60_000,
    onProgress: (done: number, perSecond: number) =>
      console.log(`${done} sequences, ${perSecond.toFixed(0)} in a second`),
  };
  // Each kind exposes classes of its own when it is loaded.
  const { failure, ...counts } =
    mode === 'files'
      ? await check((await import('./files/session.js')).files, options)
      : mode === 'scene-graph'
        ? await check((await import('./scene-graph/session.js')).sceneGraph, options)
        : await check((await import('./session.js')).classes, options);
  if (failure !== undefined) {
    const chosen = mode === undefined ? '' : ` --${mode}`;
    console.error(`\n${failure.report}\n`);
    console.error(`again: npm run test:model --${chosen} --seed ${seed} --path ${failure.path}`);
  }
  const failed = failure === undefined ? 0 : 1;
  const summary = { passed: counts.sequences - failed, failed, seed, ...counts, ...failure };
  mkdirSync('reports', { recursive: true });
  writeFileSync(
    `reports/model${mode === undefined ? '' : `-${mode}`}.json`,
    `${JSON.stringify(summary, null, 2)}\n`,
  );
  console.log(
    `${counts.sequences} sequences with ${counts.steps} steps, seed ${seed}, ${counts.seconds.toFixed(0)} s: ` +
      (failure === undefined ? 'both agree' : 'they disagree'),
  );
  process.exitCode = failed;
}
