import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countedPath } from '../../../test/support/counted-path.js';
import type { Steps } from '../objects/property-ref.js';
import { MarkList, noMarks } from './mark-list.js';
import { isAtOrAbove, type Mark } from './marks.js';

const path = fc.array(fc.constantFrom<string | number>('a', 'b', 0, '0'), { minLength: 1, maxLength: 3 });
const mark = fc.record({ path, kind: fc.constantFrom('reset' as const, 'moved' as const) });

/** By looking at all of them for each place. */
function decidedOneByOne(marks: readonly Mark[], paths: readonly Steps[]): readonly Mark[] {
  return paths.reduce<readonly Mark[]>(
    (all, each) => [
      ...all.filter((other) => !isAtOrAbove(each, other.path)),
      { path: each, kind: 'decided' },
    ],
    marks,
  );
}

test('a place that is decided on takes out what is at it and below', () => {
  const decisions = fc.array(fc.array(path, { maxLength: 3 }));
  fc.assert(
    fc.property(fc.array(mark), decisions, fc.boolean(), (began, all, isAsked) => {
      let list = new MarkList(began);
      let model: readonly Mark[] = began;
      for (const paths of all) {
        list = list.decided(paths);
        model = decidedOneByOne(model, paths);
        assert.equal(list.size, model.length);
        if (isAsked) assert.deepEqual(list.all, model);
      }
      assert.deepEqual(list.all, model);
      assert.equal(
        list.areDecisions,
        model.every(({ kind }) => kind === 'decided'),
      );
    }),
  );
});

test('places are decided on one by one without looking at all others', () => {
  const count = 2000;
  let looks = 0;
  let list = noMarks;
  for (let i = 0; i < count; i++) list = list.decided([countedPath(['list', i], () => looks++)]);
  assert.equal(list.size, count);
  assert.equal(noMarks.size, 0);
  assert.ok(looks > 0 && looks < 100 * count, `${looks} looks`);
});
