import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../common/json.js';
import type { Type } from '../../../types/type.js';
import type { EarlierValue } from '../edit-place.js';
import type { ArrayOfFile } from './array-of-file.js';
import { groupByElement, hasJsonAt, nestedLists } from './nested-lists.js';

const element = { kind: 'composite', isReference: false } as unknown as Type;
const whole = (...json: Json[]): EarlierValue => ({ path: [], json });
const within = (index: number, json: Json): EarlierValue => ({ path: [index, 'part'], json });

function inElements(under: readonly EarlierValue[], count: number, of = element) {
  const defaults = Array.from({ length: count }, () => null);
  const counted = nestedLists(under, of, defaults);
  return groupByElement({ element: of, defaults, earlier: counted } as unknown as ArrayOfFile);
}

test('what is under an element is what lists have of it, and what entries say inside it, in their order', () => {
  const at = inElements([whole({ a: 1 }), within(0, { b: 2 }), whole({ a: 3 }, { c: 4 }), within(2, {})], 3);
  assert.deepEqual(at(0), {
    held: [whole().path, ['part'], []].map((path, i) => ({ path, json: [{ a: 1 }, { b: 2 }, { a: 3 }][i] })),
    defaultIndex: 0,
  });
  assert.deepEqual(at(1), { held: [{ path: [], json: { c: 4 } }], defaultIndex: 1 });
  assert.deepEqual(at(2), { held: [{ path: ['part'], json: {} }], defaultIndex: 2 });
  assert.deepEqual(at(3), { held: [], defaultIndex: null });
});

test('a list that is longer than the default is merged with no later one, also with what is in its elements', () => {
  const longer = [whole({ a: 1 }, { b: 2 }), within(1, { c: 3 })];
  assert.deepEqual(nestedLists(longer, element, [null]), []);
  assert.deepEqual(nestedLists([...longer, whole({ d: 4 })], element, [null]), [whole({ d: 4 })]);
});

test('an element is told of when an entry says something of it, or of what is in it', () => {
  const under = [within(0, { b: 2 })].map((each) => ({ ...each, path: each.path.slice(1) }));
  for (const path of [[], ['part'], ['part', 'b']]) assert.ok(hasJsonAt(under, path), path.join());
  for (const path of [['other'], ['part', 'c']]) assert.ok(!hasJsonAt(under, path), path.join());
  assert.ok(!hasJsonAt([{ path: [], json: {} }], []));
});

test('of very many lists those with operations alone are gone through by all defaults', () => {
  const count = 300;
  let looks = 0;
  const counted = new Proxy(element, {
    get(target, name) {
      looks++;
      return Reflect.get(target, name);
    },
  });
  const under = Array.from({ length: count }, (_, i) => (i % 2 === 0 ? within(99_000, { i }) : whole({})));
  const at = inElements([whole({ '@op': 'removed' }, { '@op': 'new' }), ...under], 100_000, counted);
  assert.equal(at(99_000).held.length, count / 2);
  assert.equal(at(0).held.length, count / 2);
  assert.ok(looks > 0 && looks <= 20, `${looks} looks`);
});
