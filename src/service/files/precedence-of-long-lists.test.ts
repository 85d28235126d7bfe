import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../common/json.js';
import type { ExposedModel } from '../model/model.js';
import type { PropertyRef } from '../objects/property-ref.js';
import type { Entry } from './entries/entry.js';
import { EntryOrder } from './entries/entry-order.js';
import { PendingReferences } from './pending/pending-references.js';

/** Creates a list that calls `look` on every read. */
function counted<T>(list: readonly T[], look: () => void): T[] {
  return new Proxy([...list], {
    get(target, name) {
      look();
      return Reflect.get(target, name);
    },
  });
}

test('overridden pending values in 2,000 elements are found with few reads of the list', () => {
  const count = 2000;
  let looks = 0;
  const elements = Array.from({ length: count }, () => ({}));
  const list = counted(elements, () => looks++);
  const model = {
    resolver: {
      property: (_handle: object, path: string) => ({
        get: () => {
          const [name, ...rest] = path.split('/');
          assert.deepEqual([name, rest], ['list', []], 'an element is found in the list that was read');
          looks++;
          return list;
        },
      }),
    },
  } as unknown as ExposedModel;
  const entry = { target: { handle: {}, prefix: '' }, pending: new PendingReferences() } as unknown as Entry;
  const later = { pending: new PendingReferences() } as unknown as Entry;
  for (let i = 0; i < count; i++) {
    const path = ['list', i, 'aim'];
    entry.pending.add({ entryPath: path, objectPath: path, savedPath: path, isLeftOut: false });
  }
  const entryOrder = new EntryOrder(model, [entry]);
  const json = counted<Json>(
    elements.map((_, i) => (i % 2 === 0 ? { aim: null } : { name: 'as it was' })),
    () => looks++,
  );
  const ref = { ownerPath: ['list'] } as unknown as PropertyRef;
  const cancelled = entryOrder.cancelOverridden(later, [{ ref, json, ignored: [] }]);
  assert.equal(cancelled.length, count / 2);
  assert.equal(entry.pending.size, count / 2);
  assert.ok(looks > 0 && looks < 50 * count, `${looks} looks`);
});
