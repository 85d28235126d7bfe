import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePath, urlPath } from './path.js';
import { locate, mergeWrite, valueAt, withValue } from './tree.js';

const tree = {
  '@type': 'Rig',
  level: 1,
  weights: [
    { '@type': 'Weight', name: 'Joy', value: 0.5 },
    { '@type': 'Weight', name: '1', value: 0.25 },
    { '@type': 'Weight', name: 'a/b.c', value: 0.75 },
  ],
  components: [{ '@type': 'Light', '@ref': '12' }],
  none: null,
};
const keyOf = (type: string) => (type === 'Weight' ? 'name' : undefined);
const at = (path: string) => {
  const location = locate(tree, parsePath(path), keyOf);
  return location && [location.join('|'), valueAt(tree, location)];
};

test('a path leads to members, indexes and keys in every notation', () => {
  assert.deepEqual(at('level'), ['level', 1]);
  assert.deepEqual(at('weights/1/value'), ['weights|1|value', 0.25]);
  assert.deepEqual(at('weights[1].value'), ['weights|1|value', 0.25]);
  assert.deepEqual(at('weights[0]/value'), ['weights|0|value', 0.5]);
  assert.deepEqual(at('weights[Joy].value'), ['weights|0|value', 0.5]);
  assert.deepEqual(at('weights/Joy/value'), ['weights|0|value', 0.5]);
  assert.deepEqual(at('weights["1"].value'), ['weights|1|value', 0.25], 'in quotes it is a key');
  assert.deepEqual(at('weights["0"].value'), undefined, 'and never an index');
  assert.deepEqual(at('weights[a/b.c].value'), ['weights|2|value', 0.75]);
  assert.deepEqual(at('components[Light]'), ['components|0', { '@type': 'Light', '@ref': '12' }]);
  assert.deepEqual(at('none'), ['none', null]);
  assert.deepEqual(at(''), ['', tree]);
});

test('a path leads nowhere past the end, through a value or by an inherited name', () => {
  for (const path of [
    'weights/3',
    'weights[-1]',
    'level/x',
    'none/x',
    'toString',
    'weights/length',
    'weights/constructor',
  ])
    assert.equal(at(path), undefined, path);
});

test('brackets are one segment in a URL', () => {
  assert.equal(urlPath('lens/focalLength'), 'lens/focalLength');
  assert.equal(urlPath('a[x/y].b c'), 'a%5Bx%2Fy%5D.b%20c');
  assert.equal(urlPath('a["5"]'), 'a%5B%225%22%5D');
});

test('a value is set in a copy that shares the rest, if its location exists', () => {
  const next = withValue(tree, ['weights', '0', 'value'], 1) as typeof tree;
  assert.equal(next.weights[0]!.value, 1);
  assert.equal(tree.weights[0]!.value, 0.5);
  assert.equal(next.weights[1], tree.weights[1]);
  assert.equal(withValue(tree, ['weights', '3'], 1), undefined);
  assert.equal(withValue(tree, ['weights', 'x'], 1), undefined);
  assert.equal(withValue(tree, ['gone', 'x'], 1), undefined);
  assert.equal(withValue(tree, [], 1), 1);
});

test('a write keeps unlisted members, and replaces references and arrays', () => {
  assert.deepEqual(mergeWrite({ r: 1, g: 2 }, { r: 3 }), { r: 3, g: 2 });
  assert.deepEqual(mergeWrite({ a: { b: 1, c: 2 } }, { a: { b: 3 } }), { a: { b: 3, c: 2 } });
  assert.deepEqual(mergeWrite({ '@type': 'Light', '@ref': '1', '@name': 'A' }, { '@ref': '2' }), {
    '@ref': '2',
  });
  assert.deepEqual(mergeWrite({ '@type': 'Light', '@ref': '1' }, null), null);
  assert.deepEqual(mergeWrite([1, 2], [3]), [3]);
});
