import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashOfSurroundings } from './surroundings.js';

const file = `import { a } from './a.js';

/** A function. */
export function twice(value: number): number {
  const sum = value + value;
  return sum;
}

export class Counter {
  #count = 0;

  /** Counts. */
  count(
    by: number,
  ): number {
    this.#count += by;
    return this.#count;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }
}
`;

const hashAt = (text: string, code: string): string => {
  const line = text.slice(0, text.indexOf(code)).split('\n').length - 1;
  return hashOfSurroundings(text.split('\n'), line, line);
};
const before = (code: string): string => hashAt(file, code);
const after = (code: string, from: string, to: string): string => hashAt(file.replace(from, to), code);

test('a change in the same method, or in the same function, is seen', () => {
  assert.notEqual(after('+= by', 'by: number', 'by: bigint'), before('+= by'));
  assert.notEqual(after('return sum', 'value + value', '2 * value'), before('return sum'));
  assert.notEqual(after('value + value', 'return sum', 'return -sum'), before('value + value'));
});

test('a change elsewhere in the file is not, and neither are comments and layout', () => {
  assert.equal(after('+= by', '=== 0', '< 1'), before('+= by'));
  assert.equal(after('+= by', 'value + value', '2 * value'), before('+= by'));
  assert.equal(after('=== 0', '#count = 0;', '#count = 1;'), before('=== 0'));
  assert.equal(after('return sum', 'A function.', 'Doubles.'), before('return sum'));
  assert.equal(
    after('+= by', '    return this.#count;', '    // Now.\n\n    return this.#count;'),
    before('+= by'),
  );
});

test('lines over several members are what they are in together', () => {
  const lines = file.split('\n');
  const whole = hashOfSurroundings(lines, 9, 21);
  assert.notEqual(whole, hashOfSurroundings(lines, 9, 9));
});
