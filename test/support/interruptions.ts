import fc from 'fast-check';
import type { Json } from '../../src/service/common/json.js';
import { keys, type Stage } from './stored-things.js';

// Changes between the slices of an incremental preset, reset or save.

export const number = fc.integer({ min: -2, max: 3 });
export const part = fc.record({ a: number, b: fc.constantFrom('s', 'x') }, { requiredKeys: [] });
export const reference = fc.constantFrom(null, ...keys.map((key) => ({ '@ref': key })));
export const parts = fc.array(part, { maxLength: 5 });
export const boxes = fc.array(fc.record({ n: number, parts, aim: reference }, { requiredKeys: [] }), {
  maxLength: 4,
});
const index = fc.nat(3);
const put = fc.oneof(
  fc.tuple(fc.constant('n'), number),
  fc.tuple(fc.constant('boxes'), boxes),
  fc.tuple(fc.constant('parts'), parts),
  fc.tuple(fc.constant('names'), fc.array(fc.constantFrom('x', 'y', null), { maxLength: 5 })),
  fc.tuple(
    index.map((i) => `boxes/${i}/n`),
    number,
  ),
  fc.tuple(
    index.map((i) => `boxes/${i}/aim`),
    reference,
  ),
  fc.tuple(
    index.map((i) => `parts/${i}/a`),
    number,
  ),
);
const change = fc.oneof(
  { weight: 4, arbitrary: fc.record({ key: fc.constantFrom('t0', 't1'), put }) },
  fc.record({ toggle: fc.constantFrom('t2', 't3'), isSame: fc.boolean() }),
);
export type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

export function act(on: Stage, each: Change): void {
  if ('put' in each) on.put(each.key, each.put[0], each.put[1] as Json, 'user');
  else on.toggle(each.toggle, each.isSame);
  on.endFrame();
}

/** The change after each slice; usually none. */
export const between = fc.array(fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, change), {
  minLength: 10,
  maxLength: 80,
});
export const some = fc.array(change, { minLength: 2, maxLength: 6 });

/** Runs slices to their end and counts slices and changes between them. */
export function runs<T>(
  slices: Generator<void, T>,
  changes: readonly (Change | undefined)[],
  stages: Stage[],
) {
  let count = 0;
  let interrupted = 0;
  for (let next = slices.next(); ; next = slices.next()) {
    if (next.done) return { value: next.value, count, interrupted };
    const now = changes[count++];
    if (now === undefined) continue;
    interrupted++;
    for (const stage of stages) act(stage, now);
  }
}
