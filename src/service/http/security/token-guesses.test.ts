import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../errors.js';
import { TokenGuesses } from './token-guesses.js';
import { shortTokenWarnings } from './tokens.js';

function guesses() {
  const clock = { now: 0 };
  const each = new TokenGuesses(
    () => clock.now,
    () => {},
  );
  const isDelayed = (address: string) => each.noteWrong(address) !== undefined;
  return { clock, guesses: each, isDelayed };
}

test('a minute without a wrong token ends the delay', () => {
  const { clock, isDelayed } = guesses();
  for (let i = 0; i < 11; i++) isDelayed('10.0.0.1');
  clock.now = 59_999;
  assert.equal(isDelayed('10.0.0.1'), true);
  clock.now += 60_000;
  assert.equal(isDelayed('10.0.0.1'), false);
});

test('an address with many delayed answers is refused before its tokens are compared', () => {
  const { guesses: each, isDelayed } = guesses();
  for (let i = 0; i < 10 + 63; i++) isDelayed('10.0.0.1');
  each.check('10.0.0.1');
  isDelayed('10.0.0.1');
  assert.throws(
    () => each.check('10.0.0.1'),
    (error: ApiError) => error instanceof ApiError && error.code === 'too-many-tries',
  );
  each.check('10.0.0.2');
});

test('the addresses of an IPv6 network count as one', () => {
  const { isDelayed } = guesses();
  for (let i = 0; i < 10; i++) assert.equal(isDelayed(`2001:db8:1:2::${i}`), false);
  assert.equal(isDelayed('2001:db8:1:2:3:4:5:6'), true);
  assert.equal(isDelayed('2001:db8:1:3::1'), false);
});

test('a warning about a short token does not contain it', () => {
  assert.deepEqual(shortTokenWarnings({}), []);
  assert.deepEqual(shortTokenWarnings({ token: 'x'.repeat(16) }), []);
  const warnings = shortTokenWarnings({ token: 'hush'.repeat(4), readToken: 'change-me' });
  assert.equal(warnings.length, 1);
  assert.match(warnings[0]!, /^The readToken has 9 characters/);
  assert.doesNotMatch(warnings[0]!, /change-me/);
});
