import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasNewLibc } from './newer-libc.mjs';
import { count, table } from './report.mjs';

test('versions of the C library are compared by number', () => {
  assert.deepEqual(
    ['2.4', '2.36', '2.38', '2.41', '3.0', undefined].map((glibc) => hasNewLibc({ glibc })),
    [false, false, true, true, true, false],
  );
});

test('the table has a row for each leg, and a dash for each step that was not reached', () => {
  const results = [
    { leg: 'Node.js 20', step: 'install', verdict: 'ok', seconds: 12.3 },
    { leg: 'Node.js 20', step: 'unit tests', verdict: 'FAILED', seconds: 5, passed: 8, failed: 2 },
    { leg: 'Node.js 26', step: 'install', verdict: 'left out', seconds: 0 },
  ];
  assert.deepEqual(
    table(results)
      .split('\n')
      .map((line) => line.split(/ {2,}/)),
    [
      ['', 'install', 'start', 'tools', 'unit tests', 'features'],
      ['Node.js 20', 'ok 12 s', '-', '-', 'FAILED 8/10 5 s', '-'],
      ['Node.js 26', 'left out', '-', '-', '-', '-'],
    ],
  );
  assert.deepEqual(count(results), { passed: 9, failed: 2 });
});

test('a step that failed before counting is one failure', () => {
  assert.deepEqual(
    count([{ leg: 'a', step: 'features', verdict: 'FAILED', seconds: 1, passed: 0, failed: 0 }]),
    {
      passed: 0,
      failed: 1,
    },
  );
});
