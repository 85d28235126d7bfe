import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, createService } from '../../../test/support/service.js';
import { defineStored } from '../../../test/support/stored-model.js';

// An unhandled rejection fails the test, as it would end an application.
test('a getter that returns a rejecting promise affects only its member, also on a write', async (t) => {
  const { service } = createService(t, {}, { loop: 'own' });
  class Desk {
    written: unknown[] = [];
  }
  const types = ['Single', 'Int32[]', 'Desk', 'Desk[]', 'Vector3'];
  const promising = (type: string) => ({
    type,
    observed: false,
    get: () => Promise.reject(new Error('later')),
    set: (desk: object, value: unknown) => void (desk as Desk).written.push(value),
  });
  const members = types.map((type, i) => [`m${i}`, promising(type)] as const);
  defineStored(service, Desk, Object.fromEntries(members));
  const desk = new Desk();
  service.objects.register(desk, { sourceKey: 'desk' });
  const { url } = await service.start();
  const values = [1, [1], {}, [{}], { x: 1 }];
  for (const [i, value] of values.entries()) {
    for (const method of ['PUT', 'POST', 'GET']) {
      const { json } = await ask(
        url,
        method,
        `/exposed/object/desk/m${i}`,
        method === 'GET' ? undefined : { value },
      );
      assert.equal(typeof json, 'object');
    }
  }
  assert.deepEqual(desk.written[1], [1]);
});
