// Counts tests in what the runners have written.
import { readFileSync } from 'node:fs';

/** Of node:test's TAP. */
export function countTap(file) {
  const count = (word) => Number(new RegExp(`^# ${word} (\\d+)`, 'm').exec(read(file))?.[1] ?? 0);
  return { pass: count('pass'), fail: count('fail') + count('cancelled') };
}

/** Of Cucumber's messages: a scenario has passed when every step of its last attempt has. */
export function countScenarios(file) {
  const statuses = new Map();
  for (const line of read(file).split('\n').filter(Boolean)) {
    const { testCaseStarted, testStepFinished } = JSON.parse(line);
    if (testCaseStarted) statuses.set(testCaseStarted.id, 'PASSED');
    if (testStepFinished && testStepFinished.testStepResult.status !== 'PASSED') {
      statuses.set(testStepFinished.testCaseStartedId, 'FAILED');
    }
  }
  const all = [...statuses.values()];
  const pass = all.filter((status) => status === 'PASSED').length;
  return { pass, fail: all.length - pass };
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
