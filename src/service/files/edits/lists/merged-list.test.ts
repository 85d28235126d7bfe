import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../common/json.js';
import type { ExposedClass } from '../../../types/exposed-class.js';
import { CompositeSnapshot } from '../../../types/graph/snapshot.js';
import type { Type } from '../../../types/type.js';
import type { EarlierValue, EntryValue } from '../edit-place.js';
import type { ArrayOfFile } from './array-of-file.js';
import { mergeList } from './merged-list.js';

const element = { kind: 'composite', isReference: false } as unknown as Type;
const snapshot = new CompositeSnapshot({ member: () => undefined } as unknown as ExposedClass, [], {});
const place = { kept: [], pendingEarlier: [], file: ['list'] } as unknown as EntryValue;

/** What a list says, with what earlier entries say of it. */
function linesOf(
  under: readonly EarlierValue[],
  held: readonly Json[],
  count: number,
): readonly Json[] | undefined {
  const defaults = Array.from({ length: count }, () => snapshot);
  const array = { element, defaults, before: defaults, held, earlier: under } as unknown as ArrayOfFile;
  return mergeList(place, array)?.held;
}

const whole = (...json: Json[]): EarlierValue => ({ path: [], json });
const within = (index: number, json: Json): EarlierValue => ({ path: [index, 'part'], json });

test('a list says what earlier entries say of elements, and of what is in them, in their order', () => {
  const under = [whole({ a: 1 }), within(2, { b: 2 }), within(2, { b: 3 }), whole({ a: 4 }), within(0, 5)];
  assert.deepEqual(linesOf(under, [{ c: 6 }], 3), [{ a: 4, part: 5, c: 6 }, {}, { part: { b: 3 } }]);
  const removed = [whole({ '@op': 'removed' }, {}), within(0, 7)];
  assert.deepEqual(linesOf(removed, [], 2), [{ '@op': 'removed' }, { part: 7 }]);
  assert.equal(linesOf([within(2, 7)], [], 2), undefined);
  assert.equal(linesOf([{ path: [0, 'parts', 1], json: {} }], [], 2), undefined);
});

test('of very many entries about what is in elements none goes through the whole list', () => {
  const count = 2000;
  let looks = 0;
  const entry = new Proxy(
    { a: 1 },
    {
      getOwnPropertyDescriptor(target, name) {
        looks++;
        return Reflect.getOwnPropertyDescriptor(target, name);
      },
    },
  );
  const inside = Array.from({ length: 500 }, (_, i) => within(count - 1 - i, i));
  // With an operation in it a list stays as it is written.
  const first = whole(...Array.from({ length: count }, () => entry), { '@op': 'new' });
  const lines = linesOf([first, ...inside], [], count);
  assert.deepEqual(lines?.slice(-3, -1), [
    { a: 1, part: 1 },
    { a: 1, part: 0 },
  ]);
  assert.ok(looks > 0 && looks <= 20 * count, `${looks} looks`);
});
