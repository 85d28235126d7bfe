import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createPlainHost } from '../plain/plain-host.js';
import { duplicateWindowMs, maxMessageChars, RemoteErrorNotifier } from './error-notifier.js';
import type { Notifications } from './notifications.js';

test('a message is cut by characters, not by halves of them', () => {
  const host = createPlainHost({ name: 'Test', loop: 'own', log() {} });
  const told: string[] = [];
  const notifier = new RemoteErrorNotifier(host, {
    notify: ({ message }: { message: string }) => void told.push(message),
  } as unknown as Notifications);
  for (const length of [maxMessageChars, maxMessageChars + 1]) host.log.write('Error', '😀'.repeat(length));
  host.tick();
  assert.deepEqual(
    told.map((message) => [[...message].length, message.endsWith('…')]),
    [
      [maxMessageChars, false],
      [maxMessageChars, true],
    ],
  );
  notifier.stop();
});

test('a message that may be forwarded again is not remembered any longer', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let now = 0;
  const plain = createPlainHost({ name: 'Test', loop: 'own', log() {} });
  const host = { ...plain, clock: { ...plain.clock, now: () => now } };
  let told = 0;
  const notifier = new RemoteErrorNotifier(host, { notify: () => void told++ } as unknown as Notifications);
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 200; i++, now += duplicateWindowMs) {
    host.log.write('Error', `${i}`.padEnd(500_000, 'x'));
    host.tick();
  }
  collect();
  const grown = process.memoryUsage().heapUsed - before;
  assert.equal(told, 200);
  assert.ok(grown < 20_000_000, `${grown} bytes of a hundred million are kept`);
  notifier.stop();
});
