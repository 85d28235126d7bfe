import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { checkAlways } from '../../test/support/random.js';
import { createModel } from '../../test/support/stored-model.js';
import { exposedClass, exposedField } from './classes/decorators.js';
import { MemberRef } from './objects/member-ref.js';
import { createPlainHost } from './plain/plain-host.js';

@exposedClass()
class Leaf {
  @exposedField() accessor note = '';
}

@exposedClass()
class Knot {
  @exposedField() accessor value = 0;
  @exposedField({ type: 'Knot', nullable: true }) accessor next: Knot | null = null;
  @exposedField({ type: 'Knot', nullable: true }) accessor prev: Knot | null = null;
  @exposedField({ type: 'Knot[]' }) accessor links: Knot[] = [];
  @exposedField() accessor leaf = new Leaf();
}

@exposedClass()
class Holder {
  @exposedField({ type: 'Knot', nullable: true }) accessor head: Knot | null = null;
  @exposedField({ type: 'Knot[]' }) accessor knots: Knot[] = [];
}

const host = createPlainHost({ name: 'graphs', log: () => {} });
after(() => host.stop());

function setUp(fill: (holder: Holder) => void) {
  const model = createModel(host, { isActive: true });
  const holder = new Holder();
  fill(holder);
  const handle = model.objects.register(holder);
  const ref = (name: 'head' | 'knots') => new MemberRef(handle, handle.class.member(name)!);
  const captured = (name: 'head' | 'knots') => model.defaults.of(handle)![handle.class.member(name)!.index];
  return {
    model,
    holder,
    handle,
    ref,
    text: (name: 'head' | 'knots') => ref(name).type.write(ref(name).get(), Number.POSITIVE_INFINITY),
    changed: (name: 'head' | 'knots') => model.defaults.isChanged(ref(name), ref(name).get()),
    delta: (name: 'head' | 'knots') => ref(name).type.delta(ref(name).get(), captured(name)),
    reset: (name: 'head' | 'knots') => model.writer.reset(ref(name), model.defaults.of(handle), 'remote'),
  };
}

function chain(length: number, back = false): Knot[] {
  const knots = Array.from({ length }, () => new Knot());
  for (const [i, knot] of knots.entries()) {
    knot.next = knots[i + 1] ?? null;
    if (back) knot.prev = knots[i - 1] ?? null;
  }
  return knots;
}

const count = (text: string, part: string) => text.split(part).length - 1;

