import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Json } from '../json.js';
import { ApiError } from './errors.js';
import { parseBody, parseInSlices, textOf } from './json-body.js';

type Outcome = { readonly value: Json | undefined } | { readonly refused: string };

function outcomeOf(parse: () => Json | undefined): Outcome {
  try {
    return { value: parse() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { refused: `${error.code}: ${error.message}` };
  }
}

const whole = (text: string) => outcomeOf(() => parseBody(Buffer.from(text)));

/** Pieces of so many characters, at least. */
function inSlices(text: string, characters: number): { outcome: Outcome; slices: number } {
  let slices = 1;
  const outcome = outcomeOf(() => {
    const work = parseInSlices(textOf(Buffer.from(text)), characters);
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
      slices++;
    }
  });
  return { outcome, slices };
}

/** What the parser quotes of a text is cut elsewhere when it has seen less of it. */
const withoutQuote = (outcome: Outcome) =>
  'refused' in outcome ? outcome.refused.replace(/, (\.\.\.)?".*(?= is not valid JSON)/s, '') : outcome;

function sameAsWhole(text: string): void {
  // No body at all is none.
  if (text === '') return;
  const expected = withoutQuote(whole(text));
  for (const characters of [1, 2, 3, 5, 8, 13, 40]) {
    assert.deepEqual(withoutQuote(inSlices(text, characters).outcome), expected, `${characters}: ${text}`);
  }
}

const atoms = [
  '1',
  '-0',
  '0.5e3',
  '""',
  '"a,]}"',
  '"\\\\\\""',
  'true',
  'null',
  '12345678901234567890',
  '{}',
  '[]',
];
const names = ['a', 'b', '7', '', '__proto__', 'constructor', '\\u0061', 'c,d', '\\"'];
const noise = [
  ',',
  ':',
  '[',
  ']',
  '{',
  '}',
  '"',
  '\\',
  '0',
  '-',
  ' ',
  '\u00a0',
  '\ufeff',
  'x',
  '1',
  '""',
  '.5',
  '\n',
];

describe('a JSON text in slices', () => {
  it('is read and refused as the whole is', () => {
    for (const text of [
      '[1,2,3,4]',
      ' [ 1 , [ ] , { } , "x" ] ',
      '{"value":[{"a":1},{"b":[1,2,[3,{"c":4}]]},5],"other":{"x":{"y":[1,2]}}}',
      '{"b":1,"2":[1,2],"a":{"1":3,"0":4},"__proto__":[5,6],"__proto_":7}',
      '[12345678901234567890,[1,-12345678901234567890],{"a":1e400,"7":98765432109876543}]',
      '{"\\u0061":1,"b":[{"\\u0078":[1,2]},2],"c":"\\u0061,"}',
      '[[[[[1,2],3],4],5],6]',
      '{"a":1,"b":2,"a":3}',
      '{"a":[1,2],"b":{"x":1,"y":[0,0],"x":2},"c":3}',
      '{"":[1,2],"x":{"":[3,4]},"":5}',
      '[1,2,]',
      '[1,,2]',
      '[,1]',
      '[ ,[1,2]]',
      '[1[1,2]]',
      '[-[1,2],3]',
      '[[1,2][3,4]]',
      '[[1,2],3}',
      '{"a":{"b":1,"c":2]}',
      '{"a" [1,2]}',
      '{[1,2]}',
      '{"a":[1,2],}',
      '{"a":[1,2]"b":3}',
      '{"a":1"b":[1,2]}',
      '1[1,2]',
      '[1,2]3',
      '[1,2].5',
      '[1,2] ,',
      '[1,2]]',
      ']1,2[',
      '[1,[2,3]\u00a0,4]',
      '[1,2,"abc',
      '[1,2,"abc]',
      '[[1,2],{"a":1,"b":[3,4',
      '{"a":1,"b"}',
      '[1,tru,e]',
      '[1,\u0001,2]',
      `[1,${'9'.repeat(2000)},2]`,
      `[1,${'9'.repeat(2000)},2`,
      ' ',
      '"text, alone"',
    ]) {
      sameAsWhole(text);
    }
  });

  it('so it is for random texts, whole and spoilt', () => {
    let seed = 15;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const one = <T>(of: readonly T[]) => of[random(of.length)]!;
    const blanks = () => one(['', '', '', ' ', '\n', ' \t\r ']);
    const value = (depth: number): string => {
      if (depth === 0 || random(3) === 0) return blanks() + one(atoms) + blanks();
      const items = Array.from({ length: random(5) }, () => value(depth - 1));
      if (random(2) === 0) return `${blanks()}[${items.join()}]${blanks()}`;
      return `{${items.map((item) => `${blanks()}"${one(names)}"${blanks()}:${item}`).join()}}`;
    };
    for (let i = 0; i < 1500; i++) {
      const text = value(4);
      sameAsWhole(text);
      const at = random(text.length + 1);
      sameAsWhole(text.slice(0, at) + one(noise) + text.slice(at + random(2)));
      sameAsWhole(text.slice(0, at));
    }
  });

  it('is cut wherever it is long, and no more often', () => {
    const list = (item: string, times: number) => `[${Array(times).fill(item).join()}]`;
    for (const text of [
      `{"value":${list('1', 5000)}}`,
      `{"value":${list('{"a":[1,2],"b":{}}', 600)}}`,
      `{"value":{${Array.from({ length: 1000 }, (_, i) => `"m${i}":${i}`).join()}}}`,
      `{"requests":${list(`{"body":{"value":${list('[]', 30)}}}`, 100)}}`,
    ]) {
      const { slices, outcome } = inSlices(text, 1000);
      assert.deepEqual(outcome, whole(text));
      assert.ok(
        slices >= text.length / 1100 && slices <= text.length / 1000 + 2,
        `${slices} of ${text.length}`,
      );
    }
  });
});
