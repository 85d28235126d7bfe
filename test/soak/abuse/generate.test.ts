import assert from 'node:assert/strict';
import test from 'node:test';
import { framing } from './framing.js';
import { generateCase } from './generate.js';
import { readOperations } from './requests.js';

const operations = readOperations();
const cases = Array.from({ length: 500 }, (_, seed) => generateCase(operations, seed));
const sent = ({ pieces }: (typeof cases)[number]) =>
  Buffer.concat(pieces.map((piece) => Buffer.from(typeof piece === 'number' ? '' : piece)));

test('a seed reproduces its case', () => {
  assert.deepEqual(generateCase(operations, 7), cases[7]);
  assert.notDeepEqual(sent(cases[7]!), sent(cases[8]!));
});

test('every operation of the description is drawn, except those that end the host', () => {
  const drawn = new Set(cases.map(({ name }) => /^generated \d+: (\w+)/.exec(name)?.[1]));
  assert.deepEqual([...drawn].sort(), operations.map(({ id }) => id).sort());
  assert.ok(operations.length > 30);
  assert.ok(!cases.some((each) => /commands\/(?:quit|reset)/i.test(sent(each).toString())));
});

test('names of fixed cases are unique, because a name selects a case', () => {
  const names = framing.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
});
