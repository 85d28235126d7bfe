import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { countScenarios, countTap } from './count.mjs';

const folder = mkdtempSync(join(tmpdir(), 'count-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function file(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test('tests that were cancelled have not passed', () => {
  const tap = file('a.tap', '# tests 6\n# pass 3\n# fail 1\n# cancelled 2\n');
  assert.deepEqual(countTap(tap), { pass: 3, fail: 3 });
});

test('what was never written counts nothing', () => {
  assert.deepEqual(countTap(join(folder, 'none.tap')), { pass: 0, fail: 0 });
  assert.deepEqual(countScenarios(join(folder, 'none.ndjson')), { pass: 0, fail: 0 });
});

test('a scenario has passed only when all of its steps have', () => {
  const started = (id) => ({ testCaseStarted: { id } });
  const step = (testCaseStartedId, status) => ({
    testStepFinished: { testCaseStartedId, testStepResult: { status } },
  });
  const messages = [
    started('good'),
    step('good', 'PASSED'),
    started('bad'),
    step('bad', 'FAILED'),
    step('bad', 'PASSED'),
    started('skipped'),
    step('skipped', 'SKIPPED'),
  ];
  const ndjson = file('a.ndjson', messages.map((each) => JSON.stringify(each)).join('\n'));
  assert.deepEqual(countScenarios(ndjson), { pass: 1, fail: 2 });
});
