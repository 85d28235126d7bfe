import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RejectionLog } from './rejection-log.js';

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

test('each origin and host is logged once per minute', () => {
  const { logged, clock, refusals: each } = refusals();
  each.origin('https://a.example');
  each.origin('https://b.example');
  each.host('a.example');
  clock.now = 59_999;
  each.origin('https://a.example');
  assert.equal(logged.length, 3);
  assert.match(logged[0]!, /"https:\/\/a\.example".*--allow-origin/);
  assert.match(logged[2]!, /"a\.example".*--allow-host/);
  clock.now = 60_000;
  each.origin('https://a.example');
  assert.equal(logged.length, 4);
});

test('invented names do not fill the log or control a terminal', () => {
  const { logged, refusals: each } = refusals();
  each.origin(`\u001b[2J\n\u009b\u202e\u200b${'x'.repeat(1000)}`);
  assert.match(logged[0]!, /"\\u001b\[2J\\n\\u009b\\u202e\\u200bx+…"/);
  assert.ok(logged[0]!.length < 400);
  for (let i = 0; i < 1000; i++) each.origin(`https://${i}.example`);
  assert.equal(logged.length, 21);
  assert.match(logged.at(-1)!, /Refused more/);
});
