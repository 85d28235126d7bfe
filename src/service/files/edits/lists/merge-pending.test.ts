import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../../../common/json.js';
import { ArrayType } from '../../../types/array.js';
import type { Type } from '../../../types/type.js';
import type { EntryValue } from '../entry-value.js';
import { mergePending } from './merge-pending.js';

const count = 1000;

test('a pending value in a list is looked up at most four times', () => {
  let looks = 0;
  const line = (): Json =>
    Object.defineProperty({ n: 1 }, '@op', {
      enumerable: true,
      get() {
        looks++;
        return 'new';
      },
    }) as Json;
  const saved = Array.from({ length: count }, (_, i) => ({ aim: { '@ref': `late-${i}` } }));
  const value = {
    type: new ArrayType({ kind: 'composite', isReference: false } as unknown as Type),
    now: saved.map(() => ({})),
    held: saved,
    pending: saved.map((_, i) => ({ path: [i, 'aim'], objectPath: [i, 'aim'], isLeftOut: false })),
    entryPath: ['list'],
    earlier: [],
  };
  const { lines } = mergePending(value as unknown as EntryValue, saved.map(line));
  assert.deepEqual(
    (lines as { aim: Json }[]).map(({ aim }) => aim),
    saved.map(({ aim }) => aim),
  );
  assert.ok(looks <= 4 * count, `${looks} looks`);
});

test('a pending value in a nested list is put before its new elements', () => {
  const late = { '@ref': 'late' };
  const members: Record<string, unknown> = { parts: [{}, {}, {}, {}] };
  const composite = {
    kind: 'composite',
    isReference: false,
    living: (value: object) => value,
    classOfInline: () => ({
      member: (name: string) => ({ type: list, read: (target: Record<string, unknown>) => target[name] }),
    }),
  } as unknown as Type;
  const list: Type = new ArrayType(composite);
  const value = {
    type: list,
    now: [members],
    held: [{ parts: [{}, { aim: late }, {}, { '@op': 'new', n: 1 }] }],
    pending: [{ path: [0, 'parts', 1, 'aim'], objectPath: [0, 'parts', 1, 'aim'], isLeftOut: false }],
    entryPath: ['list'],
    earlier: [],
  };
  const { lines } = mergePending(value as unknown as EntryValue, [{ parts: [{ '@op': 'new', n: 2 }] }]);
  assert.deepEqual(lines, [{ parts: [{}, { aim: late }, {}, { '@op': 'new', n: 2 }] }]);
});
