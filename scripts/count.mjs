// Counts tests in the output of the runners and names failed ones.
import { readFileSync } from 'node:fs';

/** Counts the TAP output of node:test. */
export function countTap(file) {
  const text = read(file);
  const count = (word) => Number(new RegExp(`^# ${word} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
  const failures = [...text.matchAll(/^ *not ok \d+ - (.*)/gm)].map(([, name]) => name);
  return { passed: count('pass'), failed: count('fail') + count('cancelled'), failures };
}

/** Counts Cucumber messages: a scenario passed if every step of its last attempt did. */
export function countScenarios(file) {
  const pickles = new Map();
  const cases = new Map();
  const attempts = new Map();
  for (const line of read(file).split('\n').filter(Boolean)) {
    const { pickle, testCase, testCaseStarted, testStepFinished } = JSON.parse(line);
    if (pickle) pickles.set(pickle.id, `${pickle.uri}: ${pickle.name}`);
    if (testCase) cases.set(testCase.id, pickles.get(testCase.pickleId));
    if (testCaseStarted) {
      attempts.set(testCaseStarted.id, { name: cases.get(testCaseStarted.testCaseId), isGood: true });
    }
    if (testStepFinished && testStepFinished.testStepResult.status !== 'PASSED') {
      attempts.get(testStepFinished.testCaseStartedId).isGood = false;
    }
  }
  const all = [...attempts.values()];
  const failures = all.filter(({ isGood }) => !isGood).map(({ name }) => name);
  return { passed: all.length - failures.length, failed: failures.length, failures };
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
