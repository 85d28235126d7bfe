import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkAlways } from '../../../../test/support/random.js';
import { keys, show } from '../../../../test/support/stored-things.js';
import type { Json } from '../../common/json.js';

const number = fc.integer({ min: -2, max: 3 });
const part = fc.record({ a: number, b: fc.constantFrom('s', 'x') }, { requiredKeys: [] });
const reference = fc.constantFrom(null, ...keys.map((key) => ({ '@ref': key })));
const box = fc.record(
  {
    n: number,
    parts: fc.array(part, { maxLength: 3 }),
    numbers: fc.array(number, { maxLength: 3 }),
    aim: reference,
  },
  { requiredKeys: [] },
);
const boxes = fc.array(box, { maxLength: 5 });
const index = fc.nat(4);
const written = fc.oneof(
  fc.tuple(fc.constant('n'), number),
  fc.tuple(fc.constant('boxes'), boxes),
  fc.tuple(fc.constant('parts'), fc.array(part, { maxLength: 6 })),
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
    index.map((i) => `boxes/${i}/parts`),
    fc.array(part, { maxLength: 3 }),
  ),
  fc.tuple(
    index.map((i) => `parts/${i}/a`),
    number,
  ),
);
const key = fc.constantFrom('t0', 't0', 't1');
const edit = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('put' as const), key, written }) },
  fc.record({
    what: fc.constant('reorder' as const),
    key,
    list: fc.constantFrom('boxes', 'parts'),
    from: index,
    to: index,
  }),
  fc.record({
    what: fc.constant('reset' as const),
    key,
    path: fc.constantFrom('boxes', 'parts', 'boxes/0', 'boxes/1/parts', 'n'),
  }),
  fc.record({ what: fc.constant('markClean' as const), key }),
);
const toggle = fc.record({
  what: fc.constant('toggle' as const),
  key: fc.constantFrom('t2', 't3'),
  isSame: fc.boolean(),
});
const change = fc.oneof({ weight: 5, arbitrary: edit }, toggle);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const some = (maxLength: number) => fc.array(change, { maxLength });
const edits = (maxLength: number) => fc.array(edit, { maxLength });
const save = fc.record({
  /** The changes that follow each step. */
  between: fc.array(edits(1), { minLength: 2, maxLength: 6 }),
  // A save writes objects that appear or disappear now as they were when it read them.
  meanwhile: edits(2),
});

function act(on: ReturnType<typeof show>, each: Change): void {
  if (each.what === 'put') on.put(each.key, each.written[0], each.written[1] as Json, 'user');
  else if (each.what === 'reorder') on.reorder(each.key, each.list, each.from, each.to);
  else if (each.what === 'reset') on.reset(each.key, each.path, 'reset');
  else if (each.what === 'toggle') on.toggle(each.key, each.isSame);
  else on.markClean(each.key);
  on.endFrame();
}

test('an incremental save writes the same as an immediate save at its end', () => {
  let interrupted = 0;
  const property = fc.property(fc.array(fc.tuple(some(4), save), { maxLength: 4 }), (rounds) => {
    const [one, other] = [show(), show()];
    const both = (changes: readonly Change[]) => {
      for (const each of changes) for (const on of [one, other]) act(on, each);
    };
    for (const [before, { between, meanwhile }] of rounds) {
      both(before);
      const left = [...between];
      let isFinal = false;
      one.save(
        () => {
          const now = left.shift() ?? [];
          if (now.length > 0) interrupted++;
          both(now);
        },
        () => {
          isFinal = true;
          other.save();
          both(meanwhile);
        },
      );
      assert.ok(isFinal);
      assert.deepEqual(one.state(), other.state());
    }
  });
  checkAlways(property, { numRuns: 1000 });
  assert.ok(interrupted > 100, `${interrupted} interruptions`);
});

test('a value that was reset before a save and is written during it is in the file', () => {
  for (let writtenAt = 1; ; writtenAt++) {
    const on = show();
    on.reset('t1', 'parts', 'reset');
    on.put('t0', 'boxes/0/n', 1, 'user');
    let steps = 0;
    on.save(() => {
      if (++steps === writtenAt) on.put('t1', 'parts', [], 'user');
    });
    if (steps < writtenAt) {
      assert.ok(writtenAt > 2, `${steps} steps`);
      return;
    }
    const written = /"@source": "t1",\s+"@type": "Thing",\s+"parts": \[/;
    assert.match(on.state().written, written, `at step ${writtenAt}`);
  }
});
