import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exposedClass, exposedField } from './classes/decorators.js';
import { createPlainHost } from './plain/plain-host.js';
import { RemoteControlService } from './service.js';

@exposedClass({ name: 'Registry.Lamp' })
class Lamp {
  @exposedField({ type: 'Int32[]' }) accessor levels = [1, 2, 3];
}

function build() {
  const host = createPlainHost({ name: 'Test', loop: 'own', log() {} });
  return new RemoteControlService({ host, http: { port: 0 } });
}

test('a source key is a valid name and belongs to one object', () => {
  const { objects } = build();
  objects.register(new Lamp(), { sourceKey: 'lamp' });
  for (const key of ['', 'a.b', 'a[b]', 'a/b'])
    assert.throws(() => objects.register(new Lamp(), { sourceKey: key }), /must not be empty or contain/);
  assert.throws(() => objects.register(new Lamp(), { sourceKey: 5 as never }), /must be a string, got 5/);
  assert.throws(
    () => objects.register(new Lamp(), { key: 'lamp' } as never),
    /register: unknown option "key"; available: sourceKey, className, name/,
  );
  assert.throws(() => objects.register(new Lamp(), { sourceKey: 'k'.repeat(1025) }), /more than 1024 char/);
  assert.throws(() => objects.register(new Lamp(), { sourceKey: 'k\udc00' }), /half of a character/);
  assert.throws(
    () => objects.register(new Lamp(), { sourceKey: 'lamp' }),
    /"lamp" is taken by Registry\.Lamp ".+"; use another key or unregister it first$/,
  );
  const longest = objects.register(new Lamp(), { sourceKey: `${'k'.repeat(1022)}😀` });
  assert.equal(objects.resolve(longest.sourceKey!), longest);
  objects.unregister(longest);
  objects.register(new Lamp());
  assert.equal([...objects].length, 2);
});

test('a call for an unknown member or object is refused with the reason', () => {
  const service = build();
  const lamp = new Lamp();
  assert.throws(() => service.notifyChanged(lamp, 'levels'), /levels: the object is neither registered nor/);
  service.objects.register(lamp);
  assert.throws(
    () => service.notifyChanged(lamp, 'level'),
    /Registry\.Lamp has no member "level"; did you mean "levels"\?/,
  );
});

test('reading a property of a removed element is an error', () => {
  const service = build();
  const handle = service.objects.register(new Lamp(), { sourceKey: 'lamp' });
  const last = service.property(handle, 'levels/2');
  assert.equal(last.get(), 3);
  service.property(handle, 'levels').set([1, 2]);
  assert.throws(() => last.get(), { code: 'property-not-found' });
  assert.throws(() => last.set(4), { code: 'property-not-found' });
  assert.deepEqual((handle.target as Lamp).levels, [1, 2]);
});
