import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ExposedClass } from '../exposed-class.js';
import { CompositeSnapshot, type Patch, patchedSnapshot } from './composite-snapshot.js';

const members = ['a', 'b'].map((name, index) => ({ name, index }));
const cls = { name: 'Thing', members } as unknown as ExposedClass;
const valuesOf = (snapshot: unknown): unknown =>
  snapshot instanceof CompositeSnapshot
    ? Object.fromEntries(cls.members.map((member) => [member.name, valuesOf(snapshot.of(member))]))
    : Array.isArray(snapshot)
      ? snapshot.map(valuesOf)
      : snapshot;

const { any } = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.nat({ max: 9 }),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.tuple(tie('any'), tie('any')).map((values) => new CompositeSnapshot(cls, values, {})),
  ),
}));
const path = fc.array(fc.constantFrom<string | number>('a', 'b', 'c', 0, 1, 2), { maxLength: 4 });
const patches = fc.array(fc.record({ path, snapshot: any }), { maxLength: 6 });

test('combined patches give the same result as successive ones and keep the original', () => {
  fc.assert(
    fc.property(any, patches, (before, all) => {
      const was = JSON.stringify(valuesOf(before));
      const oneByOne = all.reduce<unknown>((snapshot, each) => patchedSnapshot(snapshot, [each]), before);
      const snapshots = JSON.stringify(all.map(({ snapshot }) => valuesOf(snapshot)));
      assert.deepEqual(valuesOf(patchedSnapshot(before, all)), valuesOf(oneByOne));
      assert.equal(JSON.stringify(valuesOf(before)), was);
      assert.equal(JSON.stringify(all.map(({ snapshot }) => valuesOf(snapshot))), snapshots);
    }),
  );
});

test('a list is copied once for all patches of it', () => {
  const count = 2000;
  let looks = 0;
  const before = new Proxy(
    Array.from({ length: count }, (_, i) => i),
    {
      get(target, name) {
        looks++;
        return Reflect.get(target, name);
      },
    },
  );
  const all = Array.from({ length: count }, (_, i): Patch => ({ path: [i], snapshot: -i }));
  assert.deepEqual(
    patchedSnapshot(before, all),
    all.map(({ snapshot }) => snapshot),
  );
  assert.ok(looks > 0 && looks < 10 * count, `${looks} looks`);
});
