import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RejectionLog } from './rejection-log.js';

function refusals() {
  const told: string[] = [];
  const clock = { now: 0 };
  return {
    told,
    clock,
    refusals: new RejectionLog(
      (message) => told.push(message),
      () => clock.now,
    ),
  };
}

test('each origin and host is logged once per minute', () => {
  const { told, clock, refusals: each } = refusals();
  each.origin('https://a.example');
  each.origin('https://b.example');
  each.host('a.example');
  clock.now = 59_999;
  each.origin('https://a.example');
  assert.equal(told.length, 3);
  assert.match(told[0]!, /"https:\/\/a\.example".*--allow-origin/);
  assert.match(told[2]!, /"a\.example".*--allow-host/);
  clock.now = 60_000;
  each.origin('https://a.example');
  assert.equal(told.length, 4);
});

test('names that are made up do not fill the log, nor act on a terminal', () => {
  const { told, refusals: each } = refusals();
  each.origin(`\u001b[2J\n\u009b\u202e\u200b${'x'.repeat(1000)}`);
  assert.match(told[0]!, /"\\u001b\[2J\\n\\u009b\\u202e\\u200bx+…"/);
  assert.ok(told[0]!.length < 400);
  for (let i = 0; i < 1000; i++) each.origin(`https://${i}.example`);
  assert.equal(told.length, 21);
  assert.match(told.at(-1)!, /Refused more/);
});
