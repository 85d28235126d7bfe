// The test command: build, checks, unit tests, features and a sample of the broken hosts, then lines that count. `--coverage`
// takes a third longer and writes coverage/index.html. scripts/ci.mjs runs everything.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { countScenarios, countTap } from './count.mjs';
import { Stages } from './stages.mjs';

const bin = (file) => `node_modules/${file}`;
const isCovered = process.argv.includes('--coverage');
const env = isCovered ? { NODE_V8_COVERAGE: 'coverage/raw' } : {};
const tap = 'reports/unit.tap';
const panel = 'reports/panel.tap';
const messages = 'reports/features.ndjson';

for (const old of ['coverage', tap, panel, messages]) rmSync(old, { recursive: true, force: true });
mkdirSync('reports', { recursive: true });

const stages = new Stages();
const built = await stages.run('build', ['scripts/build.mjs']);
await stages.together([
  ['imports', ['scripts/check-imports.mjs']],
  ['types', [bin('typescript/bin/tsc'), '-p', 'tsconfig.json']],
  ['types of the page', [bin('typescript/bin/tsc'), '-p', 'src/panel/tsconfig.json']],
  ['style', [bin('@biomejs/biome/bin/biome'), 'check']],
  ['rule tags', ['scripts/check-rules.mjs']],
]);
if (built) {
  const reporters = [
    '--test-reporter=dot',
    '--test-reporter-destination=stdout',
    '--test-reporter=tap',
    `--test-reporter-destination=${tap}`,
  ];
  await stages.run('unit tests', ['scripts/unit-tests.mjs', ...reporters], {
    env,
    count: () => countTap(tap),
    again: true,
  });
  const formats = ['--format', 'progress', '--format', `message:${messages}`];
  const features = ['--import', 'tsx', 'scripts/features.mjs', ...formats];
  await stages.run('scenarios', features, { env, count: () => countScenarios(messages), again: true });
  await stages.run('broken hosts', ['conformance/faults/matrix.mjs', '--sample', '8']);
}
if (built) {
  // Where no browser is installed it says so, and leaves these out.
  await stages.run('the page in a browser', ['scripts/panel-tests.mjs', '--sample', `--tap=${panel}`], {
    count: () => (existsSync(panel) ? countTap(panel) : undefined),
    again: true,
  });
}
if (built && isCovered) {
  const what = [
    '--temp-directory=coverage/raw',
    '--src=src',
    '--exclude=**/*.test.ts',
    '--exclude-after-remap',
  ];
  const reports = ['--reporter=text-summary', '--reporter=html'];
  await stages.run('coverage', [bin('c8/bin/c8.js'), 'report', ...what, ...reports]);
}
stages.finish('reports/test.json');
