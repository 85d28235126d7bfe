// The table of all tests: `npm test` runs the tier `test`, `npm run test:all` all of it (scripts/test.mjs).

/**
 * @typedef {object} Stage
 * @property {string} name by which `npm run test:all -- <name>` selects it
 * @property {'test' | 'all'} tier
 * @property {string[]} args of Node.js
 * @property {number} limitS after which it is killed with its children and has failed
 * @property {Record<string, string>} [env]
 * @property {Results} [results] its results file; without one it counts no tests
 * @property {string} [needs] a program that it requires
 * @property {boolean} [isCheck] runs in parallel with the other checks, which use one core each
 */

/**
 * @typedef {object} Results
 * @property {'tap' | 'messages' | 'json'} form of node:test, of Cucumber, or `{passed, failed}`
 * @property {string} file
 */

/** `npm test` uses a fixed seed, `npm run test:all` a new one, which it prints to reproduce failures. */
export const seed =
  process.env.RANDOM_SEED ?? (process.argv.includes('--all') ? `${Date.now() % 2 ** 31}` : '82');

const tap = (name) => ({ form: 'tap', file: `reports/${name}.tap` });
const messages = (name) => ({ form: 'messages', file: `reports/${name}.ndjson` });
const json = (file) => ({ form: 'json', file: `reports/${file}` });

const tapTo = ({ file }) => [
  '--test-reporter=dot',
  '--test-reporter-destination=stdout',
  '--test-reporter=tap',
  `--test-reporter-destination=${file}`,
];
const tsx = ['--import', 'tsx'];
const unitTests = (results, ...args) => ['scripts/unit-tests.mjs', ...args, ...tapTo(results)];
const scenarios = ({ file }) => [
  ...tsx,
  'scripts/features.mjs',
  ...['--format', 'progress', '--format', `message:${file}`],
];
const panel = (part, { file }) => ['scripts/panel-tests.mjs', `--${part}`, `--tap=${file}`];
const simHost = (...args) => ['bin/sim-host.mjs', ...args];
const modelBased = (name, runs, minutes, ...args) => ({
  name,
  tier: 'all',
  args: [
    ...tsx,
    'test/model-based/cli.ts',
    ...args,
    '--runs',
    `${runs}`,
    '--minutes',
    `${minutes}`,
    '--seed',
    seed,
  ],
  limitS: (minutes + 5) * 60,
  results: json(`${name}.json`),
});
const soak = (engine) => ({
  name: `soak-${engine}`,
  tier: 'all',
  args: [...tsx, 'test/soak/cli.ts', '--minutes', '1', '--http', engine, '--seed', seed],
  limitS: 600,
  results: json('soak-counts.json'),
});
const check = (name, ...args) => ({ name, tier: 'test', args, limitS: 600, isCheck: true });

/** @type {Stage[]} */
export const stages = [
  { name: 'build', tier: 'test', args: ['scripts/build.mjs'], limitS: 300 },
  check('imports', 'scripts/check-imports.mjs'),
  check('types', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'),
  check('types-of-the-panel', 'node_modules/typescript/bin/tsc', '-p', 'src/panel/tsconfig.json'),
  check('style', 'node_modules/@biomejs/biome/bin/biome', 'check'),
  check('rules', 'scripts/check-rules.mjs'),
  { name: 'unit-tests', tier: 'test', args: unitTests(tap('unit')), limitS: 1500, results: tap('unit') },
  {
    name: 'scenarios',
    tier: 'test',
    args: scenarios(messages('scenarios')),
    limitS: 1500,
    results: messages('scenarios'),
  },
  {
    name: 'panel',
    tier: 'test',
    args: panel('sample', tap('panel')),
    limitS: 1500,
    results: tap('panel'),
    needs: 'chromium',
  },
  {
    name: 'panel-long',
    tier: 'all',
    args: panel('rest', tap('panel-long')),
    limitS: 1500,
    results: tap('panel-long'),
    needs: 'chromium',
  },
  {
    name: 'long-tests',
    tier: 'all',
    args: unitTests(tap('long'), '--long'),
    limitS: 1500,
    results: tap('long'),
    needs: 'nats-server',
  },
  {
    name: 'scenarios-on-node',
    tier: 'all',
    args: scenarios(messages('scenarios-on-node')),
    limitS: 600,
    env: { SIM_HOST_HTTP: 'node' },
    results: messages('scenarios-on-node'),
  },
  { name: 'broken-hosts', tier: 'all', args: ['conformance/faults/matrix.mjs'], limitS: 900 },
  {
    name: 'relays',
    tier: 'all',
    args: ['test/relays/suite.mjs'],
    limitS: 900,
    results: json('relays.json'),
    needs: 'nats-server',
  },
  {
    name: 'kills',
    tier: 'all',
    args: [...tsx, '--test', 'src/service/files/disk/disk-files.test.ts'],
    limitS: 600,
    env: { KILLS: '300' },
  },
  modelBased('model', 5000, 4),
  modelBased('model-scene-graph', 1000, 2, '--scene-graph'),
  modelBased('model-files', 500, 3, '--files'),
  soak('uws'),
  soak('node'),
  {
    name: 'packages',
    tier: 'all',
    args: [
      ...tsx,
      '--test',
      '--test-concurrency=1',
      ...tapTo(tap('packages')),
      'test/packages/packages.test.ts',
      'test/packages/browser.test.ts',
      'test/packages/runners.test.ts',
      'test/packages/generated-client.test.ts',
      'test/packages/documents.test.ts',
    ],
    limitS: 900,
    results: tap('packages'),
    needs: 'chromium',
  },
  {
    name: 'matrix',
    tier: 'all',
    args: ['scripts/matrix.mjs'],
    limitS: 2400,
    env: { CI: '1' },
    results: json('matrix/results.json'),
  },
  {
    name: 'ratios',
    tier: 'all',
    args: simHost(
      'bench',
      ...['--scenario', 'ratios', '--runs', '3', '--duration', '1'],
      ...['--compare', 'bench/results/ci.json'],
    ),
    limitS: 600,
    needs: 'wrk',
  },
];
