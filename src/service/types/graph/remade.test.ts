import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createModel, defineStored } from '../../../../test/support/stored-model.js';
import { show } from '../../../../test/support/stored-things.js';
import type { Json } from '../../common/json.js';
import { createPlainHost } from '../../index.js';
import { readFileValue } from '../../members/file-values.js';
import { WritePlan } from '../../members/transactions/write-plan.js';

interface Part {
  a: number;
}

/** An object with the given parts; equal entries are one object. */
function thingOf(parts: readonly Part[]) {
  const { model } = show();
  const former = model.objects.bySourceKey('t0')!;
  model.objects.unregister(former);
  const thing = new (former.target.constructor as new () => { parts: Part[] })();
  const part = thing.parts[0]!.constructor as new () => Part;
  const made = new Map(parts.map((each) => [each, Object.assign(new part(), each)]));
  thing.parts = parts.map((each) => made.get(each)!);
  const handle = model.objects.register(thing, { sourceKey: 't0' });
  const load = (json: Json) => {
    const members = model.defaults.of(handle);
    const problems = { unresolved() {}, ignored() {}, leftOut() {} };
    const ref = model.resolver.property(handle, 'parts');
    model.writer.load({ ref, json, members, problems, isWhole: false });
    return thing.parts;
  };
  return { thing, load };
}

test('a list from which a file removes elements is recreated, and its old elements stay unchanged', () => {
  const { thing, load } = thingOf([{ a: 1 }, { a: 2 }, { a: 3 }]);
  const before = [...thing.parts];
  const parts = load([{ a: 7 }, { '@op': 'removed' }, {}, { '@op': 'new', a: 9 }]);
  assert.deepEqual(
    parts.map(({ a }) => a),
    [7, 3, 9],
  );
  assert.deepEqual(
    before.map(({ a }) => a),
    [1, 2, 3],
  );
  assert.ok(parts.every((part) => !before.includes(part)));
});

test('if a list contains an object twice, the last value of the file applies to both', () => {
  const twice = { a: 1 };
  const { load } = thingOf([twice, twice, { a: 3 }]);
  const parts = load([{ a: 7 }, { a: 8 }, { '@op': 'removed' }]);
  assert.equal(parts.length, 2);
  assert.equal(parts[0], parts[1]);
  assert.equal(parts[0]!.a, 8);
});

class Lamp {
  level = 1;
}

class Desk {
  lamps: Lamp[] = [];
}

test('an engine object in a recreated list is kept and is set only with the list', () => {
  const model = createModel(createPlainHost({ name: 'Test', log: () => {} }), { isActive: true });
  defineStored(model, Lamp, { level: 'Int32' }, { kind: 'component' });
  defineStored(model, Desk, { lamps: 'Lamp[]' });
  const desk = new Desk();
  const lamp = new Lamp();
  desk.lamps = [lamp, new Lamp(), new Lamp()];
  const handle = model.objects.register(desk, { sourceKey: 'desk' });
  const ref = model.resolver.property(handle, 'lamps');
  const problems = { unresolved() {}, ignored() {}, leftOut() {} };
  const json = [{ level: 7 }, { '@op': 'removed' }];
  const file = { ref, json, members: model.defaults.of(handle), problems, isWhole: false };
  readFileValue(file, new WritePlan());
  assert.equal(lamp.level, 1);
  model.writer.load(file);
  assert.equal(desk.lamps[0], lamp);
  assert.equal(lamp.level, 7);
});
