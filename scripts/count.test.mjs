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

test('cancelled tests have not passed', () => {
  const tap = file('a.tap', 'not ok 4 - it bends\n# tests 6\n# pass 3\n# fail 1\n# cancelled 2\n');
  assert.deepEqual(countTap(tap), { passed: 3, failed: 3, failures: ['it bends'] });
});

test('a missing results file counts no tests', () => {
  const nothing = { passed: 0, failed: 0, failures: [] };
  assert.deepEqual(countTap(join(folder, 'none.tap')), nothing);
  assert.deepEqual(countScenarios(join(folder, 'none.ndjson')), nothing);
});

test('a scenario has passed only if all of its steps have', () => {
  const named = (id) => [
    { pickle: { id: `pickle of ${id}`, uri: 'a.feature', name: id } },
    { testCase: { id: `case of ${id}`, pickleId: `pickle of ${id}` } },
  ];
  const started = (id) => ({ testCaseStarted: { id, testCaseId: `case of ${id}` } });
  const step = (testCaseStartedId, status) => ({
    testStepFinished: { testCaseStartedId, testStepResult: { status } },
  });
  const messages = [
    ...['good', 'bad', 'skipped'].flatMap(named),
    started('good'),
    step('good', 'PASSED'),
    started('bad'),
    step('bad', 'FAILED'),
    step('bad', 'PASSED'),
    started('skipped'),
    step('skipped', 'SKIPPED'),
  ];
  const ndjson = file('a.ndjson', messages.map((each) => JSON.stringify(each)).join('\n'));
  assert.deepEqual(countScenarios(ndjson), {
    passed: 1,
    failed: 2,
    failures: ['a.feature: bad', 'a.feature: skipped'],
  });
});
