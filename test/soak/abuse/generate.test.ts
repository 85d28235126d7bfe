import assert from 'node:assert/strict';
import test from 'node:test';
import { corpus } from '../corpus/index.js';
import { generateCase } from './generate.js';
import { readOperations } from './operations.js';

const operations = readOperations();
const bytesOf = (index: number, seed = 1) =>
  generateCase(operations, seed, index)
    .pieces.map((piece) => (typeof piece === 'number' ? piece : Buffer.from(piece).toString('latin1')))
    .join('|');

test('a seed reproduces a case independently of earlier ones; another seed gives another case', () => {
  const forth = Array.from({ length: 50 }, (_, i) => bytesOf(i));
  const back = Array.from({ length: 50 }, (_, i) => bytesOf(49 - i)).reverse();
  assert.deepEqual(forth, back);
  assert.notDeepEqual(
    forth,
    Array.from({ length: 50 }, (_, i) => bytesOf(i, 2)),
  );
});

test('every operation of the description is drawn, except those that end the host', () => {
  const names = new Set(
    Array.from(
      { length: 2000 },
      (_, i) => /^generated \d+: (\w+)/.exec(generateCase(operations, 3, i).name)?.[1],
    ),
  );
  assert.deepEqual([...names].sort(), operations.map(({ id }) => id).sort());
  assert.ok(operations.length > 30);
  const all = Array.from({ length: 2000 }, (_, i) => bytesOf(i, 3)).join('\n');
  assert.ok(!/commands\/(?:quit|reset)/i.test(all));
});

test('generated cases are small; the large ones are in the corpus', () => {
  for (let i = 0; i < 2000; i++) assert.ok(bytesOf(i, 4).length < 2_000_000, `case ${i}`);
});

test('names in the corpus are unique, because a name selects a case', () => {
  const names = corpus().map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
});
