import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlainHost } from '../plain/plain-host.js';
import { EventStream } from './event-stream.js';

/** A published stream with the calls of its publisher and its log. */
function published() {
  const flushed: string[] = [];
  const log: string[] = [];
  const host = createPlainHost({ name: 'Test', loop: 'own', log: ({ message }) => void log.push(message) });
  const stream = new EventStream(host, 'epoch', { now: () => performance.now() });
  stream.publishTo({
    publish: (events) => flushed.push(...events.map(({ text }) => text)),
    skipTo: () => {},
  });
  return { stream, flushed, log };
}

test('events are published while a relay expects an app, and not before', () => {
  const { stream, flushed } = published();
  stream.emit('system_notification', '"title":"early"');
  stream.expectSubscriber();
  assert.ok(stream.isRecording);
  stream.emit('system_notification', '"title":"in time"');
  stream.frameEnd();
  assert.equal(flushed.length, 1);
  assert.match(flushed[0]!, /in time/);
});

test('an event that cannot be read is logged and affects no other event', () => {
  const { stream, flushed, log } = published();
  const fails = () => {
    throw new Error('no value');
  };
  stream.expectSubscriber();
  for (const path of ['', 'lens/zoom'])
    stream.propertyChanged({ id: '1', addresses: ['1', 'a'] }, path, fails);
  stream.emit('system_notification', '"title":"beside them"');
  stream.frameEnd();
  assert.match(flushed.join(), /^id: epoch:1\n.*beside them/s);
  assert.match(log[0]!, /The event of an object\b.*no value/s);
  assert.match(log[1]!, /The event of lens\/zoom\b.*no value/s);
});