describe('graphs of inline objects', () => {
  for (const isDouble of [false, true]) {
    it(`reads, compares and resets a ${isDouble ? 'doubly ' : ''}linked list of 12,000 without a stack overflow`, () => {
      const knots = chain(12_000, isDouble);
      const last = knots.at(-1)!;
      const { text, changed, delta, reset } = setUp((holder) => {
        holder.head = knots[0]!;
      });
      // The last object has its members, so no depth limit applied.
      assert.equal(count(text('head'), '"value":0'), 12_000);
      assert.equal(count(text('head'), '"@truncated"'), isDouble ? 11_999 : 0);
      assert.equal(changed('head'), false);
      assert.equal(delta('head'), undefined);
      last.value = 5;
      assert.equal(changed('head'), true);
      reset('head');
      assert.equal(last.value, 0);
      assert.equal(changed('head'), false);
    });
  }

  it('captures, compares, writes and resets an array that contains its own object twice', () => {
    const self = new Knot();
    self.links = [self, self];
    const { model, text, ref, changed, delta, reset } = setUp((holder) => {
      holder.knots = [self, self];
    });
    const stub = '{"@type":"Knot","@truncated":true}';
    assert.equal(count(text('knots'), stub), 4);
    model.writer.write(ref('knots'), [{ value: 1 }], 'remote');
    assert.equal(changed('knots'), true);
    assert.deepEqual(delta('knots'), [{ value: 1, links: [{}, {}] }, { '@op': 'removed' }]);
    reset('knots');
    assert.equal(changed('knots'), false);
    assert.equal(self.value, 0);
  });

  it('restores a diamond as one object; a lost sharing is not a difference', () => {
    const shared = new Knot();
    const top = Object.assign(new Knot(), { next: shared, prev: shared });
    const { holder, changed, reset } = setUp((each) => {
      each.head = top;
    });
    top.prev = Object.assign(new Knot(), { value: 0 });
    assert.equal(changed('head'), false);
    top.prev.value = 2;
    assert.equal(changed('head'), true);
    reset('head');
    assert.equal(holder.head!.next, holder.head!.prev);
    assert.equal(changed('head'), false);
  });

  it('keeps two defaults apart if the current array contains one object twice', () => {
    const [a, b] = [Object.assign(new Knot(), { value: 1 }), Object.assign(new Knot(), { value: 2 })];
    const { holder, reset } = setUp((each) => {
      each.knots = [a, b];
    });
    holder.knots = [a, a];
    reset('knots');
    assert.deepEqual(
      holder.knots.map(({ value }) => value),
      [1, 2],
    );
  });

  it('DEP-13: shows an object of exactly the limit, and not a larger one', () => {
    const { model, holder, ref } = setUp(() => {});
    // One value for the array and seven for each knot.
    const size = 7;
    holder.knots = Array.from({ length: Math.floor(999_999 / size) }, () => new Knot());
    JSON.parse(model.texts.property(ref('knots'), true));
    holder.knots.push(new Knot());
    assert.throws(() => model.texts.property(ref('knots'), true), /more than 1000000/);
    assert.doesNotThrow(() => model.texts.property(ref('knots')));
  });

  it('random graphs: text, changed, delta and reset agree with a naive model', () => {
    const graph = fc.record({
      size: fc.integer({ min: 1, max: 5 }),
      edges: fc.array(fc.tuple(fc.nat(4), fc.constantFrom('next', 'prev', 'links' as const), fc.nat(4)), {
        maxLength: 9,
      }),
    });
    const edits = fc.array(fc.tuple(fc.nat(4), fc.integer({ min: 0, max: 2 })), { maxLength: 3 });
    checkAlways(
      fc.property(graph, edits, ({ size, edges }, changes) => {
        const knots = Array.from({ length: size }, (_, i) => Object.assign(new Knot(), { value: i % 3 }));
        for (const [from, member, to] of edges) {
          const [a, b] = [knots[from % size]!, knots[to % size]!];
          if (member === 'links') a.links = [...a.links, b];
          else a[member] = b;
        }
        const { text, changed, delta, reset } = setUp((holder) => {
          holder.head = knots[0]!;
        });
        const before = naiveText(knots[0]!, []);
        assert.equal(text('head'), before);
        for (const [index, value] of changes) knots[index % size]!.value = value;
        const now = naiveText(knots[0]!, []);
        assert.equal(text('head'), now);
        assert.equal(changed('head'), now !== before);
        assert.equal(delta('head') !== undefined, now !== before);
        reset('head');
        assert.equal(text('head'), before);
      }),
      { numRuns: 500, seed: 20261121 },
    );
  });
});

describe('an object registered after the object that contains it', () => {
  function late() {
    const [first, second] = [new Knot(), new Knot()];
    const at = setUp((holder) => {
      holder.head = first;
      first.next = second;
      first.prev = second;
      holder.knots = [second, new Knot()];
    });
    at.model.objects.register(second, { sourceKey: 'second' });
    return { ...at, first, second };
  }

  it('is not a change, because the object is the same', () => {
    const { changed, delta, second, first } = late();
    second.value = 5;
    assert.deepEqual([changed('head'), changed('knots')], [false, false]);
    assert.deepEqual([delta('head'), delta('knots')], [undefined, undefined]);
    first.prev = null;
    assert.equal(changed('head'), true);
  });

  it('is referred to after a reset as before, and keeps its values', () => {
    const { holder, changed, reset, second, first } = late();
    second.value = 5;
    first.value = 1;
    first.prev = null;
    reset('head');
    assert.deepEqual([first.value, second.value], [0, 5]);
    assert.equal(first.next, second);
    assert.equal(first.prev, second);
    holder.knots = [];
    reset('knots');
    assert.equal(holder.knots[0], second);
    assert.deepEqual([changed('head'), changed('knots'), holder.knots.length], [false, false, 2]);
  });

  it('is inline again after it is unregistered, and compared with its earlier values', () => {
    const { model, changed, second } = late();
    second.value = 5;
    model.objects.unregister(model.objects.byTarget(second)!);
    assert.equal(changed('head'), true);
    second.value = 0;
    assert.equal(changed('head'), false);
  });
});

/** Wire.md sections 2 and 3 implemented with recursion and copies. */
function naiveText(knot: Knot | null, ancestors: readonly Knot[]): string {
  if (knot === null) return 'null';
  if (ancestors.includes(knot)) return '{"@type":"Knot","@truncated":true}';
  const inner = (each: Knot | null) => naiveText(each, [...ancestors, knot]);
  return (
    `{"@type":"Knot","value":${knot.value},"next":${inner(knot.next)},"prev":${inner(knot.prev)},` +
    `"links":[${knot.links.map(inner).join(',')}],"leaf":{"@type":"Leaf","note":"${knot.leaf.note}"}}`
  );
}
