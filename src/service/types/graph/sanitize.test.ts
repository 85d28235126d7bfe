import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClassTable } from '../class-table.js';
import { likeTyped } from '../typed-array.js';

const classes = new ClassTable(
  {
    byTarget: () => undefined,
    resolveReference: () => undefined,
    classOf: () => undefined,
    fileKey: () => undefined,
    isDestroyed: () => false,
    instanceId: () => undefined,
  },
  { find: () => undefined },
  { report: () => {} },
);
const ints = classes.type('Int32[]');
const rows = classes.type('Int32[][]');
const vector = classes.type('Vector3');

test('a value that can be iterated is accepted unchanged', () => {
  const sparse: number[] = [];
  sparse[3] = 1;
  for (const value of [[], [1, 'x', Number.NaN], sparse, new Float32Array(2), null, undefined]) {
    assert.equal(ints.sanitize(value), value);
  }
  const nested = [[1], [Number.NaN], null];
  assert.equal(rows.sanitize(nested), nested);
  const spot = { x: 1, y: 2, z: 3 };
  assert.equal(vector.sanitize(spot), spot);
  assert.equal(vector.sanitize('nowhere'), 'nowhere');
});

test('an array with its own iterator is copied by its indexes', () => {
  const odd = [1, 2];
  odd[Symbol.iterator] = () => {
    throw new Error('no iterator');
  };
  assert.deepEqual(ints.sanitize(odd), [1, 2]);
  const view = new Proxy([1, 2], {});
  assert.deepEqual(ints.sanitize(view), [1, 2]);
  assert.deepEqual(rows.sanitize([[1], view]), [[1], [1, 2]]);
  class Rows extends Array<number> {}
  const rowsOfOwn = Rows.from([1]);
  assert.equal(ints.sanitize(rowsOfOwn), rowsOfOwn);
});

test('a value that cannot be iterated throws with the reason', () => {
  const trapped = new Proxy([1], {
    get() {
      throw new Error('a trap');
    },
  });
  const item = Object.defineProperty([1, 2], 1, {
    get() {
      throw new Error('an element');
    },
  });
  const revoked = Proxy.revocable([], {});
  revoked.revoke();
  const length = (of: number) => new Proxy([], { get: (_, key) => (key === 'length' ? of : 0) });
  for (const [value, reason] of [
    [trapped, /a trap/],
    [item, /an element/],
    [revoked.proxy, /revoked/],
    [length(2 ** 53), /an array of 9007199254740992 elements is too long/],
    [length(Number.NaN), /an array of NaN elements is too long/],
    [new Array(2 ** 32 - 1), /an array of 4294967295 elements is too long/],
    [new Map(), /expected Int32\[\], got an object of Map/],
    ['text', /expected Int32\[\], got a string/],
  ] as const) {
    assert.throws(() => ints.sanitize(value), reason);
    assert.throws(() => rows.sanitize([[1], value]), reason);
  }
  const y = {
    x: 1,
    get y() {
      throw new Error('a component');
    },
  };
  assert.throws(() => vector.sanitize(y), /a component/);
});

test('a typed array is written as one of its kind', () => {
  const floats = likeTyped([1, 2.5], () => new Float32Array(7));
  assert.deepEqual(floats, new Float32Array([1, 2.5]));
  const longs = likeTyped([1, 2n ** 60n], () => new BigInt64Array(1));
  assert.deepEqual(longs, new BigInt64Array([1n, 2n ** 60n]));
  assert.deepEqual(
    likeTyped([1.5], () => new BigInt64Array(1)),
    [1.5],
  );
  const items = [1];
  assert.equal(
    likeTyped(items, () => [5]),
    items,
  );
});
