import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differences } from './differences.js';
import type { Exposed, MemberInfo, TypeInfo } from './exposed.js';

const property = (name: string, more: Partial<MemberInfo> = {}): MemberInfo => ({
  name,
  type: 'Single',
  isReadOnly: false,
  isArray: false,
  isPersistable: true,
  controller: { type: 'Default' },
  order: 0,
  valueKind: 'value',
  ...more,
});

const lamp = (properties: readonly MemberInfo[], more: Partial<TypeInfo> = {}): TypeInfo => ({
  type: 'Lamp',
  kind: 'component',
  isAbstract: false,
  properties: properties.map((each, order) => ({ ...each, order })),
  ...more,
});

const exposed = (more: Partial<Exposed>): Exposed => ({
  application: 'A',
  types: [],
  enums: [],
  objects: new Map(),
  ...more,
});

function reported(a: Partial<Exposed>, b: Partial<Exposed>) {
  return differences(exposed(a), exposed(b)).map(({ part, path, before, after }) => [
    `${part} ${path.join('/')}`,
    before,
    after,
  ]);
}

const object = (id: string, members: Record<string, unknown> = {}) =>
  ({ '@type': 'Lamp', '@id': id, '@name': 'Lamp', ...members }) as never;

test('members are compared by name, whatever their position', () => {
  const [a, b, c] = [property('a'), property('b'), property('c')];
  assert.deepEqual(reported({ types: [lamp([a, b])] }, { types: [lamp([c, a, b])] }), [
    ['types Lamp/properties/c', undefined, { ...c, name: undefined, order: undefined }].map((each) =>
      typeof each === 'object' ? JSON.parse(JSON.stringify(each)) : each,
    ),
  ]);
  assert.deepEqual(reported({ types: [lamp([a])] }, { types: [lamp([property('a', { label: 'A' })])] }), [
    ['types Lamp/properties/a/label', undefined, 'A'],
  ]);
});

test('a different order of arguments is reported', () => {
  const func = (...names: string[]) =>
    lamp([], {
      functions: [
        {
          name: 'Do',
          returnType: 'Void',
          order: 0,
          parameters: names.map((each) => property(each)),
        },
      ],
    });
  assert.deepEqual(reported({ types: [func('a', 'b')] }, { types: [func('b', 'a')] }), [
    ['types Lamp/functions/Do/parameters/0/name', 'a', 'b'],
    ['types Lamp/functions/Do/parameters/1/name', 'b', 'a'],
  ]);
});

test('ids of objects, references, parents, selectors and pictures are not compared', () => {
  const host = (id: string, other: string) => {
    const options = [{ id, name: 'Lamp', type: 'Lamp' }];
    const members = {
      '@instanceID': Number(id),
      '@parent': other,
      friend: { '@type': 'Lamp', '@ref': other, '@name': 'Other', '@instanceID': Number(other) },
      friends: [{ '@type': 'Lamp', '@ref': id, '@name': 'Lamp' }],
      picture: `/exposed/image/${id}/picture`,
    };
    return {
      types: [
        lamp([
          property('friend', { controller: { type: 'ObjectSelector', options } }),
          property('picture', { controller: { type: 'ImagePreview', intervalMs: 100 } }),
        ]),
      ],
      objects: new Map([
        ['lamp', object(id, members)],
        ['other', object(other)],
      ]),
    };
  };
  assert.deepEqual(reported(host('1', '2'), host('7', '1')), []);
});

test('another object in a reference, another parent and another name are reported', () => {
  const host = (ref: string, parent: string | undefined, name: string) => ({
    objects: new Map([
      [
        'a',
        object('1', {
          '@name': name,
          ...(parent !== undefined && { '@parent': parent }),
          friend: { '@ref': ref },
        }),
      ],
      ['b', object('2')],
    ]),
  });
  assert.deepEqual(reported(host('1', undefined, 'A'), host('2', '2', 'B')), [
    ['objects a/name', 'A', 'B'],
    ['objects a/parent', undefined, 'b'],
    ['values a/friend', { '@ref': 'a' }, { '@ref': 'b' }],
  ]);
});

test('values are compared by part and element; missing members are reported with the type', () => {
  const host = (members: Record<string, unknown>) => ({ objects: new Map([['a', object('1', members)]]) });
  assert.deepEqual(
    reported(
      host({
        color: { r: 1, g: 0 },
        list: [1, 2],
        maybe: null,
        long: 9007199254740993n,
        gone: 1,
        part: { '@type': 'P', x: 1 },
      }),
      host({
        color: { r: 1, g: 1 },
        list: [1, 3, 4],
        maybe: 0,
        long: 9007199254740992n,
        part: { '@type': 'Q', x: 1 },
      }),
    ),
    [
      ['values a/color/g', 0, 1],
      ['values a/list/1', 2, 3],
      ['values a/list/2', undefined, 4],
      ['values a/maybe', null, 0],
      ['values a/long', 9007199254740993n, 9007199254740992n],
      ['values a/part', { '@type': 'P', x: 1 }, { '@type': 'Q', x: 1 }],
    ],
  );
});

test('fields that Unity hosts do not send are not compared', () => {
  const { kind: _, isAbstract: __, ...older } = lamp([property('a')]);
  const { valueKind: ___, ...member } = older.properties[0]!;
  assert.deepEqual(
    reported({ types: [lamp([property('a')])] }, { types: [{ ...older, properties: [member] }] }),
    [],
  );
});
