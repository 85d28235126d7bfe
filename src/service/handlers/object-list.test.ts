import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ownedMember } from '../../../test/support/owned-member.js';
import type { HttpResponse } from '../http/api.js';
import { ExposedModel } from '../model/model.js';
import { createPlainHost } from '../plain/plain-host.js';
import { ObjectList } from './object-list.js';

class Lamp {
  label = 'l'.repeat(1000);
  level = 0;
}

const host = createPlainHost({ name: 'test', log: () => {} });
after(() => host.stop());

/** Creates a list of the given number of objects of a kilobyte, which was read once. */
function build(lamps: number) {
  const sink = { active: false, changed: () => {}, reparented: () => {} };
  const model = new ExposedModel(host, { find: () => undefined }, (key) => key, sink);
  model.classes.define({
    name: 'Lamp',
    kind: 'class',
    members: [ownedMember('label', 'String'), ownedMember('level', 'Single')],
    functions: [],
    constructorFunction: Lamp,
  });
  const handles = Array.from({ length: lamps }, (_, i) =>
    model.objects.register(new Lamp(), { sourceKey: `lamp-${i}` }),
  );
  const list = new ObjectList(model);
  read(list);
  const set = (lamp: number, level: number) =>
    model.writer.write(model.resolver.property(handles[lamp]!, 'level'), level, 'remote');
  return { list, set, model, handles };
}

const everything = { category: undefined, type: undefined, depth: 1 };

/** Returns the body of the list: text, bytes, or pieces for a list that is not cached. */
function bodyOf(list: ObjectList): HttpResponse['body'] {
  const response = list.respond(everything);
  return typeof response === 'string' ? response : response.body;
}

/** Returns the cached bytes of the list; undefined if it is made in pieces. */
function cachedBytes(list: ObjectList): Uint8Array | undefined {
  const body = bodyOf(list);
  return body instanceof Uint8Array ? body : undefined;
}

/** Reads the list as a client does. */
function read(list: ObjectList): string {
  const body = bodyOf(list);
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return Buffer.from(body).toString();
  return [...body].join('');
}

function levels(list: ObjectList): number[] {
  const { objects } = JSON.parse(read(list));
  return objects.map(({ level }: { level: number }) => level);
}

test('a list shows the state at its request, and its cache ends with a removal', () => {
  const { list, set, model, handles } = build(200);
  set(0, 1);
  const first = cachedBytes(list);
  assert.ok(cachedBytes(list) === first, 'all who ask get the same bytes');
  set(0, 2);
  set(199, 3);
  assert.deepEqual([levels(list)[0], levels(list)[199]], [2, 3]);
  assert.equal(JSON.parse(Buffer.from(first!).toString()).objects[0].level, 1);
  model.objects.unregister(handles[100]!);
  assert.equal(levels(list).length, 199);
});

test('objects that are added or removed while a list is read do not break it', () => {
  const { list, model, handles, set } = build(200);
  for (let i = 0; i < 200; i++) set(i, 1);
  const pieces = (bodyOf(list) as Iterable<string>)[Symbol.iterator]();
  const first = pieces.next().value as string;
  const sent = first.match(/"level"/g)!.length;
  for (const handle of handles.slice(0, 100)) model.objects.unregister(handle);
  model.objects.register(new Lamp(), { sourceKey: 'new' });
  let text = first;
  for (let next = pieces.next(); !next.done; next = pieces.next()) text += next.value;
  const inSecondPiece = JSON.parse(text).objects.length - sent - 100;
  assert.ok(sent > 0 && sent < 50 && inSecondPiece > 0 && inSecondPiece < 50);
});

test('a list with many changes is built in pieces and is complete afterwards', () => {
  const { list, set } = build(2000);
  assert.ok(cachedBytes(list));
  for (let i = 0; i < 2000; i++) set(i, 4);
  assert.ok(cachedBytes(list) === undefined);
  assert.deepEqual(new Set(levels(list)), new Set([4]));
  assert.ok(cachedBytes(list));
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
  assert.ok(cachedBytes(list)!.length > 2_000_000);
  lengthen(100);
  assert.ok(cachedBytes(list) === undefined, 'it is longer than what is kept');
});

test('a list shows changes that the application made without telling the service', () => {
  const { list, model } = build(1);
  const fixture = Object.assign(new (class Fixture {})(), { level: 1 });
  model.classes.define({
    name: 'Fixture',
    kind: 'class',
    members: [{ ...ownedMember('level', 'Single'), observed: false }],
    functions: [],
    constructorFunction: fixture.constructor as new () => object,
  });
  model.objects.register(fixture, { sourceKey: 'fixture' });
  assert.equal(levels(list)[1], 1);
  fixture.level = 2;
  assert.equal(levels(list)[1], 2);
});
