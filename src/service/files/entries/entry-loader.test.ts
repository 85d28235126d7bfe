import assert from 'node:assert/strict';
import { test } from 'node:test';
import { show } from '../../../../test/support/stored-things.js';

interface Box {
  n: number;
  aim: object | null;
}

for (const isTogether of [false, true])
  test(`an element whose class is defined later keeps the pending values of its neighbours${isTogether ? ' that resolve in the same frame' : ''}`, () => {
    const one = show();
    const { classes, objects } = one.model;
    const boxes = [
      { '@op': 'removed' },
      { '@op': 'removed' },
      { '@op': 'new', '@type': 'Sub', n: 7 },
      { '@op': 'new', n: 8, aim: { '@ref': 'late' } },
    ];
    const text = JSON.stringify({
      format: 'jp.lilium.remotecontrol.live',
      formatVersion: 1,
      objects: [{ '@source': 't0', '@type': 'Thing', boxes }],
    });
    one.open(one.read(text));
    const thing = objects.bySourceKey('t0')!.target as { box: Box; boxes: Box[] };
    const Base = thing.box.constructor as new () => object;
    class Sub extends Base {}
    classes.define({
      name: 'Sub',
      kind: 'struct',
      base: 'Box',
      members: [],
      functions: [],
      constructorFunction: Sub,
      create: () => new Sub(),
    });
    if (!isTogether) one.endFrame();
    one.add('late');
    one.endFrame();
    const late = objects.bySourceKey('late')!.target;
    assert.deepEqual(
      thing.boxes.map(({ n, aim }) => [n, aim === late]),
      [
        [7, false],
        [8, true],
      ],
    );
    one.save();
    assert.equal(one.state().written, text);
  });
