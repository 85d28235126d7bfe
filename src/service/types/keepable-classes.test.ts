import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createModel, defineStored } from '../../../test/support/stored-model.js';
import type { ClassDefinition } from '../index.js';
import { createPlainHost } from '../index.js';

function build() {
  const model = createModel(createPlainHost({ name: 'Test', log: () => {} }));
  const { classes } = model;
  const define = (
    name: string,
    kind: ClassDefinition['kind'],
    types: Record<string, string>,
    observed: boolean,
  ) => {
    const members = Object.entries(types).map(([member, type]) => [member, { type, observed }] as const);
    defineStored(model, class {}, Object.fromEntries(members), { name, kind });
  };
  return {
    define,
    isKeepable: (name?: string) => classes.keepable(name === undefined ? undefined : classes.find(name)),
  };
}

test('a class that changes only through the write path is keepable, regardless of other classes', () => {
  const { define, isKeepable } = build();
  define('Kept.Point', 'struct', { x: 'Int32', at: 'Vector3', names: 'String[]' }, true);
  define('Kept.Line', 'struct', { from: 'Kept.Point', more: 'Kept.Point[]' }, true);
  define('Kept.Ring', 'class', { next: 'Kept.Ring', width: 'Single' }, true);
  define('Own.Gauge', 'struct', { reading: 'Single' }, false);
  define('Own.Panel', 'struct', { gauge: 'Own.Gauge', title: 'String' }, true);
  for (const name of ['Kept.Point', 'Kept.Line', 'Kept.Ring']) assert.equal(isKeepable(name), true, name);
  for (const name of ['Own.Gauge', 'Own.Panel']) assert.equal(isKeepable(name), false, name);
});

test('a reference to any component is keepable while all component classes are', () => {
  const { define, isKeepable } = build();
  define('Kept.Lamp', 'component', { level: 'Single' }, true);
  define('Own.Struct', 'struct', { reading: 'Single' }, false);
  assert.equal(isKeepable(), true);
  define('Own.Gauge', 'component', { reading: 'Single' }, false);
  assert.equal(isKeepable(), false);
  assert.equal(isKeepable('Kept.Lamp'), true);
});
