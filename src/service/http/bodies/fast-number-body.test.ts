import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseNumberBody } from './fast-number-body.js';

const digits = [
  '0',
  '-0',
  '7',
  '12',
  '-12',
  '0.25',
  '-0.25',
  '10.50',
  '0.1',
  '123456789012345',
  '1.00000000000001',
];
const others = [
  '',
  '-',
  '.',
  '01',
  '-01',
  '00.5',
  '1.',
  '.5',
  '-.5',
  '1..2',
  '1.2.3',
  '1e5',
  '+1',
  '--1',
  '"1"',
  'x',
];
const ends = ['}', '', ']', '}}', '} ', ' }', ',', '}]', ']}'];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text).value;
  } catch {
    return undefined;
  }
}

test('the fast path reads exactly the numbers that the parser reads', () => {
  for (const number of [...digits, ...others]) {
    for (const end of ends) {
      const text = `{"value":${number}${end}`;
      const found = parseNumberBody(Buffer.from(text));
      if (found !== undefined) assert.ok(Object.is(found, parsed(text)), `${text} is ${found}`);
    }
  }
});

test('typical writes take the fast path', () => {
  for (const number of digits)
    assert.notEqual(parseNumberBody(Buffer.from(`{"value":${number}}`)), undefined, number);
  for (const body of ['{"Value":1}', '{"value": 1}', '{"value":1234567890123456}', '{"value":[1]}', '{}'])
    assert.equal(parseNumberBody(Buffer.from(body)), undefined, body);
});
