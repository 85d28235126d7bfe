import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { decodeMessage, encodeMessage, MalformedMessage, MessageJoiner, splitMessage } from './message.js';

test('the parts of a message are joined again, whatever its bytes', () => {
  for (const length of [0, 1, 199, 200, 201, 5000]) {
    const bytes = randomBytes(length);
    const message = encodeMessage({ a: 1 }, bytes, '');
    const joiner = new MessageJoiner();
    const parts = splitMessage(message, 200);
    assert.ok(parts.every((part) => part.byteLength <= 200));
    const answers = parts.map((part) => joiner.add(part));
    assert.ok(answers.slice(0, -1).every((answer) => answer === undefined));
    assert.deepEqual(decodeMessage(answers.at(-1)!), { head: { a: 1 }, bytes });
    assert.equal(joiner.bytes, 0);
  }
});

test('a message with a missing part is dropped, and the next one is read', () => {
  const [first, second, third] = splitMessage(encodeMessage({}, randomBytes(300), ''), 200);
  const [otherFirst, ...others] = splitMessage(encodeMessage({ other: true }, randomBytes(300), ''), 200);
  const joiner = new MessageJoiner();
  // The first part is missing.
  assert.equal(joiner.add(second!), undefined);
  assert.equal(joiner.add(third!), undefined);
  // An incomplete message.
  joiner.add(first!);
  joiner.add(otherFirst!);
  const whole = others.map((part) => joiner.add(part)).at(-1)!;
  assert.deepEqual(decodeMessage(whole).head, { other: true });
  // An undivided message in between.
  assert.ok(joiner.add(encodeMessage({ small: true })));
});

test('inconsistent parts and endless messages are refused', () => {
  const joiner = new MessageJoiner();
  for (const head of [
    { part: 1 },
    { part: '1', of: 2 },
    { part: 1, of: '2' },
    { part: 2, of: 1 },
    { part: null, of: 3 },
  ])
    assert.throws(() => joiner.add(encodeMessage(head)), MalformedMessage, JSON.stringify(head));
  const add = (part: number) => joiner.add(encodeMessage({ part, of: 1e9 }, new Uint8Array(1024 * 1024)));
  for (let part = 1; part < 64; part++) add(part);
  assert.throws(() => add(64), /longer than/);
  assert.equal(joiner.bytes, 0);
  // A part without bytes also counts.
  joiner.add(encodeMessage({ part: 1, of: 2 }));
  assert.ok(joiner.bytes > 0);
});

test('anything but a message is refused', () => {
  assert.throws(() => decodeMessage(Buffer.from('nothing')), MalformedMessage);
  assert.throws(() => decodeMessage(Buffer.from('{"a":\nnothing')), MalformedMessage);
  assert.equal(decodeMessage(encodeMessage({ text: 'Ü\n' }, 'ü')).bytes.toString(), 'ü');
});
