import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createService } from '../../../test/support/service.js';
import { exposedClass, exposedField } from '../classes/decorators.js';
import { ReplacedObjects } from './replaced-objects.js';

@exposedClass({ name: 'Before.Lamp' })
class Lamp {
  @exposedField({ type: 'Single' }) accessor level = 1;
  @exposedField({ type: 'Single' }) accessor angle = 30;
}

@exposedClass({ name: 'Before.Gauge' })
class Gauge {
  /** Number of remaining successful reads. */
  left = Number.POSITIVE_INFINITY;
  #reading = 1;
  @exposedField({ type: 'Single' }) get reading() {
    if (this.left-- <= 0) throw new Error('stuck');
    return this.#reading;
  }
  set reading(value: number) {
    this.#reading = value;
  }
}

function build(t: TestContext) {
  const { service, log } = createService(t, {}, { loop: 'own' });
  const register = (key: string) => service.objects.register(new Lamp(), { sourceKey: key });
  const replace = (...keys: string[]) => {
    for (const handle of [...service.objects]) service.objects.unregister(handle);
    return keys.map(register);
  };
  return { service, log, register, replace };
}

test('a replacement keeps the id of its object, and unsaved edits are applied again', async (t) => {
  const { service, log, register, replace } = build(t);
  const before = register('lamp');
  service.property(before, 'level').set(5, 'user');
  await service.replaceObjects(() => void replace('lamp', 'new'));
  const after = service.objects.bySourceKey('lamp')!;
  assert.equal(after.id, before.id);
  assert.deepEqual([(after.target as Lamp).level, (after.target as Lamp).angle], [5, 30]);
  assert.deepEqual(
    [...service.model.dirty.dirtyObjects()].map(({ members }) => members.map(({ name }) => name)),
    [['level']],
  );
  assert.deepEqual(log, []);
});

for (const left of [0, 1])
  test(`an edit that becomes unreadable after ${left} reads is lost, and no other`, async (t) => {
    const { service, log } = build(t);
    const gauge = new Gauge();
    const handle = service.objects.register(gauge, { sourceKey: 'gauge' });
    service.property(handle, 'reading').set(5, 'user');
    gauge.left = left;
    const next = new Gauge();
    await service.replaceObjects(() => {
      service.objects.unregister(handle);
      service.objects.register(next, { sourceKey: 'gauge' });
    });
    assert.equal(next.reading, 1);
    assert.deepEqual(
      log.filter((message) => message.includes('no place any more')),
      [],
    );
  });

test('an edit whose property no longer exists is reported', async (t) => {
  const { service, log, register, replace } = build(t);
  service.property(register('gone'), 'level').set(5, 'user');
  await service.replaceObjects(() => void replace('lamp'));
  assert.equal(log.length, 1);
  assert.match(
    log[0]!,
    /^Warning An unsaved edit of gone\/level has no place any more: .*the object is gone/,
  );
});

test('only differences of kept objects are reported', (t) => {
  const { service, register, replace } = build(t);
  (register('lamp').target as Lamp).level = 5;
  register('other');
  const before = new ReplacedObjects(service.model, true);
  before.keepIds();
  replace('lamp', 'other', 'new');
  assert.deepEqual(before.editAgain(), []);
  const reported: string[] = [];
  before.reportDifferences((handle, path) => reported.push(`${handle.sourceKey}/${path}`));
  assert.deepEqual(reported, ['lamp/level']);
});
