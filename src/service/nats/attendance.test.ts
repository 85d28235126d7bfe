import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { Attendance, relayExpiryMs } from './attendance.js';

describe('attendance', () => {
  let now = 0;
  let told: string[];
  let attendance: Attendance;

  beforeEach(() => {
    now = 0;
    told = [];
    const owner = {
      joined: (id: string) => told.push(`+${id}`),
      parted: (id: string) => told.push(`-${id}`),
    };
    attendance = new Attendance(owner as never, () => now);
  });

  test('apps come and go', () => {
    attendance.changed({ relay: 'r', change: 1, opened: 'a' });
    attendance.changed({ relay: 'r', change: 2, opened: 'a' });
    attendance.changed({ relay: 'r', change: 3, closed: 'a' });
    attendance.changed({ relay: 'r', change: 4, closed: 'a' });
    assert.deepEqual(told, ['+a', '+a', '-a', '-a']);
  });

  test('a record puts right what was lost, and one that is older than what is known does not', () => {
    attendance.changed({ relay: 'r', change: 1, opened: 'a' });
    // Change 2, b, was lost.
    attendance.changed({ relay: 'r', change: 3, opened: 'c' });
    attendance.recorded('r', { change: 1, streams: 1, apps: { a: 1 } });
    assert.deepEqual(told, ['+a', '+c']);
    attendance.recorded('r', { change: 4, streams: 2, apps: { b: 1, c: 1 } });
    assert.deepEqual(told.slice(2).sort(), ['+b', '-a']);
    // Change 4 comes late.
    attendance.changed({ relay: 'r', change: 4, closed: 'a' });
    assert.equal(told.length, 4);
  });

  test('a host that was started anew learns from the record who is there', () => {
    attendance.changed({ relay: 'r', change: 58, closed: 'gone' });
    attendance.recorded('r', { change: 58, streams: 2, apps: { a: 2 } });
    assert.deepEqual(told, ['+a', '+a']);
    attendance.recorded('r', { change: 58, streams: 2, apps: { a: 2 } });
    assert.equal(told.length, 2);
  });

  test('a relay that is silent for long is gone with its apps, and so is one that says goodbye', () => {
    attendance.changed({ relay: 'r', change: 1, opened: 'a' });
    attendance.changed({ relay: 's', change: 1, opened: 'b' });
    now = relayExpiryMs;
    attendance.recorded('s', { change: 1, streams: 1, apps: { b: 1 } });
    now++;
    attendance.sweep();
    assert.deepEqual(told, ['+a', '+b', '-a']);
    assert.equal(attendance.relays, 1);
    attendance.gone('s');
    assert.deepEqual(told.at(-1), '-b');
  });

  test('names of objects are names of apps like others', () => {
    attendance.changed({ relay: 'r', change: 1, opened: 'toString' });
    attendance.recorded('r', { change: 2, streams: 0, apps: {} });
    assert.deepEqual(told, ['+toString', '-toString']);
  });
});
