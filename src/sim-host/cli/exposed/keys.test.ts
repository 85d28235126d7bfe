import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WireObject } from '../../../client/index.js';
import { stableKeys } from './keys.js';

const object = (type: string, name: string, source?: string) =>
  ({
    '@type': type,
    '@id': '1',
    '@name': name,
    ...(source !== undefined && { '@source': source }),
  }) as WireObject;

test('objects are identified by source key; one without a key has none', () => {
  assert.deepEqual(stableKeys([object('Lamp', 'A', 'a'), object('Lamp', 'B')]), ['a', undefined]);
});

test('without source keys, objects are identified by name, or type and name, if unique', () => {
  const objects = [
    object('Lamp', 'A'),
    object('Lamp', 'B'),
    object('Fan', 'B'),
    object('Fan', 'C'),
    object('Fan', 'C'),
  ];
  assert.deepEqual(stableKeys(objects), ['A', 'Lamp:B', 'Fan:B', undefined, undefined]);
});
