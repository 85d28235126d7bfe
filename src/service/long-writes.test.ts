import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { checkAlways } from '../../test/support/random.js';
import { appendInSlices, writeInSlices, writeMembersInSlices } from './access/long-writes.js';
import type { ClassDefinition, MemberDefinition } from './classes/definition.js';
import { ExposedError } from './exposed-error.js';
import type { Json } from './json.js';
import { ExposedModel } from './model.js';
import type { PropertyRef } from './objects/property-ref.js';
import { createPlainHost } from './plain/plain-host.js';

class Glass {
  tint = 1;
  place = { x: 1, y: 2, z: 3 };
}

class Entry {
  name = 'a';
  weight = 0;
  serial = 'S';
  glass = new Glass();
  spare: Glass | null = null;
  parts: Entry[] = [];
}

class Heavy extends Entry {
  load = 3;
}

class Desk {
  entries: Entry[] = [];
  numbers: number[] = [1, 2, 3];
  places = [{ x: 1, y: 2, z: 3 }];
  head = new Entry();
  spare: Entry | null = null;
}

const members = ['entries', 'numbers', 'places', 'head', 'spare'];

/** Of storage that is the service's own alone, or may be written by anybody. */
function classes(observed: boolean): readonly ClassDefinition[] {
  const member = (name: string, type: string, more: Partial<MemberDefinition> = {}): MemberDefinition => ({
    name,
    type,
    kind: 'field',
    observed,
    backing: 'field',
    get: (target) => (target as Record<string, unknown>)[name],
    set: (target, value) => {
      (target as Record<string, unknown>)[name] = value;
    },
    ...more,
  });
  const glass = [member('tint', 'Single'), member('place', 'Vector3')];
  const entry = [
    member('name', 'String', { isKey: true }),
    member('weight', 'Single'),
    member('serial', 'String', { readOnly: true }),
    member('glass', 'Glass'),
    member('spare', 'Glass', { nullable: true }),
    member('parts', 'Entry[]'),
  ];
  const desk = [
    member('entries', 'Entry[]'),
    member('numbers', 'Int32[]'),
    member('places', 'Vector3[]', { nullable: true }),
    member('head', 'Entry'),
    member('spare', 'Entry', { nullable: true }),
  ];
  const functions = [] as const;
  return [
    {
      name: 'Glass',
      kind: 'struct',
      members: glass,
      functions,
      constructorFunction: Glass,
      create: () => new Glass(),
    },
    {
      name: 'Entry',
      kind: 'class',
      members: entry,
      functions,
      constructorFunction: Entry,
      create: () => new Entry(),
    },
    {
      name: 'Heavy',
      kind: 'class',
      base: 'Entry',
      members: [member('load', 'Int32')],
      functions,
      constructorFunction: Heavy,
      create: () => new Heavy(),
    },
    { name: 'Desk', kind: 'class', members: desk, functions, constructorFunction: Desk },
  ];
}

const host = createPlainHost({ name: 'test', log: () => {} });
after(() => host.stop());

function setUp(observed: boolean, active: boolean) {
  const changes: string[] = [];
  const model = new ExposedModel(host, { find: () => undefined }, (key) => key, {
    active,
    changed: (ref: PropertyRef) => void changes.push(ref.path),
    reparented: () => {},
  });
  for (const each of classes(observed)) model.classes.define(each);
  const handle = model.objects.register(new Desk(), { sourceKey: 'desk' });
  const at = (path: string) => model.resolver.property(handle, path);
  const text = (path: string) => model.texts.property(at(path)).replace(/"id":"\d+"/, '"id":""');
  return { model, at, text, changes, desk: handle };
}

type Stage = ReturnType<typeof setUp>;

