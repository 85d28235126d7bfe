import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countedPath } from '../../../test/support/counted-path.js';
import { type Waiting, WaitingList } from './waiting.js';

test('what waits is found and taken out without looking at all else that waits', () => {
  let looks = 0;
  const count = 2000;
  const list = new WaitingList();
  const all = Array.from({ length: count }, (_, i): Waiting => {
    const path = countedPath(['list', i], () => looks++);
    return { file: path, place: path, placeInFile: path, isLeftOut: false };
  });
  for (const each of all) list.add(each);
  assert.ok(looks > 0 && looks < 100 * count, `${looks} looks to add`);
  looks = 0;
  for (const each of all.slice(0, -2)) list.remove(each);
  for (const each of all.slice(0, -2)) list.hasCome(each, {});
  assert.ok(looks > 0 && looks < 200 * count, `${looks} looks to take out`);
  assert.deepEqual(
    list.all.map(({ file: [, index] }) => index),
    [count - 2, count - 1],
  );
});

test('a place that waits again is the last that does, and has not come', () => {
  const list = new WaitingList();
  const waiting = (index: number | string, isLeftOut = false): Waiting => ({
    file: ['list', index],
    place: ['list', index],
    placeInFile: ['list', index],
    isLeftOut,
  });
  for (const each of [waiting(0, true), waiting(1), waiting('0')]) list.add(each);
  list.hasCome(waiting(1), {});
  list.add(waiting(1));
  list.add(waiting(0));
  assert.equal(list.hasAnyCome, false);
  assert.deepEqual(list.all, [waiting('0'), waiting(1), waiting(0, true)]);
  assert.ok(list.waitsAtOrAbove(['list', 1, 'a']));
  assert.ok(!list.waitsAtOrAbove(['list', 2]));
  assert.deepEqual(list.endAt(['list', 1], 5), [['list', 1]]);
  assert.deepEqual(list.all, [waiting('0'), waiting(0, true)]);
});

test('what other entries have set ends what waits there, in one pass over both', () => {
  const count = 2000;
  let looks = 0;
  const list = new WaitingList();
  for (let i = 0; i < count; i++) {
    const path = countedPath(['list', i, 'aim'], () => looks++);
    list.add({ file: path, place: path, placeInFile: path, isLeftOut: false });
  }
  looks = 0;
  const set = Array.from({ length: count - 1 }, (_, i) => countedPath(['list', i], () => looks++));
  list.endBelow(set);
  assert.deepEqual(list.all.length, 1);
  assert.ok(looks > 0 && looks < 100 * count, `${looks} looks`);
});
