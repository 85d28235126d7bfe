import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CorkBudget } from './cork-budget.js';

const inNextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('responses of one turn need no cork of their own until they could fill the open one', async () => {
  const cork = new CorkBudget();
  const answers = (bytes: number) =>
    Array.from({ length: 100 }, () => cork.hasRoom(bytes)).filter(Boolean).length;
  const first = answers(400);
  assert.ok(first > 0 && first * 400 <= 16 * 1024);
  assert.equal(answers(1), 0);
  await inNextTurn();
  assert.equal(cork.hasRoom(16 * 1024), false);
  assert.equal(cork.hasRoom(1), false);
  await inNextTurn();
  assert.equal(answers(400), first);
});
