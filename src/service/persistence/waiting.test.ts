import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Steps } from '../objects/property-ref.js';
import { type Waiting, WaitingList } from './waiting.js';

/** It counts how often anybody looks at a path. */
function counted(path: Steps, look: () => void): Steps {
  return new Proxy(path, {
    get(target, name) {
      look();
      return Reflect.get(target, name);
    },
  });
}

test('what waits is found and taken out without looking at all else that waits', () => {
  let looks = 0;
  const count = 2000;
  const list = new WaitingList();
  const all = Array.from({ length: count }, (_, i): Waiting => {
    const path = counted(['list', i], () => looks++);
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
