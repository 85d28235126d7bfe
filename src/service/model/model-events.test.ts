import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createService } from '../../../test/support/service.js';
import { exposedClass, exposedField } from '../classes/decorators.js';

@exposedClass({ name: 'RoundLink' })
class Link {
  @exposedField({ type: 'RoundLink?' }) next: Link | null = null;
}

test('EVT-12: a written path is sent with its value at the end of the frame, also if it leads elsewhere then', async (t) => {
  const { service } = createService(t);
  const root = new Link();
  root.next = new Link();
  root.next.next = new Link();
  const handle = service.objects.register(root, { sourceKey: 'root' });
  const changed: string[] = [];
  const { propertyChanged } = service.events;
  Object.defineProperty(service.events, 'active', { get: () => true });
  service.events.propertyChanged = (object, path, read) => {
    propertyChanged.call(service.events, object, path, () => {
      const text = read();
      if (text !== undefined) changed.push(path);
      return text;
    });
  };
  const { url } = await service.start();
  const abort = new AbortController();
  const stream = await fetch(`${url}/api/stream`, { signal: abort.signal });
  try {
    service.property(handle, 'next/next').set({ next: { next: null } }, 'remote');
    const round = root.next.next!;
    root.next = round;
    service.notifyChanged(root, 'next');
    round.next = round;
    service.notifyChanged(round, 'next');
    const reader = stream.body!.getReader();
    for (let text = ''; !text.includes('"path":"next"'); )
      text += Buffer.from((await reader.read()).value ?? []).toString();
    assert.deepEqual(changed, ['next']);
  } finally {
    abort.abort();
  }
});
