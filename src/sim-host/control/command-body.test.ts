import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anyText, anyValue, integer, oneOf, optional, readShape, text } from './command-body.js';

const shape = {
  level: oneOf(['Log', 'Error']),
  message: anyText(),
  count: optional(integer(1, 10), 1),
  thread: optional(text()),
};

test('a body of the right shape is read, with fallbacks', () => {
  assert.deepEqual(readShape(shape, { level: 'Log', message: '' }), {
    level: 'Log',
    message: '',
    count: 1,
    thread: undefined,
  });
  assert.deepEqual(readShape({}, undefined), {});
  assert.deepEqual(readShape({ value: anyValue() }, { value: null }), { value: null });
});

test('an error names the member, what was expected and what was given', () => {
  const good = { level: 'Log', message: 'x' };
  const wrong: readonly [body: Parameters<typeof readShape>[1], message: RegExp][] = [
    [[], /body must be an object, got an array of 0/],
    [{ ...good, level: 'log' }, /"level" must be one of "Log", "Error", got "log"/],
    [{ level: 'Log' }, /"message" must be a string, got nothing/],
    [{ ...good, count: 11 }, /"count" must be an integer from 1 to 10, got 11/],
    [{ ...good, count: 1.5 }, /"count" must be an integer/],
    [{ ...good, thread: '' }, /"thread" must be a non-empty string, got ""/],
    [{ ...good, thread: null }, /"thread" must be .* got null/],
    [{ ...good, tread: 'a' }, /unknown member "tread"; available: level, message, count, thread/],
  ];
  for (const [body, message] of wrong) {
    assert.throws(() => readShape(shape, body), { code: 'invalid-request', message });
  }
});
