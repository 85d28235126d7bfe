import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlainHost } from '../plain/plain-host.js';
import { longestMessage, RemoteErrorNotifier } from './error-notifier.js';
import type { Notifications } from './notifications.js';

test('a message is cut by characters, not by halves of them', () => {
  const host = createPlainHost({ name: 'Test', loop: 'own', log() {} });
  const told: string[] = [];
  const notifier = new RemoteErrorNotifier(host, {
    notify: ({ message }: { message: string }) => void told.push(message),
  } as unknown as Notifications);
  for (const length of [longestMessage, longestMessage + 1]) host.log.write('Error', '😀'.repeat(length));
  host.tick();
  assert.deepEqual(
    told.map((message) => [[...message].length, message.endsWith('…')]),
    [
      [longestMessage, false],
      [longestMessage, true],
    ],
  );
  notifier.stop();
});