/** What a write throws, which is no fault; undefined when it is done. */
function refusal(write: () => void): string | undefined {
  try {
    write();
    return undefined;
  } catch (error) {
    if (error instanceof ExposedError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

function toTheEnd<T>(work: Generator<void, T>, look: () => void): T {
  for (;;) {
    const { done, value } = work.next();
    look();
    if (done) return value;
  }
}

/** Of the object as a whole, or of one of its places. */
const whole = '';

interface Body {
  readonly path: string;
  readonly json: Json;
  /** It is appended to the array there. */
  readonly isElement?: boolean;
}

function writeAtOnce({ model, at, desk }: Stage, { path, json, isElement }: Body): void {
  if (isElement) model.writer.append(at(path), json, 'remote');
  else if (path === whole) model.writer.writeMembers(desk, json, 'remote');
  else model.writer.write(at(path), json, 'remote');
}

/**
 * The write in slices, with another one after so many of them, before it is set at the latest.
 * @returns in how many it was done
 */
function inSlices(
  { model, at, desk }: Stage,
  { path, json, isElement }: Body,
  otherAt: number,
  other: () => void,
): number {
  let slices = 0;
  let finds = 0;
  const look = () => {
    if (slices++ === otherAt) other();
  };
  const found = <T>(place: T): T => {
    if (++finds === 2 && slices <= otherAt) {
      slices = otherAt;
      look();
    }
    return place;
  };
  const find = () => found(at(path));
  const writing: Generator<void, unknown> = isElement
    ? appendInSlices(model, find, json)
    : path === whole
      ? writeMembersInSlices(model, () => found(desk), json)
      : writeInSlices(model, find, json);
  toTheEnd(writing, look);
  return slices;
}

const glass = fc.record({ tint: fc.integer({ max: 9 }), place: fc.constant({ y: 5 }) }, { requiredKeys: [] });
const likely = fc.record(
  {
    name: fc.constantFrom('a', 'b'),
    weight: fc.integer({ max: 9 }),
    glass,
    spare: fc.oneof(glass, fc.constant(null)),
  },
  { requiredKeys: [] },
);
const seldom = fc.constantFrom<Json>(
  { '@type': 'Heavy', load: 4 },
  { parts: [{}, { name: 'p' }, { '@type': 'Heavy' }] },
  { serial: 'S' },
  { other: 1 },
);
const wrong = fc.constantFrom<Json>(
  { serial: 'T' },
  { '@truncated': true },
  { '@ref': 'desk' },
  { glass: { tint: 'none' } },
  null,
  5,
  { '@type': 'Desk' },
);
const entry = fc.oneof(
  { arbitrary: likely, weight: 40 },
  { arbitrary: seldom, weight: 8 },
  { arbitrary: wrong, weight: 1 },
) as fc.Arbitrary<Json>;

const long = (item: fc.Arbitrary<Json>) =>
  fc
    .tuple(fc.array(item, { minLength: 1, maxLength: 4 }), fc.integer({ min: 0, max: 400 }), fc.option(item))
    .map(([items, count, last]) => [
      ...Array.from({ length: count }, (_, i) => items[i % items.length]!),
      ...(last === null ? [] : [last]),
    ]);

const withParts = fc.record(
  {
    name: fc.constantFrom('a', 'b'),
    parts: long(entry),
    serial: fc.constant('S'),
    glass,
    '@type': fc.constantFrom('Entry', 'Heavy'),
  },
  { requiredKeys: ['parts'] },
) as fc.Arbitrary<Json>;

const body: fc.Arbitrary<Body> = fc.oneof(
  { arbitrary: fc.record({ path: fc.constant('entries'), json: long(entry) }), weight: 4 },
  { arbitrary: fc.record({ path: fc.constantFrom('head', 'spare'), json: withParts }), weight: 4 },
  {
    arbitrary: fc.record({
      path: fc.constant(whole),
      json: fc.record(
        {
          entries: long(entry),
          head: withParts,
          spare: fc.oneof(withParts, fc.constant(null)),
          numbers: long(fc.integer({ max: 99 })),
          places: fc.constantFrom<Json>(null, [{ x: 7 }], 5),
          other: fc.constant(1),
        },
        { requiredKeys: [] },
      ) as fc.Arbitrary<Json>,
    }),
    weight: 4,
  },
  fc.record({ path: fc.constant('entries'), json: fc.array(withParts, { minLength: 1, maxLength: 3 }) }),
  {
    arbitrary: fc.record({
      path: fc.constantFrom('entries', 'head/parts'),
      json: fc.oneof({ arbitrary: withParts, weight: 5 }, { arbitrary: entry, weight: 1 }),
      isElement: fc.constant(true),
    }),
    weight: 4,
  },
  fc.record({
    path: fc.constant('numbers'),
    json: long(fc.oneof({ arbitrary: fc.integer({ max: 99 }), weight: 30 }, fc.constant<Json>('x'))),
  }),
  fc.record({
    path: fc.constant('places'),
    json: long(fc.constantFrom<Json>({ x: 7 }, { y: 1, z: 2 }, { x: 5, y: 6, z: 7 })),
  }),
);

const otherWrites = fc.oneof(
  fc.constant(undefined),
  fc.record({
    path: fc.constantFrom('entries', 'numbers', 'places'),
    json: fc.constantFrom<Json>([], [{}], [{ name: 'z' }, {}], [4], [1, 2, 3], null),
  }),
  { arbitrary: fc.constant({ path: 'entries', json: [{ name: 'z', weight: 77 }, {}] as Json }), weight: 4 },
  fc.record({
    path: fc.constantFrom('head', 'spare', 'head/parts'),
    json: fc.constantFrom<Json>({ weight: 66 }, { parts: [{}] }, { '@type': 'Heavy' }, null, []),
  }),
);

test('a long list in slices is written as at once, whatever is written meanwhile', () => {
  checkAlways(
    fc.property(
      body,
      otherWrites,
      fc.nat(3),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      (given, other, otherAt, observed, active, isFilled) => {
        const [atOnce, sliced] = [setUp(observed, active), setUp(observed, active)];
        const all = [atOnce, sliced];
        if (isFilled)
          for (const { model, at } of all) {
            model.writer.write(at('entries'), [{ name: 'old' }, {}], 'remote');
            model.writer.write(at('spare'), { name: 'old', parts: [{}, {}] }, 'remote');
          }
        const writeOther = ({ model, at }: Stage) =>
          other && void refusal(() => model.writer.write(at(other.path), other.json, 'remote'));
        let hasOther = false;
        const actual = refusal(() => {
          inSlices(sliced, given, otherAt, () => {
            hasOther = true;
            writeOther(sliced);
          });
        });
        if (hasOther) writeOther(atOnce);
        const expected = refusal(() => writeAtOnce(atOnce, given));
        assert.equal(actual, expected);
        // Refused before the other one came.
        if (!hasOther) for (const each of all) writeOther(each);
        for (const each of members) {
          assert.equal(sliced.text(each), atOnce.text(each));
          sliced.model.texts.kept.forgetAll(sliced.at(each).handle);
          assert.equal(sliced.text(each), atOnce.text(each));
        }
        if (actual === undefined) assert.deepEqual(new Set(sliced.changes), new Set(atOnce.changes));
      },
    ),
    { seed: 15, numRuns: 600 },
  );
});

test('a long list takes several slices', () => {
  const stage = setUp(true, true);
  const json = Array.from({ length: 2000 }, (_, i) => ({ name: `n${i}`, weight: i }));
  assert.ok(inSlices(stage, { path: 'entries', json }, -1, () => {}) > 10);
  assert.equal(JSON.parse(stage.text('entries')).value.length, 2000);
  assert.deepEqual(stage.changes, ['entries']);
  assert.ok(inSlices(stage, { path: 'entries', json }, -1, () => {}) > 10);
});

test('a list in an object takes several slices', () => {
  const stage = setUp(true, true);
  const parts = Array.from({ length: 2000 }, (_, i) => ({ name: `n${i}`, weight: i }));
  for (const path of ['head', 'spare']) {
    assert.ok(inSlices(stage, { path, json: { parts } }, -1, () => {}) > 10);
    assert.equal(JSON.parse(stage.text(path)).value.parts.length, 2000);
  }
  assert.deepEqual(stage.changes, ['head', 'spare']);
});

test('what has a list is appended in several slices, also where another one was meanwhile', () => {
  const stage = setUp(true, true);
  const parts = Array.from({ length: 2000 }, (_, i) => ({ name: `n${i}`, weight: i }));
  const given = { path: 'entries', json: { name: 'long', parts }, isElement: true };
  assert.ok(inSlices(stage, given, -1, () => {}) > 10);
  const { at, model } = stage;
  assert.ok(
    inSlices(stage, given, 5, () => model.writer.append(at('entries'), { name: 'z' }, 'remote')) > 10,
  );
  const entries: Entry[] = JSON.parse(stage.text('entries')).value;
  assert.deepEqual(
    entries.map((each) => [each.name, each.parts.length]),
    [
      ['long', 2000],
      ['z', 0],
      ['long', 2000],
    ],
  );
});

test('an object is written, and told, in several slices', () => {
  const { model, desk } = setUp(true, true);
  const entries = Array.from({ length: 2000 }, (_, i) => ({ name: `n${i}`, weight: i }));
  let slices = 0;
  const writing = writeMembersInSlices(model, () => desk, { entries, numbers: [7] });
  const told = toTheEnd(writing, () => void slices++);
  assert.ok(slices > 20);
  assert.equal(told, model.texts.object(desk, Number.POSITIVE_INFINITY));
  assert.deepEqual(JSON.parse(told).numbers, [7]);
});

test('what is there by then is written, and not what was there when the body came', () => {
  const stage = setUp(true, true);
  const { model, at, text } = stage;
  const json = Array.from({ length: 300 }, () => ({ weight: 1 }));
  inSlices(stage, { path: 'entries', json }, 1, () =>
    model.writer.write(at('entries'), [{ name: 'z' }], 'remote'),
  );
  const names = JSON.parse(text('entries')).value.map(({ name }: Entry) => name);
  assert.deepEqual([names.length, names[0], names[1]], [300, 'z', 'a']);
});

test('the text of a long list is made in slices where it may be kept, and not at all where it may not', () => {
  for (const observed of [true, false]) {
    const { model, at, text } = setUp(observed, false);
    model.writer.write(
      at('entries'),
      Array.from({ length: 400 }, () => ({})),
      'remote',
    );
    const ref = at('entries');
    let slices = 0;
    toTheEnd(model.texts.makeInSlices(ref), () => slices++);
    assert.equal(slices > 1, observed);
    const { root, handle } = ref;
    const kept = () =>
      model.texts.kept.member(handle, root, root.read(handle.target), model.objects.version, true);
    assert.equal(kept() !== undefined, observed);
    assert.equal(JSON.parse(text('entries')).value.length, 400);
  }
});
