import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExposedModel } from '../../model/model.js';
import { moveAll } from './structure.js';

/** A tree of objects whose engine may refuse to move some. */
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

test('two objects swap positions by moving one to the root first', () => {
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

test('a move that the engine refuses is tried once and affects no other move', () => {
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
        // Ends an endless loop of attempts.
        if (reported.length > 10) throw new Error('the move is retried endlessly');
      },
    },
  );
  assert.deepEqual(reported, ['Moving an object to another parent: not this one']);
  assert.deepEqual([parents.get(upper), parents.get(lower), parents.get(other)], [undefined, upper, upper]);
});
