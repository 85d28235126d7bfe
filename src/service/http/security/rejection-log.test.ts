import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoted, RejectionLog } from './rejection-log.js';

function refusals() {
  const logged: string[] = [];
  const clock = { now: 0 };
  return {
    logged,
    clock,
    refusals: new RejectionLog(
      (message) => logged.push(message),
      () => clock.now,
    ),
  };
}

test('each message is logged once per minute', () => {
  const { logged, clock, refusals: each } = refusals();
  for (const message of ['a', 'b', 'a']) each.log(message);
  clock.now = 59_999;
  each.log('a');
  assert.deepEqual(logged, ['a', 'b']);
  clock.now = 60_000;
  each.log('a');
  assert.deepEqual(logged, ['a', 'b', 'a']);
});

test('invented names do not fill the log or control a terminal', () => {
  const { logged, refusals: each } = refusals();
  const name = quoted(`\u001b[2J\n\u009b\u202e\u200b${'x'.repeat(1000)}`);
  assert.match(name, /^"\\u001b\[2J\\n\\u009b\\u202e\\u200bx+…"$/);
  assert.ok(name.length < 300);
  for (let i = 0; i < 1000; i++) each.log(`Refused ${i}`);
  assert.equal(logged.length, 21);
  assert.match(logged.at(-1)!, /Refused more/);
});
