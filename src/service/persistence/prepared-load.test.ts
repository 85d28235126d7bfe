import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkAlways } from '../../../test/support/random.js';
import { keys, show } from '../../../test/support/stored-things.js';
import type { Json } from '../json.js';

const number = fc.integer({ min: -2, max: 3 });
const word = fc.constantFrom('s', 'x', 'word');
const part = fc.record({ a: number, b: word }, { requiredKeys: [] });
const reference = fc.constantFrom(null, ...[...keys, 'nobody'].map((key) => ({ '@ref': key })));
const element = fc.oneof(
  part,
  part.map((each) => ({ ...each, '@op': 'new' })),
  fc.constant({ '@op': 'removed' }),
);
const entry = fc.record(
  {
    '@source': fc.constantFrom(...keys, ...keys, ...keys, 'nobody', 't0.part'),
    '@type': fc.constant('Thing'),
    n: fc.oneof(number, fc.constant('no number')),
    s: word,
    place: fc.record({ x: number, z: number }, { requiredKeys: [] }),
    part,
    parts: fc.array(element, { maxLength: 3 }),
    names: fc.array(fc.oneof(word, fc.constant(null)), { maxLength: 3 }),
    other: reference,
    unknown: number,
  },
  { requiredKeys: ['@source'] },
);
const written = fc.oneof(
  fc.tuple(fc.constant('n'), number),
  fc.tuple(fc.constant('part/a'), number),
  fc.tuple(fc.constant('place/y'), number),
  fc.tuple(fc.constant('parts'), fc.array(part, { maxLength: 3 })),
  fc.tuple(fc.constant('names'), fc.array(word, { maxLength: 3 })),
  fc.tuple(fc.constant('other'), reference),
);
const edit = fc.oneof(
  fc.record({
    what: fc.constant('put' as const),
    key: fc.constantFrom(...keys),
    written,
    by: fc.constantFrom('user' as const, 'user' as const, 'host' as const),
  }),
  fc.record({
    what: fc.constant('reset' as const),
    key: fc.constantFrom(...keys),
    path: fc.constantFrom('n', 'part', 'parts', 'names', 'other'),
  }),
  fc.record({ what: fc.constant('markClean' as const), key: fc.constantFrom(...keys) }),
);
const comeOrGo = fc.record({
  what: fc.constant('comeOrGo' as const),
  key: fc.constantFrom('t0', 't1'),
  isSame: fc.boolean(),
});
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;
type Change = Edit | (typeof comeOrGo extends fc.Arbitrary<infer T> ? T : never);

const stepOf = (change: fc.Arbitrary<Change>) =>
  fc.oneof(
    { weight: 2, arbitrary: change },
    fc.record({ what: fc.constant('save' as const) }),
    fc.record({
      what: fc.constant('load' as const),
      objects: fc.array(entry, { maxLength: 5 }),
      // Saves and loads go one after the other.
      between: fc.array(change, { maxLength: 4 }),
      meanwhile: fc.array(change, { maxLength: 2 }),
    }),
  );

/** In a frame of its own: who shows what was set in it is asked at its end, and not once other objects are there. */
function act(on: ReturnType<typeof show>, each: Change): void {
  if (each.what === 'put') on.put(each.key, each.written[0], each.written[1] as Json, each.by);
  else if (each.what === 'reset') on.reset(each.key, each.path, 'reset');
  else if (each.what === 'comeOrGo') on.comeOrGo(each.key, each.isSame);
  else on.markClean(each.key);
  on.endFrame();
}

const formatOf = { format: 'jp.lilium.remotecontrol.live', formatVersion: 1 };

function checkPrepared(change: fc.Arbitrary<Change>): void {
  const property = fc.property(fc.array(stepOf(change), { maxLength: 8 }), (steps) => {
    const [one, other] = [show(), show()];
    for (const each of steps) {
      if (each.what === 'load') {
        const text = JSON.stringify({ ...formatOf, objects: each.objects });
        const unready = other.prepared(text).again();
        const edits = [...each.between];
        const doOnBoth = (edit: Change | undefined) => {
          if (edit !== undefined) for (const on of [one, other]) act(on, edit);
        };
        const ready = one.prepared(text, () => doOnBoth(edits.shift()));
        for (const edit of [...edits, ...each.meanwhile]) doOnBoth(edit);
        one.open(ready);
        other.open(unready);
      } else
        for (const on of [one, other]) {
          if (each.what === 'save') on.save();
          else act(on, each);
        }
      assert.deepEqual(one.seen(), other.seen());
    }
  });
  checkAlways(property, { numRuns: 300, seed: 7 });
}

test('a load that was prepared does what one does that was not', () => checkPrepared(edit));

test('and also where objects come and go while it is prepared', () =>
  checkPrepared(fc.oneof({ weight: 3, arbitrary: edit }, comeOrGo)));
