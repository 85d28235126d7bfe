import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const runner = new URL('run-stages.mjs', import.meta.url).href;

/** Runs stages in their own process; returns the output, the exit code and the JSON. */
function run(stages, env = { CI: '' }) {
  const folder = mkdtempSync(join(tmpdir(), 'stages-'));
  const file = join(folder, 'outcomes.json');
  const counts = join(folder, 'counts.json');
  const script = `import { finish, runStages } from ${JSON.stringify(runner)};
    const isOk = finish(await runStages(${JSON.stringify(stages(counts))}), ${JSON.stringify(file)});
    process.exitCode = isOk ? 0 : 1;`;
  try {
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });
    return { status, lines: stdout.trimEnd().split('\n'), json: JSON.parse(readFileSync(file, 'utf8')) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const stage = (name, code, more = {}) => ({ name, tier: 'test', args: ['-e', code], limitS: 30, ...more });
const counting = (name, file, passed, failed) =>
  stage(name, `fs.writeFileSync(${JSON.stringify(file)}, '${JSON.stringify({ passed, failed })}')`, {
    results: { form: 'json', file },
  });

test('a failed stage does not stop the next one', () => {
  const { status, lines, json } = run((file) => [
    stage('first', 'process.exit(3)'),
    counting('second', file, 5, 0),
  ]);
  assert.equal(status, 1);
  assert.match(lines.at(-3), /^FAILED first /);
  assert.match(lines.at(-2), /^ok {5}second .*5 passed, 0 failed$/);
  assert.equal(lines.at(-1), '5 passed, 1 failed');
  assert.deepEqual([json.passed, json.failed], [5, 1]);
});

test('no stage runs on a failed build', () => {
  const { status, lines } = run(() => [stage('build', 'process.exit(1)'), stage('tests', '')]);
  assert.equal(status, 1);
  assert.match(lines.at(-2), /^FAILED build/);
});

test('failed tests are counted even if the stage exits successfully', () => {
  const { status, lines } = run((file) => [counting('tests', file, 1, 2)]);
  assert.equal(lines.at(-1), '1 passed, 2 failed');
  assert.equal(status, 1);
});

test('a stage that ran no tests has failed', () => {
  for (const [passed, failed] of [
    [0, 0],
    [0, 1],
  ]) {
    const { status, lines } = run((file) => [counting('tests', file, passed, failed)]);
    assert.equal(lines.at(-1), '0 passed, 1 failed');
    assert.equal(status, 1);
  }
});

test('a stage without its program is reported with the reason, and fails only in CI', () => {
  const missing = () => [stage('tests', '', { needs: 'no-such-program' })];
  const { status, lines } = run(missing);
  assert.equal(status, 0);
  assert.match(lines.at(-2), /tests +not run: no-such-program is not installed/);
  assert.equal(run(missing, { CI: 'true' }).status, 1);
});

test('checks run in parallel, and the output of each stays together', () => {
  const { status, lines, json } = run(() => [
    stage('first', 'console.log("a"); setImmediate(() => console.error("b"))', { isCheck: true }),
    stage('second', 'process.exit(3)', { isCheck: true }),
  ]);
  assert.equal(status, 1);
  const printed = lines.indexOf('== first');
  assert.deepEqual(lines.slice(printed, printed + 3), ['== first', 'a', 'b']);
  assert.deepEqual(
    json.stages.map(({ name, ok }) => [name, ok]),
    [
      ['first', true],
      ['second', false],
    ],
  );
});

test('a hanging stage is killed with its children', () => {
  const hanging = `const { spawn } = require("node:child_process");
    spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
    setInterval(() => {}, 1000);`;
  const { status, lines } = run(() => [stage('hangs', hanging, { limitS: 1 })]);
  // It returned, so the grandchild that kept the output open has ended.
  assert.equal(status, 1);
  assert.equal(lines.at(-1), '0 passed, 1 failed');
});
