import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkAlways } from '../../../../test/support/random.js';
import { keys, show } from '../../../../test/support/stored-things.js';
import type { Json } from '../../common/json.js';
import { slice } from '../../types/graph/long-lists.js';

const number = fc.integer({ min: -2, max: 3 });
const word = fc.constantFrom('s', 'x', 'word');
const part = fc.record({ a: number, b: word }, { requiredKeys: [] });
const reference = fc.constantFrom(null, ...[...keys, 'nobody'].map((key) => ({ '@ref': key })));
const withOperations = (json: fc.Arbitrary<Record<string, Json>>) =>
  fc.oneof(
    json,
    json.map((each) => ({ ...each, '@op': 'new' })),
    fc.constant({ '@op': 'removed' }),
  );
const parts = fc.array(withOperations(part), { maxLength: 3 });
const box = fc.record(
  { n: number, parts, aim: reference, numbers: fc.array(number, { maxLength: 3 }) },
  { requiredKeys: [] },
);
const entry = fc.record(
  {
    '@source': fc.constantFrom(...keys, ...keys, ...keys, 'nobody', 't0.part'),
    '@type': fc.constant('Thing'),
    n: fc.oneof(number, fc.constant('no number')),
    s: word,
    place: fc.record({ x: number, z: number }, { requiredKeys: [] }),
    part,
    parts,
    box,
    boxes: fc.array(withOperations(box), { maxLength: 3 }),
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
  fc.tuple(fc.constant('boxes'), fc.array(fc.record({ n: number }), { maxLength: 3 })),
  fc.tuple(fc.constantFrom('boxes/0/parts', 'boxes/1/parts', 'box/parts'), fc.array(part, { maxLength: 3 })),
  fc.tuple(fc.constantFrom('boxes/0/aim', 'boxes/1/aim'), reference),
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

const stepOf = (change: fc.Arbitrary<Change>, between: fc.Arbitrary<(Change | null)[]>) =>
  fc.oneof(
    { weight: 2, arbitrary: change },
    fc.record({ what: fc.constant('save' as const) }),
    fc.record({
      what: fc.constant('load' as const),
      objects: fc.array(entry, { maxLength: 5 }),
      // Saves and loads go one after the other.
      between,
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

/** @param between of each step of what is prepared, what happens behind it */
function checkPrepared(
  change: fc.Arbitrary<Change>,
  between: fc.Arbitrary<(Change | null)[]> = fc.array(change, { maxLength: 4 }),
): void {
  const property = fc.property(fc.array(stepOf(change, between), { maxLength: 8 }), (steps) => {
    const [one, other] = [show(), show()];
    for (const each of steps) {
      if (each.what === 'load') {
        const text = JSON.stringify({ ...formatOf, objects: each.objects });
        const unready = other.prepared(text).unboundCopy();
        const edits = [...each.between];
        const doOnBoth = (edit: Change | null | undefined) => {
          if (edit) for (const on of [one, other]) act(on, edit);
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

function inSlicesOf(elements: number, act: () => void): void {
  const usual = slice.elements;
  slice.elements = elements;
  try {
    act();
  } finally {
    slice.elements = usual;
  }
}

const manySteps = (change: fc.Arbitrary<Change>) =>
  fc.array(fc.option(change, { freq: 6 }), { minLength: 5, maxLength: 60 });

test('and also where something happens between any two elements of a list', () =>
  inSlicesOf(1, () => checkPrepared(edit, manySteps(edit))));

test('and where objects come and go there', () => {
  const change = fc.oneof({ weight: 3, arbitrary: edit }, comeOrGo);
  inSlicesOf(1, () => checkPrepared(change, manySteps(change)));
});

test('a step looks at few elements, however many a list has', () =>
  inSlicesOf(20, () => {
    const on = show();
    const load = (what: string, members: object, meanwhile = () => {}) => {
      const objects = [{ '@source': 't0', '@type': 'Thing', ...members }];
      on.reads();
      let [most, steps] = [0, 0];
      const look = () => {
        most = Math.max(most, on.reads());
      };
      const text = JSON.stringify({ ...formatOf, objects });
      const document = on.prepared(text, () => {
        look();
        if (++steps === 20) meanwhile();
      });
      assert.ok(steps > 40, `${what}: ${steps} steps`);
      look();
      assert.ok(most <= 200, `${what}: ${most} members were read in one step`);
      on.open(document);
      const inFrame = on.reads();
      assert.ok(inFrame <= 200, `${what}: ${inFrame} members were read in the frame`);
    };
    const many = (from: number) => Array.from({ length: 2000 }, (_, i) => ({ a: from + i }));
    load('a list of which nothing was there', { parts: many(0) });
    load('the same', { parts: many(0) });
    load('another, over that', { parts: many(7) });
    load('one in an element', { boxes: [{}, { parts: many(1) }] });
    load('one that moves elements', { parts: [{ '@op': 'removed' }, ...many(1)] });
    load('of many references', { boxes: Array.from({ length: 2000 }, () => ({ aim: { '@ref': 't1' } })) });
    on.put('t1', 'parts', many(3), 'user');
    load('beside one that the document does not have', { n: 5 });
    load('one that is written meanwhile', { parts: many(9) }, () => on.put('t0', 'parts/50/a', -1, 'user'));
    load('one beside which something comes', { parts: many(5) }, () => on.comeOrGo('t3', false));
    assert.match(on.seen().text, /"a":2002/);
  }));
