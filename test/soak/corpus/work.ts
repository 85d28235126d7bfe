import type { AbuseCase } from '../abuse/abuse-case.js';
import { requestBytes } from '../abuse/bytes.js';

const put = (path: string, body: string) =>
  requestBytes({ method: 'PUT', target: `/exposed/object/lamp-1/${path}`, body });
const members = (text: string) =>
  requestBytes({ method: 'PUT', target: '/exposed/object/lamp-1', body: `{"value":{${text}}}` });
const batch = (requests: unknown) =>
  requestBytes({ method: 'POST', target: '/exposed/batch', body: JSON.stringify({ requests }) });
const dotted = 'lens.'.repeat(8000);
const ones = (count: number) => '1'.repeat(count);
const [kilo, mega] = [1000, 1_000_000];

/** Milliseconds in which a slow processor handles a megabyte. */
const msPerMegabyte = 1000;

/**
 * Requests that could be more expensive than their size (LIM-5): each must be answered within proportional
 * processor time.
 */
export function work(): readonly AbuseCase[] {
  const one = (
    name: string,
    bytes: Buffer,
    statuses: readonly number[],
    method = 'PUT',
    count = 1,
  ): AbuseCase => ({
    name: `work/${name}`,
    pieces: [bytes],
    manner: 'reads',
    expects: 'answers',
    methods: Array<string>(count).fill(method),
    mayCostMs: 2500 + (bytes.length / mega) * msPerMegabyte,
    statuses,
  });
  return [
    ...[100 * kilo, 8 * mega].map((size) =>
      one(
        `a number of ${size} digits that ends in a letter`,
        put('level', `{"value":"${ones(size)}x"}`),
        [400],
      ),
    ),
    ...['', '-', '0.', '1e'].map((start) =>
      one(
        `a number of 2,000,000 digits after "${start}"`,
        put('ticket', `{"value":${start}${ones(2 * mega)}}`),
        [400],
      ),
    ),
    one('a text of 2,000,000 digits', put('ticket', `{"value":"${ones(2 * mega)}"}`), [400]),
    one('blanks', put('level', `{"value":"${' '.repeat(2 * mega)}x"}`), [400]),
    one('a number without end', put('level', '{"value":1e400}'), [200, 400]),
    one('a list of commas as flags', put('layers', `{"value":"${'Floor,'.repeat(200 * kilo)}"}`), [200, 400]),
    one(
      'a dotted path of 40 kB',
      batch([{ id: 1, method: 'GET', path: `/exposed/object/lamp-1/${dotted}x` }]),
      [200],
      'POST',
    ),
    one(
      'forty dotted paths of 40 kB',
      batch(
        Array.from({ length: 40 }, (_, id) => ({
          id,
          method: 'GET',
          path: `/exposed/object/lamp-1/${dotted}${id}`,
        })),
      ),
      [200],
      'POST',
    ),
    one(
      'forty paths of brackets of 40 kB',
      batch(
        Array.from({ length: 40 }, (_, id) => ({
          id,
          method: 'GET',
          path: `/exposed/object/lamp-1/a${'[0]'.repeat(13_000)}${id}`,
        })),
      ),
      [200],
      'POST',
    ),
    one(
      'forty references of 40 kB',
      batch(
        Array.from({ length: 40 }, (_, id) => ({
          id,
          method: 'PUT',
          path: '/exposed/object/lamp-1/friend',
          body: { value: { '@ref': dotted } },
        })),
      ),
      [200],
      'POST',
    ),
    one(
      'a text of 4 MB beside a long integer',
      members(`"ticket":9007199254740993,"text":"${'a'.repeat(4 * mega)}"`),
      [200],
    ),
    one('a text of escapes', put('text', `{"value":"${'\\u0041'.repeat(500 * kilo)}"}`), [200]),
    one('deep nesting', put('numbers', `{"value":${'['.repeat(mega)}${']'.repeat(mega)}}`), [400]),
    one('nesting of 513', put('numbers', `{"value":${'['.repeat(513)}${']'.repeat(513)}}`), [400]),
    one('one name 100,000 times', members(`${'"level":1,'.repeat(100 * kilo)}"on":true`), [400]),
    one(
      'many names',
      put('color', `{"value":{${Array.from({ length: 100 * kilo }, (_, i) => `"n${i}":1`).join(',')}}}`),
      [200, 400],
    ),
    one(
      '10,001 items of a batch',
      batch(Array(10_001).fill({ method: 'GET', path: '/exposed/object/lamp-1/on' })),
      [400, 413],
      'POST',
    ),
    one(
      '100,000 arguments',
      requestBytes({
        method: 'POST',
        target: '/exposed/function/Desk/Sum',
        body: `{"args":[1${',1'.repeat(100 * kilo)}]}`,
      }),
      [200, 400],
      'POST',
    ),
    one(
      'the description, twenty times',
      Buffer.concat(Array(20).fill(requestBytes({ method: 'GET', target: '/openapi.json' }))),
      [200],
      'GET',
      20,
    ),
    one(
      'a type of 8 kB',
      requestBytes({ method: 'GET', target: `/exposed/types?type=${'x'.repeat(2000)}` }),
      [200, 400],
      'GET',
    ),
  ];
}
