import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseGetProcess, parseProc, parsePs, processUsage } from './process-usage.js';

test('the usage of a process is parsed from the output of each system', () => {
  const stat = '42 (node) x) S 1 42 42 0 -1 4194304 900 0 0 0 150 30 0 0 20 0 11 0 100 1000 2000';
  assert.deepEqual(parseProc(stat, 'Name:\tnode\nVmPeak:\t 9 kB\nVmRSS:\t   2048 kB\n'), {
    cpuSeconds: 1.8,
    workingSet: 2 ** 21,
  });
  assert.deepEqual(parsePs('   0:01.53  2048\n'), { cpuSeconds: 1.53, workingSet: 2 ** 21 });
  assert.deepEqual(parsePs('1:02:03,50 4'), { cpuSeconds: 3723.5, workingSet: 4096 });
  assert.deepEqual(parsePs('2-03:04:05 4'), { cpuSeconds: 183_845, workingSet: 4096 });
  assert.deepEqual(parseGetProcess('1530\r\n2097152\r\n'), { cpuSeconds: 1.53, workingSet: 2 ** 21 });
});

test('the usage of a missing process is an error', () => {
  for (const parse of [parsePs, parseGetProcess])
    assert.throws(() => parse(''), { message: /cannot be found out/ });
  assert.throws(() => parseProc('', ''), { message: /cannot be found out/ });
});

test('the usage of this process is positive', () => {
  const { cpuSeconds, workingSet } = processUsage(process.pid);
  const own = process.cpuUsage();
  assert.ok(cpuSeconds > 0 && cpuSeconds < (own.user + own.system) / 1e6 + 1, String(cpuSeconds));
  assert.ok(workingSet > 2 ** 20, String(workingSet));
});
