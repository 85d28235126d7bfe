import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreignPromise, hostileThings } from '../../../test/support/hostile.js';
import { callOutside, promiseOf, reportTo } from './application-code.js';
import { exceptionText, reasonOf } from './exception-text.js';
import { Listeners } from './listeners.js';

function journal() {
  const logged: string[] = [];
  return {
    logged,
    code: reportTo({ write: (level, text) => logged.push(`${level} ${text.split('\n')[0]}`) }),
  };
}

test('any thrown value has a text, and formatting it never throws', () => {
  for (const [name, thing] of Object.entries(hostileThings)) {
    assert.equal(typeof exceptionText(thing), 'string', name);
    assert.equal(typeof reasonOf(thing), 'string', name);
    assert.notEqual(reasonOf(thing), '', name);
  }
  assert.match(exceptionText(new TypeError('no lamp')), /^TypeError: no lamp\n\s+at /);
  assert.equal(reasonOf(new TypeError('no lamp')), 'no lamp');
  assert.equal(reasonOf(new TypeError()), 'TypeError');
  assert.equal(reasonOf({ code: 5 }), '{ code: 5 }');
  assert.ok(reasonOf('x'.repeat(1e6)).length < 10_000);
});

test('an error or a later rejection is logged once with its location', async () => {
  const { logged, code } = journal();
  callOutside(code, 'A', () => {
    throw new Error('now');
  });
  callOutside(code, 'B', () => Promise.reject(new Error('later')));
  callOutside(code, 'C', () => foreignPromise((_, reject) => reject(new Error('own'))));
  callOutside(code, 'D', async () => 'well');
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(logged.sort(), [
    'Exception A: Error: now',
    'Exception B: Error: later',
    'Exception C: Error: own',
  ]);
});

test('a log that throws affects nothing else', () => {
  const code = reportTo({
    write() {
      throw new Error('full');
    },
  });
  code.report('A', new Error('now'));
});

test('a listener that throws or is removed during a call affects no other listener', () => {
  const { logged, code } = journal();
  const listeners = new Listeners<[number]>((error) => code.report('A listener of the lamp', error));
  const called: string[] = [];
  listeners.add((n) => {
    called.push(`first ${n}`);
    throw new Error('dark');
  });
  const end = listeners.add((n) => {
    called.push(`second ${n}`);
    end();
  });
  listeners.add((n) => called.push(`third ${n}`));
  listeners.notify(1);
  listeners.notify(2);
  assert.deepEqual(called, ['first 1', 'second 1', 'third 1', 'first 2', 'third 2']);
  assert.deepEqual(logged, Array(2).fill('Exception A listener of the lamp: Error: dark'));
});

test('only an object with a then method is a promise', async () => {
  for (const value of [undefined, null, 5, 'then', {}, () => {}]) assert.equal(promiseOf(value), undefined);
  assert.equal(await promiseOf(foreignPromise((resolve) => resolve(5))), 5);
});
