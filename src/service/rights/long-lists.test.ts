import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { checkAlways } from '../../../test/support/random.js';
import { appendInSlices, writeInSlices, writeMembersInSlices } from '../access/long-writes.js';
import type { ClassDefinition, MemberDefinition } from '../classes/definition.js';
import { ExposedError } from '../exposed-error.js';
import { ApiError } from '../http/errors.js';
import { isJsonObject, type Json, type JsonObject } from '../json.js';
import { ExposedModel } from '../model.js';
import type { ExposedObjectHandle } from '../objects/handle.js';
import type { PropertyRef } from '../objects/property-ref.js';
import { createPlainHost } from '../plain/plain-host.js';
import { toTheEnd } from '../to-the-end.js';
import type { ArrayType } from '../types/array.js';
import { Guard } from './guard.js';
import { Permitted } from './permitted.js';
import { visibleObject, visibleProperty } from './visible.js';

class Glass {
  tint = 1;
  secret = 2;
}

class Cue {
  name = 'a';
  weight = 0;
  locked = 3;
  hidden = 'h';
  glass = new Glass();
  parts: Cue[] = [];
}

class Desk {
  cues: Cue[] = [];
  head = new Cue();
  level = 1;
}

class Other {
  level = 1;
}

const host = createPlainHost({ name: 'test', log: () => {} });
after(() => host.stop());

const hiddenPaths = /(^|\/)(hidden|secret)$/;
const lockedPaths = /(^|\/)locked$/;

function setUp() {
  let asked = 0;
  const member = (name: string, type: string, more: Partial<MemberDefinition> = {}): MemberDefinition => ({
    name,
    type,
    kind: 'field',
    observed: true,
    backing: 'field',
    get: (target) => (target as Record<string, unknown>)[name],
    set: (target, value) => {
      (target as Record<string, unknown>)[name] = value;
    },
    ...more,
  });
  const define = (
    of: new () => object,
    kind: 'class' | 'struct',
    members: MemberDefinition[],
  ): ClassDefinition => ({
    name: of.name,
    kind,
    members,
    functions: [],
    constructorFunction: of,
    create: () => new of(),
  });
  const definitions = [
    define(Glass, 'struct', [member('tint', 'Single'), member('secret', 'Int32')]),
    define(Cue, 'class', [
      member('name', 'String', { isKey: true }),
      member('weight', 'Single'),
      member('locked', 'Int32'),
      member('hidden', 'String'),
      member('glass', 'Glass'),
      member('parts', 'Cue[]'),
    ]),
    define(Desk, 'class', [member('cues', 'Cue[]'), member('head', 'Cue'), member('level', 'Single')]),
    define(Other, 'class', [member('level', 'Single')]),
  ];
  const model = new ExposedModel(host, { find: () => undefined }, (key) => key, {
    active: true,
    changed: () => {},
    reparented: () => {},
  });
  for (const each of definitions) model.classes.define(each);
  const handle = model.objects.register(new Desk(), { sourceKey: 'desk' });
  model.objects.register(new Other(), { sourceKey: 'other' });
  const rule = (pattern: RegExp) => (path: string) => {
    asked++;
    return !pattern.test(path);
  };
  const access = { name: 'guest', read: rule(hiddenPaths), write: rule(lockedPaths) };
  const guard = new Guard(model, access, '1');
  const at = (path: string) => model.resolver.property(handle, path);
  return { model, handle, guard, at, asked: () => asked };
}

type Stage = ReturnType<typeof setUp>;

function refusal(action: () => void): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof ExposedError || error instanceof ApiError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

/** What is to be seen, said in another way. */
function seen(json: Json): Json {
  if (Array.isArray(json)) return json.map(seen);
  if (!isJsonObject(json)) return json;
  if (json['@ref'] !== undefined) return json;
  const shown: JsonObject = {};
  for (const [name, value] of Object.entries(json)) if (!hiddenPaths.test(name)) shown[name] = seen(value);
  return shown;
}

