import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { MemberDefinition } from './classes/definition.js';
import { ExposedModel } from './model.js';
import { createPlainHost } from './plain/plain-host.js';

class Rack {
  label = 'a';
  slots: Rack[] = [];
}

const member = (name: keyof Rack, type: string): MemberDefinition => ({
  name,
  type,
  kind: 'field',
  observed: true,
  backing: 'field',
  get: (target) => (target as Rack)[name],
  set: (target, value) => Object.assign(target, { [name]: value }),
});

const host = createPlainHost({ name: 'test', log: () => {} });
after(() => host.stop());

test('the text of an object in slices has what is written between them', () => {
  const sink = { active: false, changed: () => {}, reparented: () => {} };
  const model = new ExposedModel(host, { find: () => undefined }, (key) => key, sink);
  model.classes.define({
    name: 'Rack',
    kind: 'class',
    members: [member('label', 'String'), member('slots', 'Rack[]')],
    functions: [],
    constructorFunction: Rack,
    create: () => new Rack(),
  });
  const handle = model.objects.register(new Rack(), { sourceKey: 'rack' });
  const write = (path: string, json: string | object[]) =>
    model.writer.write(model.resolver.property(handle, path), json as never, 'remote');
  write(
    'slots',
    Array.from({ length: 2000 }, () => ({})),
  );
  const slices = model.texts.objectInSlices(handle);
  assert.equal(slices.next().done, false);
  write('label', 'b');
  let next = slices.next();
  while (!next.done) next = slices.next();
  assert.match(next.value, /"label":"b","slots":\[/);
});
