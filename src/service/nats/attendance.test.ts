import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { Attendance, relayExpiryMs, sweepMs } from './attendance.js';
import { encodeMessage, MalformedMessage } from './message.js';
import { cut } from './parts.js';

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
      missed: (relay: string) => told.push(`?${relay}`),
    };
    attendance = new Attendance(owner, () => now);
  });

  /** Time goes on, and relays that are silent are looked for as ever. */
  const sweepUntil = (time: number) => {
    while (now < time) {
      now = Math.min(time, now + sweepMs);
      attendance.sweep();
    }
  };

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
    sweepUntil(relayExpiryMs);
    attendance.recorded('s', { change: 1, streams: 1, apps: { b: 1 } });
    assert.deepEqual(told, ['+a', '+b']);
    sweepUntil(relayExpiryMs + 1);
    assert.deepEqual(told, ['+a', '+b', '-a']);
    assert.equal(attendance.apps, 1);
    attendance.gone('s');
    assert.deepEqual(told.at(-1), '-b');
  });

  test('a host that did something else for long gives relays up only once it has read what has come meanwhile', () => {
    attendance.changed({ relay: 'r', change: 1, opened: 'a' });
    attendance.changed({ relay: 's', change: 1, opened: 'b' });
    now = 4 * relayExpiryMs;
    attendance.sweep();
    assert.deepEqual(told, ['+a', '+b']);
    attendance.heardOf('s', Buffer.from('{"change":1,"streams":1}'));
    now += sweepMs;
    attendance.sweep();
    assert.deepEqual(told.slice(2), ['-a']);
  });

  test('a relay is asked for its apps where what it has told was lost, and not where nothing was', () => {
    const record = (change: number) => Buffer.from(JSON.stringify({ change, streams: 2 }));
    attendance.changed({ relay: 'r', change: 1, opened: 'a' });
    attendance.heardOf('r', record(1));
    assert.deepEqual(told, ['+a']);
    attendance.heardOf('r', record(2));
    attendance.heardOf('s', record(1));
    assert.deepEqual(told, ['+a', '?r', '?s']);
  });

  test('more apps than a message takes come in parts, each by a key of its own', () => {
    const apps = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`app-${i}`, 1]));
    const parts = cut(Buffer.from(JSON.stringify({ change: 50, streams: 50, apps })), 200);
    assert.ok(parts.length > 3);
    // What is left of a longer record before it.
    attendance.heardOf('r.9', Buffer.from('{"part":9,"of":9}\nx'));
    for (const [i, part] of parts.entries()) attendance.heardOf(`r.${i + 1}`, part);
    assert.equal(attendance.apps, 50);
    assert.equal(told.length, 50);
  });

  test('what somebody makes up is refused, and does not grow without a bound', () => {
    assert.throws(() => attendance.changed({ relay: 'a b', change: 1, opened: 'a' }), MalformedMessage);
    assert.throws(() => attendance.changed({ relay: 'r', change: 1, opened: {} }), MalformedMessage);
    assert.throws(() => attendance.recorded('r', { change: 1, apps: { a: 'many' } }), MalformedMessage);
    const tooLong = 'x'.repeat(1025);
    assert.throws(() => attendance.changed({ relay: 'r', change: 1, opened: tooLong }), MalformedMessage);
    assert.throws(() => attendance.recorded('r', { change: 1, apps: { [tooLong]: 1 } }), MalformedMessage);
    attendance.recorded('r', { change: 1, streams: 1, apps: { a: 9e15 } });
    assert.equal(told.length, 1000);
    for (let i = 1; i < 10_000; i++) attendance.changed({ relay: `relay-${i}`, change: 1 });
    assert.throws(() => attendance.changed({ relay: 'one-more', change: 1 }), MalformedMessage);
    sweepUntil(relayExpiryMs + 1);
    attendance.changed({ relay: 'one-more', change: 1 });
    const long = 'x'.repeat(1000);
    for (let i = 0; i < 70_000; i++)
      attendance.changed({ relay: 'one-more', change: 2 + i, opened: `${long}${i}` });
    assert.ok(attendance.apps > 60_000 && attendance.apps < 64_000, `${attendance.apps} apps`);
    attendance.gone('one-more');
    attendance.changed({ relay: 'one-more', change: 1, opened: 'there is room again' });
    assert.equal(attendance.apps, 1);
  });

  test('streams of one app take the room of its id once, and its last gives it back', () => {
    const names = Array.from({ length: 70 }, (_, i) => `${'x'.repeat(1000)}${i}`);
    const apps = Object.fromEntries(names.map((name) => [name, 1000]));
    for (let i = 0; i < 3; i++) {
      attendance.recorded('r', { change: 1, apps });
      assert.equal(told.length, 70_000);
      attendance.gone('r');
      told = [];
    }
  });

  test('an app that closes what it never opened is not there', () => {
    attendance.changed({ relay: 'r', change: 1, closed: 'a' });
    attendance.gone('s');
    assert.deepEqual(told, []);
    assert.equal(attendance.apps, 0);
  });

  test('parts of records that never end are let go of, those first that have not grown for longest', () => {
    const part = encodeMessage({ part: 1, of: 2 }, Buffer.alloc(1024 * 1024));
    for (let i = 0; i < 70; i++) attendance.heardOf(`r${i}.1`, part);
    const end = encodeMessage({ part: 2, of: 2 }, '}');
    attendance.heardOf('r0.2', end);
    assert.throws(() => attendance.heardOf('r69.2', end), SyntaxError);
  });

  test('names of objects are names of apps like others', () => {
    attendance.changed({ relay: 'r', change: 1, opened: 'toString' });
    attendance.recorded('r', { change: 2, streams: 0, apps: {} });
    assert.deepEqual(told, ['+toString', '-toString']);
  });
});
