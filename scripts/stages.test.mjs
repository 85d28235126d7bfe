import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const stages = new URL('stages.mjs', import.meta.url).href;

/** Runs stages in a process of their own; what it printed, its exit code, and its JSON. */
function run(body, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'stages-'));
  const file = join(folder, 'results.json');
  const script = `import { Stages } from ${JSON.stringify(stages)};
    const stages = new Stages();
    ${body}
    stages.finish(${JSON.stringify(file)});`;
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

test('a stage that fails does not keep the next from running, and the run has failed', () => {
  const { status, lines, json } = run(`
    await stages.run('first', ['-e', 'process.exit(3)']);
    await stages.run('second', ['-e', 'console.log("I ran")'], { count: () => ({ pass: 5, fail: 0 }) });`);
  assert.equal(status, 1);
  assert.ok(lines.includes('I ran'));
  assert.match(lines.at(-4), /^FAILED first \(/);
  assert.match(lines.at(-3), /^ok {5}second \(/);
  assert.equal(lines.at(-2), 'second: 5 passed, 0 failed');
  assert.equal(lines.at(-1), '5 passed, 1 failed');
  assert.deepEqual([json.passed, json.failed], [5, 1]);
});

test('failed tests count one by one, also where the stage itself ended well', () => {
  const { status, lines } = run(
    `await stages.run('tests', ['-e', ''], { count: () => ({ pass: 1, fail: 2 }) });`,
  );
  assert.equal(lines.at(-1), '1 passed, 2 failed');
  assert.equal(status, 1);
});

test('tests of which none ran have not passed', () => {
  const { status, lines } = run(
    `await stages.run('tests', ['-e', ''], { count: () => ({ pass: 0, fail: 0 }) });`,
  );
  assert.equal(lines.at(-1), '0 passed, 1 failed');
  assert.equal(status, 1);
});

test('in CI a stage of which a few tests failed is run once more, and the lines say so', () => {
  const twice = (first, second) =>
    `const counts = [${first}, ${second}];
    await stages.run('tests', ['-e', ''], { again: true, count: () => ({ pass: 5, fail: counts.shift() }) });`;
  const { status, lines } = run(twice(2, 0), { CI: '1' });
  assert.equal(status, 0);
  assert.match(lines.at(-3), /^ok {5}tests \(.* s\), at the second time: 2 failed at first$/);
  assert.equal(lines.at(-1), '5 passed, 0 failed');
  for (const [first, second, CI, failed] of [
    [2, 1, '1', 1],
    [4, 0, '1', 4],
    [2, 0, '', 2],
  ]) {
    const other = run(twice(first, second), { CI });
    assert.equal(other.status, 1);
    assert.equal(other.lines.at(-1), `5 passed, ${failed} failed`);
  }
});

test('what runs together is printed one after the other, and each counts', () => {
  const { status, lines, json } = run(`
    await stages.together([
      ['first', ['-e', 'console.log("a"); setImmediate(() => console.error("b"))']],
      ['second', ['-e', 'process.exit(3)']],
    ]);`);
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

test('a stage that hangs is ended with what it started', () => {
  const hanging = `const { spawn } = require("node:child_process");
    spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
    setInterval(() => {}, 1000);`;
  const { status, lines } = run(
    `await stages.run('hangs', ['-e', ${JSON.stringify(hanging)}], { limitS: 1 });`,
  );
  // It has returned at all: the grandchild, which held the output open, is gone, too.
  assert.equal(status, 1);
  assert.equal(lines.at(-1), '0 passed, 1 failed');
});
