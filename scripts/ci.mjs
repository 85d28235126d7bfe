// What continuous integration runs after the install: what a person runs, then what takes longer, within half an hour. With
// `--all` (`npm run test:all`) what is drawn at random is drawn ten times as often. A stage that hangs is ended.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { countScenarios, countTap } from './count.mjs';
import { Stages } from './stages.mjs';

const minutes = 60;
const times = process.argv.includes('--all') ? 10 : 1;
const often = (runs, minutes) => [
  '--runs',
  `${runs * times}`,
  '--minutes',
  `${minutes * times}`,
  '--seed',
  '82',
];
const tap = 'reports/packages.tap';
const panel = 'reports/panel-rest.tap';
const long = 'reports/long.tap';
const messages = 'reports/features-node.ndjson';
const npm = (script, ...args) => [npmFile(), 'run', '--silent', script, ...args];

rmSync('reports', { recursive: true, force: true });
mkdirSync('reports');

const stages = new Stages();
await stages.run('benchmarks', npm('bench:ci'), { limitS: 5 * minutes });
await stages.run('npm test', [npmFile(), '--silent', 'test'], {
  // The page has to be tried in a browser here.
  env: { CI: process.env.CI ?? '1' },
  limitS: 20 * minutes,
  count: () => counted('reports/test.json'),
});
await stages.run('long unit tests', ['scripts/unit-tests.mjs', '--long', ...reportersTo(long)], {
  limitS: 15 * minutes,
  env: { CI: process.env.CI ?? '1' },
  count: () => countTap(long),
  again: true,
});
await stages.run('the page in more looks', ['scripts/panel-tests.mjs', '--rest', `--tap=${panel}`], {
  limitS: 10 * minutes,
  env: { CI: process.env.CI ?? '1' },
  count: () => countTap(panel),
  again: true,
});
// Evenly spread and from another one on each time, so that a few runs meet all of them.
const broken = times === 1 ? ['--sample', '40'] : [];
await stages.run('broken hosts', ['conformance/faults/matrix.mjs', ...broken], { limitS: 15 * minutes });
await stages.run('scenarios through relays', ['test/relays/suite.mjs'], {
  limitS: 15 * minutes,
  env: { CI: process.env.CI ?? '1' },
  count: () => counted('reports/relays.json'),
  again: true,
});
await stages.run('kills during saves', kills(), {
  env: { KILLS: `${300 * times}` },
  limitS: 5 * minutes * times,
});
await stages.run('oracle', npm('oracle', '--', ...often(5000, 4)), {
  limitS: 10 * minutes * times,
  count: () => counted('reports/oracle.json'),
});
await stages.run('oracle of the stage', npm('oracle', '--', '--stage', ...often(1000, 2)), {
  limitS: 5 * minutes * times,
  count: () => counted('reports/oracle-stage.json'),
});
await stages.run('oracle of files', npm('oracle', '--', '--files', ...often(500, 3)), {
  limitS: 10 * minutes * times,
  count: () => counted('reports/oracle-files.json'),
});
for (const engine of ['uws', 'node']) {
  // Removed, so that one which ends before its end is not counted as the one before.
  rmSync('reports/soak-counts.json', { force: true });
  await stages.run(
    `soak on ${engine}`,
    npm(
      'soak',
      '--',
      '--minutes',
      '1',
      '--http',
      engine,
      '--seed',
      '15',
      '--out',
      `reports/soak-${engine}.html`,
    ),
    { limitS: 10 * minutes, count: () => counted('reports/soak-counts.json'), again: true },
  );
}
await stages.run(
  'scenarios on node:http',
  npm('features', '--', '--format', 'progress', '--format', `message:${messages}`),
  {
    env: { SIM_HOST_HTTP: 'node' },
    limitS: 10 * minutes,
    count: () => countScenarios(messages),
    again: true,
  },
);
// One file after the other: each packs, which builds anew.
await stages.run(
  'packages',
  ['--import', 'tsx', '--test', '--test-concurrency=1', ...reportersTo(tap), ...packageTests()],
  {
    limitS: 10 * minutes,
    count: () => countTap(tap),
    again: true,
  },
);
// The stages above have run everything on this Node.js.
await stages.run('matrix', npm('test:matrix', ...(times === 1 ? ['--', '--sample'] : [])), {
  env: { CI: '1' },
  limitS: 40 * minutes,
  count: () => counted('reports/matrix/results.json'),
});
stages.finish('reports/ci.json');

/** Of a run that has counted by itself; nothing when it has not come to its end. */
function counted(file) {
  try {
    const { passed, failed } = JSON.parse(readFileSync(file, 'utf8'));
    return { pass: passed, fail: failed };
  } catch {
    return { pass: 0, fail: 1 };
  }
}

function reportersTo(file) {
  return [
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=tap',
    `--test-reporter-destination=${file}`,
  ];
}

function kills() {
  return ['--import', 'tsx', '--test', 'src/service/persistence/disk/disk-files.test.ts'];
}

/** They take packed packages into fresh folders, and need the registry. */
function packageTests() {
  const folder = 'test/packages';
  return readdirSync(folder)
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => `${folder}/${file}`);
}

function npmFile() {
  const { npm_execpath: file } = process.env;
  if (file !== undefined) return file;
  console.error('run it with npm: npm run ci');
  return process.exit(2);
}