const cue = fc.oneof(
  {
    arbitrary: fc.record(
      {
        name: fc.constantFrom('a', 'b'),
        weight: fc.integer({ min: 0, max: 9 }),
        hidden: fc.constant('tried'),
        locked: fc.constant(3),
        glass: fc.record(
          { tint: fc.integer({ min: 0, max: 9 }), secret: fc.constant(9) },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    ),
    weight: 60,
  },
  { arbitrary: fc.constant({ parts: [{}, { name: 'p', hidden: 'tried' }] }), weight: 6 },
  {
    arbitrary: fc.constantFrom<Json>({ locked: 4 }, { '@ref': 'other' }, { weight: 'x' }, null, { other: 1 }),
    weight: 1,
  },
) as fc.Arbitrary<Json>;

const cues = fc
  .tuple(fc.array(cue, { minLength: 1, maxLength: 4 }), fc.integer({ min: 0, max: 400 }), fc.option(cue))
  .map(
    ([items, count, last]): Json => [
      ...Array.from({ length: count }, (_, i) => items[i % items.length]!),
      ...(last === null ? [] : [last]),
    ],
  );

type Kind = 'write' | 'append' | 'members';

interface Body {
  readonly kind: Kind;
  readonly path: string;
  readonly json: Json;
}

const body: fc.Arbitrary<Body> = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), path: fc.constant('cues'), json: cues }),
  fc.record({
    kind: fc.constant('write' as const),
    path: fc.constant('head'),
    json: cues.map((parts) => ({ parts, hidden: 'tried' })),
  }),
  fc.record({
    kind: fc.constant('append' as const),
    path: fc.constantFrom('cues', 'head/parts'),
    json: cues.map((parts) => ({ name: 'new', parts })),
  }),
  fc.record({
    kind: fc.constant('members' as const),
    path: fc.constant(''),
    json: cues.map((all) => ({ level: 5, cues: all, head: { parts: all } })),
  }),
);

function permits({ guard }: Stage) {
  const value = (ref: PropertyRef, json: Json) =>
    new Permitted(guard, ref.handle).value(json, ref.type, ref.get(), ref.memberPath, ref.path);
  const element = (ref: PropertyRef, json: Json) =>
    new Permitted(guard, ref.handle).value(
      json,
      (ref.type as ArrayType).element,
      undefined,
      ref.memberPath,
      `${ref.path}/${(ref.get() as unknown[]).length}`,
    );
  const members = (handle: ExposedObjectHandle, json: Json) => new Permitted(guard, handle).members(json);
  return { value, element, members };
}

function writeAtOnce(stage: Stage, { kind, path, json }: Body): void {
  const { model, at, handle } = stage;
  const { value, element, members } = permits(stage);
  if (kind === 'write') model.writer.write(at(path), toTheEnd(value(at(path), json)), 'remote');
  else if (kind === 'append') model.writer.append(at(path), toTheEnd(element(at(path), json)), 'remote');
  else model.writer.writeMembers(handle, toTheEnd(members(handle, json)), 'remote');
}

/** @returns in how many slices it was done */
function writeSliced(stage: Stage, { kind, path, json }: Body, otherAt: number, other: () => void): number {
  const { model, at, handle } = stage;
  const { value, element, members } = permits(stage);
  const work: Generator<void, unknown> =
    kind === 'write'
      ? writeInSlices(model, () => at(path), json, value)
      : kind === 'append'
        ? appendInSlices(model, () => at(path), json, element)
        : writeMembersInSlices(model, () => handle, json, members);
  let slices = 0;
  for (let slice = work.next(); !slice.done; slice = work.next()) if (++slices === otherAt) other();
  return slices;
}

