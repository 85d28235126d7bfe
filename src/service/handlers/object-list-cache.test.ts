import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ownedMember } from '../../../test/support/owned-member.js';
import type { SizedPieces } from '../http/responses/sized-pieces.js';
import { ExposedModel } from '../model/model.js';
import { createPlainHost } from '../plain/plain-host.js';
import { ObjectListCache } from './object-list-cache.js';

class Lamp {
  label = 'l'.repeat(1000);
  level = 0;
}

const host = createPlainHost({ name: 'test', log: () => {} });
after(() => host.stop());

/** Creates a list of the given number of objects, about fifty in each piece. */
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
  const list = new ObjectListCache(model);
  for (const handle of handles) model.texts.object(handle, 1);
  list.keep(handles);
  const set = (lamp: number, level: number) =>
    model.writer.write(model.resolver.property(handles[lamp]!, 'level'), level, 'remote');
  return { list, set, model, handles };
}

const bytesOf = (pieces: SizedPieces | undefined) => Buffer.concat([...pieces!]);

function levels(pieces: SizedPieces | undefined): number[] {
  const { objects } = JSON.parse(bytesOf(pieces).toString());
  return objects.map(({ level }: { level: number }) => level);
}

test('a list of known length shows the moment of its request, whatever changes meanwhile', () => {
  const { list, set, model, handles } = build(200);
  // All of it is made at first.
  list.whole(Number.POSITIVE_INFINITY);
  set(0, 1);
  const first = list.sized();
  set(0, 2);
  set(199, 3);
  const second = list.sized();
  model.objects.unregister(handles[100]!);
  assert.equal(list.sized(), undefined);
  assert.deepEqual([levels(first)[0], levels(first)[199]], [1, 0]);
  assert.deepEqual([levels(second)[0], levels(second)[199]], [2, 3]);
  assert.equal(bytesOf(second).length, second!.bytes);
});

test('a list with many changes has no known length until it was made again', () => {
  const { list, set } = build(1000);
  assert.equal(list.sized(), undefined);
  list.whole(Number.POSITIVE_INFINITY);
  for (let i = 0; i < 1000; i++) set(i, 4);
  assert.equal(list.sized(), undefined);
  list.whole(Number.POSITIVE_INFINITY);
  assert.deepEqual(new Set(levels(list.sized())), new Set([4]));
});

test('readers of lists of known length hold at most 64 MiB and release it however they end', () => {
  const { list } = build(4000);
  list.whole(Number.POSITIVE_INFINITY);
  const { bytes } = list.sized()!;
  const readers: Generator<Uint8Array>[] = [];
  for (let sized = list.sized(); sized !== undefined; sized = list.sized()) {
    const reader = sized[Symbol.iterator]();
    reader.next();
    readers.push(reader);
    assert.ok(readers.length * bytes <= 64 * 1024 * 1024);
  }
  assert.ok((readers.length + 2) * bytes > 64 * 1024 * 1024);
  readers.pop()!.return(undefined);
  assert.ok(list.sized());
  for (const reader of readers) for (const _ of reader);
  assert.equal(bytesOf(list.sized()).length, bytes);
});

test('a list that has grown is cached and sent with its present contents', () => {
  const { list, set, model, handles } = build(1000);
  list.whole(Number.POSITIVE_INFINITY);
  const lengthen = (lamps: number) => {
    for (const handle of handles.slice(0, lamps)) {
      model.writer.write(model.resolver.property(handle, 'label'), 'x'.repeat(200_000), 'remote');
      model.texts.object(handle, 1);
    }
  };
  lengthen(10);
  assert.ok(list.whole(Number.POSITIVE_INFINITY)!.length > 2_000_000);
  set(0, 1);
  assert.equal(list.whole(2_000_000), undefined);
  lengthen(100);
  list.whole(Number.POSITIVE_INFINITY);
  // It is longer than what is kept.
  assert.deepEqual([list.whole(Number.POSITIVE_INFINITY), list.sized()], [undefined, undefined]);
});
