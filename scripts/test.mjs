// The test command: build, checks, unit tests and features with coverage, then lines that count.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { countScenarios, countTap } from './count.mjs';

const node = process.execPath;
const bin = (file) => `node_modules/${file}`;
const results = [];

function run(name, args, env = {}) {
  console.log(`\n== ${name}`);
  const started = performance.now();
  const { status } = spawnSync(node, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  results.push({ name, ok: status === 0, seconds });
  return status === 0;
}

rmSync('coverage', { recursive: true, force: true });
mkdirSync('reports', { recursive: true });
const coverage = { NODE_V8_COVERAGE: 'coverage/raw' };

const built = run('build', ['scripts/build.mjs']);
run('types', [bin('typescript/bin/tsc'), '-p', 'tsconfig.json']);
run('style', [bin('@biomejs/biome/bin/biome'), 'check']);
run('imports', ['scripts/check-imports.mjs']);
run('rule tags', ['scripts/check-rules.mjs']);

let unit = { pass: 0, fail: 0 };
let features = { pass: 0, fail: 0 };
if (built) {
  run(
    'unit tests',
    [
      'scripts/unit-tests.mjs',
      '--test-reporter=dot',
      '--test-reporter-destination=stdout',
      '--test-reporter=tap',
      '--test-reporter-destination=reports/unit.tap',
    ],
    coverage,
  );
  unit = countTap('reports/unit.tap');
  run(
    'features',
    [
      '--import',
      'tsx',
      'scripts/features.mjs',
      '--format',
      'progress',
      '--format',
      'message:reports/features.ndjson',
    ],
    coverage,
  );
  features = countScenarios('reports/features.ndjson');
  run('broken hosts', ['conformance/faults/matrix.mjs']);
  run('coverage', [
    bin('c8/bin/c8.js'),
    'report',
    '--temp-directory=coverage/raw',
    '--reporter=text-summary',
    '--reporter=html',
    '--src=src',
    '--exclude=**/*.test.ts',
    '--exclude-after-remap',
  ]);
}

console.log('');
for (const { name, ok, seconds } of results)
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
console.log(`unit tests: ${unit.pass} passed, ${unit.fail} failed`);
console.log(`scenarios: ${features.pass} passed, ${features.fail} failed`);
const failedSteps = results.filter(({ ok }) => !ok).length;
const failed = Math.max(unit.fail + features.fail, failedSteps);
console.log(`${unit.pass + features.pass} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
