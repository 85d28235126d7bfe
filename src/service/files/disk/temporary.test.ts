import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStale, isTemporary, temporaryName } from './temporary.js';

const minute = 60_000;
const now = Date.now();
const dead = () => false;
const alive = () => true;
const of = (change: { pid?: number; machine?: string }) => {
  const [start, machine, , random] = temporaryName().split('-').slice(1);
  assert.equal(start, 'host');
  return `.sim-host-${change.machine ?? machine}-${change.pid ?? 4711}-${random}`;
};
const ofAnotherStart = () => temporaryName().replace(/[0-9a-f]{12}(?=\.tmp)/, '0123456789ab');

test('temporary files are recognized by their names; files of other programs are not', () => {
  assert.ok(isTemporary(temporaryName()));
  assert.notEqual(temporaryName(), temporaryName());
  for (const former of ['.a.live.json.01234567.tmp', '.sim-host-89abcdef.tmp'])
    assert.ok(isTemporary(former));
  for (const name of [
    'a.tmp',
    '.a.tmp',
    '.sim-host-x.tmp',
    `${temporaryName()}.bak`,
    `x${temporaryName()}`,
    '.a.txt.01234567.tmp',
  ])
    assert.ok(!isTemporary(name), name);
});

test('a temporary file of an ended process of this machine is stale', () => {
  assert.ok(isStale(of({}), now, now, dead));
  assert.ok(!isStale(of({}), now - 9 * minute, now, alive));
  assert.ok(isStale(of({}), now - 11 * minute, now, alive), 'another process has its number by now');
  assert.ok(!isStale(temporaryName(), now, now, dead), 'it is being written');
  const days = 3 * 24 * 60 * minute;
  for (const changed of [now - days, now + days])
    assert.ok(!isStale(temporaryName(), changed, now, dead), 'the clock was set in the meantime');
  assert.ok(isStale(ofAnotherStart(), now, now, alive), 'a container gives every start the same number');
});

test('a temporary file of another machine is stale after ten minutes', () => {
  for (const name of [of({ machine: '00000000' }), '.a.live.json.01234567.tmp']) {
    assert.ok(!isStale(name, now - 9 * minute, now, dead));
    assert.ok(isStale(name, now - 11 * minute, now, dead));
  }
});
