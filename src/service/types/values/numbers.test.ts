import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkAlways } from '../../../../test/support/random.js';
import { formatSingle } from './numbers.js';
import { valueTypes } from './table.js';
import type { ValueType } from './value-type.js';

const [Double, Int32, Int64, Single] = ['Double', 'Int32', 'Int64', 'Single'].map(
  (name) => valueTypes.get(name)!,
) as [ValueType, ValueType, ValueType, ValueType];

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
  checkAlways(
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

test('only numbers are converted to numbers', () => {
  for (const type of [Int32, Int64, Single, Double]) {
    for (const text of [
      'constructor',
      '__proto__',
      'toString',
      'valueOf',
      '',
      ' ',
      '1x',
      '1.2.3',
      '0x10',
      '1e',
      '١',
    ]) {
      assert.throws(() => type.read(text, 0, 'level'), /level: expected/, `${type.name} of ${text}`);
    }
    assert.throws(() => type.read('1'.repeat(1025), 0, 'level'), /level: expected/);
    for (const text of ['12', ' +12 ', '12.', '1.2e1', '.12E2'])
      assert.equal(type.read(text, 0, 'level'), 12);
  }
  assert.ok(Number.isNaN(Single.read('NaN', 0, 'level')));
  assert.equal(Double.read('-Infinity', 0, 'level'), Number.NEGATIVE_INFINITY);
  assert.throws(() => Int32.read('NaN', 0, 'level'), /expected/);
});
