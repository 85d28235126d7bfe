import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatSingle } from './numbers.js';

test('a Single is written as the shortest decimal that gives the same 32-bit float', () => {
  const known: [number, string][] = [
    [Math.fround(0.1), '0.1'],
    [2.5, '2.5'],
    [-2.5, '-2.5'],
    [-0, '0'],
    [Math.fround(123.456), '123.456'],
    [0.00390625, '0.00390625'],
    [Math.fround(1.1e-7), '1.1e-7'],
    [16777216, '16777216'],
  ];
  for (const [value, text] of known) assert.equal(formatSingle(value), text);
  fc.assert(
    fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = formatSingle(value);
      assert.equal(Math.fround(Number(text)), value + 0);
      const digits = (each: string) =>
        each
          .replace(/e.*$/, '')
          .replace(/^-?0*\.?0*|\.|-/g, '')
          .replace(/0+$/, '').length;
      for (let precision = 1; precision < digits(text); precision++) {
        assert.notEqual(
          Math.fround(Number(value.toPrecision(precision))),
          value,
          `${value} could be shorter`,
        );
      }
    }),
    { numRuns: 2000 },
  );
});
