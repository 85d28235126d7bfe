/** Numbers as people write them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readNumber, separatorsOf, written } from '../../src/panel/inspector/number-text.js';

const english = separatorsOf('en');
const german = separatorsOf('de');
const french = separatorsOf('fr');
const swiss = separatorsOf('de-CH');
const seed = 37;

const value = (text: string, separators = english, wanted = {}) => {
  const read = readNumber(text, separators, wanted);
  return 'value' in read ? read.value : undefined;
};
const error = (text: string, wanted = {}) => {
  const read = readNumber(text, english, wanted);
  return 'error' in read ? read.error : undefined;
};

test('a number is read with the separators of the country', () => {
  assert.equal(value('1,000'), 1000);
  assert.equal(value('1,000', german), 1);
  assert.equal(value('1.000'), 1);
  assert.equal(value('1.000', german), 1000);
  assert.equal(value('0,5'), 0.5);
  assert.equal(value('0.5', german), 0.5);
  assert.equal(value('1.5', french), 1.5);
});

test('an unambiguous number is read the same in every country', () => {
  for (const separators of [english, german, french, swiss]) {
    assert.equal(value('4.500,75', separators), 4500.75);
    assert.equal(value('4,500.75', separators), 4500.75);
    assert.equal(value('1 000', separators), 1000);
    assert.equal(value('1\u00a0000,5', separators), 1000.5);
    assert.equal(value('1\u202f234\u202f567', separators), 1234567);
    assert.equal(value("1'000.5", separators), 1000.5);
    assert.equal(value('1.000.000', separators), 1e6);
    assert.equal(value('1e-3', separators), 0.001);
    assert.equal(value('.5', separators), 0.5);
    assert.equal(value('5.', separators), 5);
  }
});

test('signs and digits of all scripts are read', () => {
  assert.equal(value('\u22123'), -3);
  assert.equal(value('–3'), -3);
  assert.equal(value('１２．５'), 12.5);
  assert.equal(value('－１２'), -12);
  assert.equal(value('٣٤'), 34);
  assert.equal(value('५'), 5);
});

test('an invalid text is an error that quotes it', () => {
  for (const text of ['abc', '1 2', '1,00,0', '2*3', '1..2', '1e', '3px', '--', ''])
    assert.match(error(text) ?? '', /./, text);
  assert.match(error('1e999')!, /1e999 is too large/);
});

test('integers stay exact', () => {
  assert.equal(value('9007199254740995', english, { integer: true }), 9007199254740995n);
  assert.equal(value('1,000', english, { integer: true }), 1000);
  assert.match(error('2.5', { integer: true })!, /not a whole number|not a number/);
  assert.match(error('inf', { integer: true })!, /not a whole number|not a number/);
});

test('infinities and NaN have the names of the wire', () => {
  assert.equal(value('-inf'), '-Infinity');
  assert.equal(value('∞'), 'Infinity');
  assert.equal(value('NaN'), 'NaN');
});

test('a number beyond the range is an error that names the range', () => {
  assert.match(error('300', { integer: true, minimum: 0, maximum: 255 })!, /between 0 and 255/);
  assert.equal(value('255', english, { integer: true, minimum: 0, maximum: 255 }), 255);
});

test('a shown number is read back, with the separators of every country', () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 });
  fc.assert(
    fc.property(number, fc.constantFrom(english, german, french, swiss), (each, separators) => {
      const back = value(written(each, separators), separators);
      return (
        back === Number(each.toPrecision(15)) + 0 || Math.abs(Number(back) - each) <= Math.abs(each) * 1e-14
      );
    }),
    { seed },
  );
});

test('every text is a number or an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const read = readNumber(text, english);
      return 'value' in read || read.error !== '';
    }),
    { seed },
  );
});
