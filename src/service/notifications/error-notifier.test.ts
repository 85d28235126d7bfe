import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createPlainHost } from '../plain/plain-host.js';
import { duplicateWindowMs, maxMessageChars, RemoteErrorNotifier } from './error-notifier.js';
import type { Notifications } from './notifications.js';

test('a message is cut between characters', () => {
  const host = createPlainHost({ name: 'Test', loop: 'own', log() {} });
  const sent: string[] = [];
  const notifier = new RemoteErrorNotifier(host, {
    notify: ({ message }: { message: string }) => void sent.push(message),
  } as unknown as Notifications);
  for (const length of [maxMessageChars, maxMessageChars + 1]) host.log.write('Error', '😀'.repeat(length));
  host.tick();
  assert.deepEqual(
    sent.map((message) => [[...message].length, message.endsWith('…')]),
    [
      [maxMessageChars, false],
      [maxMessageChars, true],
    ],
  );
  notifier.stop();
});

test('a message that may be forwarded again is no longer remembered', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let now = 0;
  const plain = createPlainHost({ name: 'Test', loop: 'own', log() {} });
  const host = { ...plain, clock: { ...plain.clock, now: () => now } };
  let sent = 0;
  const notifier = new RemoteErrorNotifier(host, { notify: () => void sent++ } as unknown as Notifications);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 200; i++, now += duplicateWindowMs) {
    host.log.write('Error', `${i}`.padEnd(500_000, 'x'));
    host.tick();
  }
  collect();
  const grown = process.memoryUsage().heapUsed - before;
  assert.equal(sent, 200);
  assert.ok(grown < 20_000_000, `${grown} bytes of a hundred million are kept`);
  notifier.stop();
});
