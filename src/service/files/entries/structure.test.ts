import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExposedModel } from '../../model/model.js';
import { moveAll } from './structure.js';

/** Objects below others, in an engine that may refuse to move some. */
function tree(parents: Map<object, object | undefined>, isRefused: (child: object) => boolean) {
  const parentOf = (child: object) => parents.get(child);
  const model = {
    parentOf,
    isAbove(above: object, below: object) {
      for (let each: object | undefined = below; each !== undefined; each = parentOf(each))
        if (each === above) return true;
      return false;
    },
    setParent(child: object, parent: object | undefined) {
      if (isRefused(child)) throw new Error('not this one');
      parents.set(child, parent);
    },
  };
  return model as unknown as ExposedModel;
}

test('two objects change places, one by way of the root', () => {
  const [upper, lower] = [{}, {}];
  const parents = new Map<object, object | undefined>([[lower, upper]]);
  moveAll(
    tree(parents, () => false),
    [
      { child: upper, parent: lower },
      { child: lower, parent: undefined },
    ],
    'load',
    { report: (_where, error) => assert.fail(String(error)) },
  );
  assert.deepEqual([parents.get(upper), parents.get(lower)], [lower, undefined]);
});

test('what an engine refuses to move is tried once, and costs that move alone', () => {
  const [upper, lower, other] = [{}, {}, {}];
  const parents = new Map<object, object | undefined>([[lower, upper]]);
  const reported: string[] = [];
  moveAll(
    tree(parents, (child) => child === lower),
    [
      { child: upper, parent: lower },
      { child: other, parent: upper },
    ],
    'load',
    {
      report(where, error) {
        reported.push(`${where}: ${(error as Error).message}`);
        // Where it is tried for ever, this ends it.
        if (reported.length > 10) throw new Error('it is tried again and again');
      },
    },
  );
  assert.deepEqual(reported, ['Moving an object to another parent: not this one']);
  assert.deepEqual([parents.get(upper), parents.get(lower), parents.get(other)], [undefined, upper, upper]);
});
