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

test('source keys are what objects are asked for by, and nothing where one has none', () => {
  assert.deepEqual(stableKeys([object('Lamp', 'A', 'a'), object('Lamp', 'B')]), ['a', undefined]);
});

test('without source keys it is names, with the type where several have one, and nothing where that is not enough', () => {
  const objects = [
    object('Lamp', 'A'),
    object('Lamp', 'B'),
    object('Fan', 'B'),
    object('Fan', 'C'),
    object('Fan', 'C'),
  ];
  assert.deepEqual(stableKeys(objects), ['A', 'Lamp:B', 'Fan:B', undefined, undefined]);
});
