/**
 * Against a host like Unity's package from 0.20 on: without source keys, batches and events about added or removed
 * objects.
 */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { demo } from '../../test/support/demo.js';
import { olderHost } from '../../test/support/older-host.js';
import { setUpRemote, remoteTest as test } from '../../test/support/remote.js';
import { startSimHost } from '../sim-host/testing/index.js';

const olderRemote = (t: TestContext) => setUpRemote(t, {}, olderHost);

test('objects are found by name, by type and name, and static classes by their name', async (t) => {
  const { remote } = await olderRemote(t);
  assert.equal(await remote.object('Key Light').get('intensity'), 1);
  assert.equal(await remote.object('StageLight:Fill Light').get('intensity'), 0.5);
  assert.equal(await remote.object('StudioManager').call('Sum', 4), 14);
  const camera = await remote.object('Main Camera').read({ nested: false });
  assert.deepEqual(camera.lens, { '@type': 'Lens', '@truncated': true });
  await assert.rejects(remote.object('Nothing').get('x'), {
    code: 'not-found',
    message: 'Object not found: Nothing',
  });
});

test('an ambiguous name is refused with a unique one', async (t) => {
  const { remote } = await olderRemote(t);
  await assert.rejects(
    remote.object('Main Avatar').get('name'),
    /2 have this name; write [A-Za-z]+:Main Avatar/,
  );
});

test('writes of one turn are sent one by one, in order', async (t) => {
  const { remote, relay } = await olderRemote(t);
  const light = remote.object('Key Light');
  const answers = await Promise.all([
    light.set('intensity', 2),
    light.set('angle', 20),
    light.set('flicker', true),
  ]);
  assert.deepEqual(answers, [2, 20, true]);
  assert.deepEqual(
    relay.asked(/^PUT .*\/\d+\//).map((each) => each.split('/').at(-1)),
    ['intensity', 'angle', 'flicker'],
  );
  await Promise.all([light.set('intensity', 3), light.set('angle', 30)]);
  assert.equal(relay.asked(/batch/).length, 1, 'it is asked for once');
});

test('subscriptions are right after gaps and restarts, and when objects are added and removed', async (t) => {
  const { remote, relay, host } = await olderRemote(t);
  const light = remote.object('Key Light');
  let told: (() => void) | undefined;
  const values: unknown[] = [];
  light.subscribe('intensity', (value) => {
    values.push(value);
    told?.();
  });
  const until = async (wanted: unknown) => {
    while (values.at(-1) !== wanted)
      await new Promise<void>((resolve) => {
        told = resolve;
      });
  };
  await until(1);
  relay.dropStreams();
  await host.control('set', { key: 'key-light', path: 'intensity', value: 2 });
  await host.step();
  await until(2);
  const next = await startSimHost({ scene: demo() });
  t.after(() => next.stop());
  await next.control('set', { key: 'key-light', path: 'intensity', value: 6 });
  relay.target = next.url;
  relay.dropStreams();
  await until(6);
  assert.equal(await light.set('intensity', 5), 5);
  await next.control('object.destroy', { key: 'key-light' });
  await next.step();
  await until(undefined);
});
