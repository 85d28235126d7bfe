import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Mark, Mentions, marksAfterMove, marksAfterReset, marksAfterWrite } from './marks.js';
import { movedIndexes, movedValues } from './relinked.js';

const reset = (...path: (string | number)[]): Mark => ({ path, kind: 'reset' });
const decided = (...path: (string | number)[]): Mark => ({ path, kind: 'decided' });
const moved = (...path: (string | number)[]): Mark => ({ path, kind: 'moved' });

test('a reset covers what is below it, and is covered by one above', () => {
  const marks = [reset('part', 'size'), decided('part', 'name'), reset('other')];
  // What had waited and was written waits no more, and no value tells of it.
  assert.deepEqual(marksAfterReset(marks, ['part']), [
    reset('other'),
    { ...reset('part'), endedWaiting: true },
  ]);
  assert.deepEqual(marksAfterReset([{ ...reset('part', 'size'), waited: true }], ['part']), [
    { ...reset('part'), waited: true },
  ]);
  assert.deepEqual(marksAfterReset([reset('part', 'size')], ['part']), [reset('part')]);
  assert.deepEqual(marksAfterReset(marks, ['other', 0]), marks);
  assert.deepEqual(marksAfterReset(marks, ['part', 'siz']), [...marks, reset('part', 'siz')]);
  // What was written there is not set back by that.
  assert.deepEqual(marksAfterReset([decided('part')], ['part', 'size']), [
    decided('part'),
    reset('part', 'size'),
  ]);
});

test('a write ends what was reset at, above or below its place, and nothing else', () => {
  const marks = [
    reset('part'),
    reset('part', 'size'),
    reset('part', 'size', 'x'),
    reset('part', 'name'),
    reset('other'),
    decided('part', 'size'),
    moved('part'),
    moved('part', 'size', 'x'),
  ];
  assert.deepEqual(marksAfterWrite(marks, ['part', 'size'], true), [
    reset('part', 'name'),
    reset('other'),
    decided('part', 'size'),
    moved('part'),
  ]);
});

test('what a user writes where something waited before a reset is decided', () => {
  const waited: Mark[] = [
    { ...reset('target'), waited: true },
    { ...reset('lens', 'aim'), endedWaiting: true },
  ];
  assert.deepEqual(marksAfterWrite(waited, ['target'], true), [decided('target'), waited[1]]);
  assert.deepEqual(marksAfterWrite(waited, ['lens'], true), [waited[0], decided('lens', 'aim')]);
  assert.deepEqual(marksAfterWrite(waited, ['target'], false), [waited[1]]);
});

test('marks in an array go with their elements, and those of elements that are gone go', () => {
  const marks = [
    reset('list'),
    decided('list'),
    reset('list', 0),
    decided('list', 2, 'size'),
    reset('other', 0),
  ];
  const insertion = (index: number) => (index === 0 ? undefined : index + 1);
  assert.deepEqual(marksAfterMove(marks, ['list'], insertion), [
    decided('list'),
    decided('list', 3, 'size'),
    reset('other', 0),
  ]);
});

test('what is written mentions what it says something of', () => {
  const value = { part: { size: 1, cut: { '@truncated': true } }, to: { '@ref': '7' }, list: [1, { a: 2 }] };
  for (const rest of [['part'], ['part', 'size'], ['to', 'anything'], ['list', 0], ['list', 1, 'a']])
    assert.equal(new Mentions(value).has(rest), true, rest.join('/'));
  for (const rest of [['other'], ['part', 'name'], ['part', 'cut'], ['part', 'cut', 'a'], ['list', 1, 'b']])
    assert.equal(new Mentions(value).has(rest), false, rest.join('/'));
});

test('elements past the end are gone after a write, and may stay where a file does not mention them', () => {
  assert.equal(new Mentions({ list: [1] }).has(['list', 1]), true);
  assert.equal(new Mentions({ list: [1] }).has(['list', 1, 'a']), true);
  assert.equal(new Mentions({ list: [1] }, true).has(['list', 1]), true);
  assert.equal(new Mentions({ list: [1] }, true).has(['list', 1, 'a']), false);
  const operations = { list: [{ '@op': 'remove', '@index': 0 }] };
  assert.equal(new Mentions(operations, true).has(['list', 0, 'a']), true);
  assert.equal(new Mentions(operations).has(['list', 0, 'a']), false);
});

test('what is known of members goes with their names to other indexes', () => {
  const indexOf = (index: number) => (index === 1 ? undefined : index + 3);
  assert.deepEqual([...movedIndexes(new Set([0, 1, 2]), indexOf)], [3, 5]);
  const values: [number, unknown][] = [
    [0, 'a'],
    [1, 'b'],
    [2, undefined],
  ];
  assert.deepEqual(
    [...movedValues(values, indexOf)],
    [
      [3, 'a'],
      [5, undefined],
    ],
  );
});

test('an array operation ends what was reset at or above the array, but not that what had waited there does so no more', () => {
  const marks = [reset('part'), { ...reset('parts'), endedWaiting: true }, reset('parts', 1), reset('other')];
  assert.deepEqual(
    marksAfterMove(marks, ['parts'], (index) => 1 - index),
    [reset('part'), decided('parts'), reset('parts', 0), reset('other')],
  );
});
