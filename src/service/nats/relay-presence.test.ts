import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { encodeMessage, MalformedMessage, splitMessage } from './message.js';
import { heartbeatMs, RelayPresence, relayExpiryMs } from './relay-presence.js';

describe('presence of apps at relays', () => {
  let now = 0;
  let reported: string[];
  let presence: RelayPresence;

  beforeEach(() => {
    now = 0;
    reported = [];
    const owner = {
      noteRelayStreamOpened: (id: string) => reported.push(`+${id}`),
      noteRelayStreamClosed: (id: string) => reported.push(`-${id}`),
    };
    presence = new RelayPresence(owner, () => now);
  });

  const update = (relay: string, apps: unknown) =>
    presence.update(relay, Buffer.from(JSON.stringify({ apps })));

  const sweepUntil = (time: number) => {
    while (now < time) {
      now = Math.min(time, now + heartbeatMs);
      presence.sweep();
    }
  };

  test('apps are present while they have streams, and only changes are reported', () => {
    update('r', { a: 2 });
    update('r', { a: 2 });
    update('r', { a: 1, b: 1 });
    update('s', { a: 1 });
    assert.equal(presence.apps, 3);
    update('r', {});
    assert.deepEqual(reported, ['+a', '+a', '-a', '+b', '+a', '-a', '-b']);
  });

  test('a relay that is silent for too long is removed with its apps', () => {
    update('r', { a: 1 });
    update('s', { b: 1 });
    sweepUntil(relayExpiryMs);
    update('s', { b: 1 });
    assert.deepEqual(reported, ['+a', '+b']);
    sweepUntil(relayExpiryMs + 1);
    assert.deepEqual(reported, ['+a', '+b', '-a']);
    assert.equal(presence.apps, 1);
  });

  test('a host that was suspended reads pending records before it removes relays', () => {
    update('r', { a: 1 });
    update('s', { b: 1 });
    now = 4 * relayExpiryMs;
    presence.sweep();
    assert.deepEqual(reported, ['+a', '+b']);
    update('s', { b: 1 });
    now += heartbeatMs;
    presence.sweep();
    assert.deepEqual(reported.slice(2), ['-a']);
  });

  test('a record larger than a message is sent in parts', () => {
    const apps = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`app-${i}`, 1]));
    const parts = splitMessage(Buffer.from(JSON.stringify({ apps })), 200);
    assert.ok(parts.length > 3);
    // The first parts of an earlier record are missing.
    presence.update('r', Buffer.from('{"part":9,"of":9}\nx'));
    for (const part of parts) presence.update('r', part);
    assert.equal(presence.apps, 50);
    assert.equal(reported.length, 50);
  });

  test('an invalid record is refused and changes nothing', () => {
    update('r', { a: 1 });
    const tooLong = 'x'.repeat(1025);
    for (const apps of [
      null,
      undefined,
      'many',
      { a: 'many' },
      { a: 0 },
      { a: -1 },
      { a: 0.5 },
      { [tooLong]: 1 },
    ])
      assert.throws(() => update('r', apps), MalformedMessage, JSON.stringify(apps));
    for (const text of ['null', '[]', '7'])
      assert.throws(() => presence.update('r', Buffer.from(text)), MalformedMessage);
    assert.throws(() => presence.update('r', Buffer.from('{')), SyntaxError);
    assert.throws(() => update('r s', { a: 1 }), MalformedMessage);
    assert.deepEqual(reported, ['+a']);
  });

  test('invented relays and apps are limited', () => {
    update('r', { a: 9e15 });
    assert.equal(reported.length, 1000);
    for (let i = 1; i < 10_000; i++) update(`relay-${i}`, {});
    assert.throws(() => update('one-more', {}), MalformedMessage);
    sweepUntil(relayExpiryMs + 1);
    const apps = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`${'x'.repeat(1000)}${i}`, 1]));
    assert.throws(() => update('one-more', apps(64_000)), /too many apps/);
    for (let i = 0; i < 3; i++) {
      update('one-more', apps(60_000));
      assert.equal(presence.apps, 60_000);
      update('one-more', {});
    }
  });

  test('incomplete records are dropped, the longest idle first', () => {
    const part = encodeMessage({ part: 1, of: 2 }, Buffer.alloc(1024 * 1024));
    for (let i = 0; i < 70; i++) presence.update(`r${i}`, part);
    const end = encodeMessage({ part: 2, of: 2 }, '}');
    presence.update('r0', end);
    assert.throws(() => presence.update('r69', end), SyntaxError);
  });

  test('names of object members are valid names of apps', () => {
    presence.update('r', Buffer.from('{"apps":{"toString":1,"__proto__":1}}'));
    presence.clear();
    assert.deepEqual(reported, ['+toString', '+__proto__', '-toString', '-__proto__']);
  });
});
