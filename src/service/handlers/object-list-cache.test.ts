import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createModel, defineStored } from '../../../test/support/stored-model.js';
import { createPlainHost } from '../plain/plain-host.js';
import { ObjectListCache } from './object-list-cache.js';

class Lamp {
  label = 'l'.repeat(1000);
  level = 0;
}

const host = createPlainHost({ name: 'test', log: () => {} });
after(() => host.stop());

/** Creates a list of the given number of objects of a kilobyte, which was read once. */
function build(lamps: number) {
  const model = createModel(host);
  defineStored(model, Lamp, { label: 'String', level: 'Single' });
  const handles = Array.from({ length: lamps }, (_, i) =>
    model.objects.register(new Lamp(), { sourceKey: `lamp-${i}` }),
  );
  const list = new ObjectListCache(model);
  read(list);
  const set = (lamp: number, level: number) =>
    model.writer.write(model.resolver.property(handles[lamp]!, 'level'), level, 'remote');
  return { list, set, model, handles };
}

/** Reads the list as a client does. */
function read(list: ObjectListCache): Buffer {
  const whole = list.whole();
  return whole === undefined
    ? Buffer.concat([...list.pieces()].map((each) => Buffer.from(each)))
    : Buffer.from(whole);
}

function levels(list: ObjectListCache): number[] {
  const { objects } = JSON.parse(read(list).toString());
  return objects.map(({ level }: { level: number }) => level);
}

test('a list shows the state at its request, and its cache ends with a removal', () => {
  const { list, set, model, handles } = build(200);
  set(0, 1);
  const first = list.whole();
  assert.ok(list.whole() === first, 'all who ask get the same bytes');
  set(0, 2);
  set(199, 3);
  assert.deepEqual([levels(list)[0], levels(list)[199]], [2, 3]);
  assert.equal(JSON.parse(Buffer.from(first!).toString()).objects[0].level, 1);
  model.objects.unregister(handles[100]!);
  assert.ok(list.whole() === undefined);
  assert.equal(levels(list).length, 199);
});

test('objects that are added or removed while a list is read do not break it', () => {
  for (const taken of [0, 1, 2]) {
    const { list, model, handles } = build(200);
    const pieces = list.pieces();
    const read = Array.from({ length: taken }, () => pieces.next().value as Uint8Array);
    for (const handle of handles.slice(0, 70)) model.objects.unregister(handle);
    model.objects.register(new Lamp(), { sourceKey: 'new' });
    const all = [...read, ...pieces].map((piece) => Buffer.from(piece).toString()).join('');
    assert.equal(JSON.parse(all).objects.length, taken === 0 ? 131 : taken === 1 ? 194 : 200);
  }
});

test('a list with many changes is built in pieces and is complete afterwards', () => {
  const { list, set } = build(2000);
  assert.ok(list.whole());
  for (let i = 0; i < 2000; i++) set(i, 4);
  assert.ok(list.whole() === undefined);
  assert.deepEqual(new Set(levels(list)), new Set([4]));
  assert.ok(list.whole());
});

test('a list that has grown is cached and sent with its present contents', () => {
  const { list, model, handles } = build(1000);
  const lengthen = (lamps: number) => {
    for (const handle of handles.slice(0, lamps)) {
      model.writer.write(model.resolver.property(handle, 'label'), 'x'.repeat(200_000), 'remote');
      model.texts.object(handle, 1);
    }
  };
  lengthen(10);
  read(list);
  assert.ok(list.whole()!.length > 2_000_000);
  lengthen(100);
  list.whole();
  assert.ok(list.whole() === undefined, 'it is longer than what is kept');
});

test('a list shows changes that the application made without telling the service', () => {
  const { list, model } = build(1);
  class Fixture {
    level = 1;
  }
  const fixture = new Fixture();
  defineStored(model, Fixture, { level: { type: 'Single', observed: false } });
  model.objects.register(fixture, { sourceKey: 'fixture' });
  assert.equal(levels(list)[1], 1);
  fixture.level = 2;
  assert.equal(levels(list)[1], 2);
});
