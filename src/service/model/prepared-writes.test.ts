import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepareLoadsInSlices } from '../access/loads/loads.js';
import type { MemberDefinition } from '../classes/definition.js';
import { runToCompletion } from '../common/run-to-completion.js';
import { createPlainHost } from '../plain/plain-host.js';
import { ExposedModel } from './model.js';

class Item {
  weight = 0;
}

class Shelf {
  items: Item[] = [];
}

/** Stored by the service itself. */
function owned(name: string, type: string): MemberDefinition {
  return {
    name,
    type,
    kind: 'field',
    observed: true,
    backing: 'field',
    get: (target) => (target as Record<string, unknown>)[name],
    set: (target, value) => {
      (target as Record<string, unknown>)[name] = value;
    },
  };
}

test('what a list of very many elements is set to is worked out beforehand, as of one of few', (t) => {
  const host = createPlainHost({ name: 'test', log: () => {} });
  t.after(() => host.stop());
  const listener = { active: false, changed: () => {}, reparented: () => {} };
  const model = new ExposedModel(host, { find: () => undefined }, (key) => key, listener);
  model.classes.define({
    name: 'Item',
    kind: 'class',
    constructorFunction: Item,
    create: () => new Item(),
    members: [owned('weight', 'Single')],
    functions: [],
  });
  model.classes.define({
    name: 'Shelf',
    kind: 'class',
    constructorFunction: Shelf,
    members: [owned('items', 'Item[]')],
    functions: [],
  });
  const shelf = new Shelf();
  const handle = model.objects.register(shelf);
  const ref = model.resolver.property(handle, 'items');
  const problems = { unresolved() {}, leftOut() {}, ignored() {} };
  for (const count of [2, 200_000]) {
    const json = Array.from({ length: count }, (_, weight) => ({ weight }));
    const members = model.defaults.of(ref.unit);
    const loads = [{ ref, json, members, problems, isWhole: false }];
    const prepared = runToCompletion(prepareLoadsInSlices(loads));
    assert.equal(prepared?.changed.length, 1);
    assert.equal(shelf.items.length, 0);
  }
});