test('what is not wholly permitted is written in slices as at once, whatever is written meanwhile', () => {
  const others = fc.constantFrom<Body | undefined>(
    undefined,
    { kind: 'write', path: 'cues', json: [] },
    { kind: 'write', path: 'cues', json: [{ name: 'z', locked: 8 }, {}] },
    { kind: 'write', path: 'head', json: { locked: 8, parts: [{ locked: 8 }] } },
    { kind: 'write', path: 'level', json: 7 },
  );
  checkAlways(
    fc.property(
      body,
      others,
      fc.integer({ min: 1, max: 6 }),
      fc.boolean(),
      (given, other, otherAt, isFilled) => {
        const all = [setUp(), setUp()] as const;
        const [atOnce, sliced] = all;
        const writeOther = ({ model, at }: Stage) =>
          other && void model.writer.write(at(other.path), other.json, 'remote');
        if (isFilled)
          for (const { model, at } of all)
            model.writer.write(at('cues'), [{ name: 'old' }, { locked: 5 }], 'remote');
        let hasOther = false;
        const actual = refusal(() => {
          writeSliced(sliced, given, otherAt, () => {
            hasOther = true;
            writeOther(sliced);
          });
        });
        if (hasOther) writeOther(atOnce);
        assert.equal(
          actual,
          refusal(() => writeAtOnce(atOnce, given)),
        );
        const texts = all.map(({ model, handle }) => {
          const text = model.texts.object(handle, Number.POSITIVE_INFINITY);
          model.texts.kept.forgetAll(handle);
          assert.equal(model.texts.object(handle, Number.POSITIVE_INFINITY), text);
          return text.replace(/"@id":"\d+"/, '');
        });
        assert.equal(texts[1], texts[0]);
        assert.doesNotMatch(texts[1]!, /tried/);
      },
    ),
    { seed: 15, numRuns: 400 },
  );
});

test('what is seen of a text is what is not hidden in it', () => {
  checkAlways(
    fc.property(cues, (json) => {
      const { model, at, handle, guard } = setUp();
      if (refusal(() => model.writer.write(at('cues'), json, 'remote')) !== undefined) return;
      const property = model.texts.property(at('cues'));
      assert.deepEqual(
        JSON.parse(toTheEnd(visibleProperty(guard, at('cues'), property))),
        seen(JSON.parse(property)),
      );
      const object = model.texts.object(handle, Number.POSITIVE_INFINITY);
      assert.equal(toTheEnd(visibleObject(guard, handle, object)), JSON.stringify(seen(JSON.parse(object))));
    }),
    { seed: 15, numRuns: 200 },
  );
});

test('a long list takes several slices, and its members are asked for once', () => {
  const stage = setUp();
  const json = Array.from({ length: 5000 }, (_, i) => ({
    name: `n${i}`,
    weight: i,
    hidden: 'tried',
  }));
  let before = stage.asked();
  for (const given of [
    { kind: 'write', path: 'cues', json },
    { kind: 'append', path: 'cues', json: { parts: json } },
    { kind: 'members', path: '', json: { cues: json } },
  ] as const) {
    assert.ok(writeSliced(stage, given, -1, () => {}) > 100);
    assert.ok(stage.asked() - before < 50, `${stage.asked() - before}`);
    before = stage.asked();
  }
  const { model, at, guard } = stage;
  const text = model.texts.property(at('cues'));
  const reading = visibleProperty(guard, at('cues'), text);
  let slices = 0;
  while (!reading.next().done) slices++;
  assert.ok(slices > 20);
  assert.ok(stage.asked() - before < 50);
});

test('what was permitted when the body came is asked again where the place has changed meanwhile', () => {
  const kinds = [
    { kind: 'write', path: 'cues', json: Array(300).fill({ locked: 3, weight: 1 }) },
    { kind: 'members', path: '', json: { cues: Array(300).fill({ locked: 3, weight: 1 }) } },
  ] as const;
  for (const given of kinds) {
    const stage = setUp();
    const { model, at } = stage;
    model.writer.write(at('cues'), Array(300).fill({}), 'remote');
    const isRefused = refusal(() => {
      writeSliced(stage, given, 4, () => model.writer.write(at('cues/0/locked'), 8, 'remote'));
    });
    assert.equal(isRefused, 'not-permitted: cues/locked');
    assert.equal(at('cues/0/weight').get(), 0);
    assert.equal(at('cues/0/locked').get(), 8);
  }
});
