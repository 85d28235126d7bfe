import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createService } from '../../test/support/service.js';
import { exposedClass, exposedField, exposedFunction } from './classes/decorators.js';
import { exposeClass } from './classes/expose-class.js';
import { createPlainHost } from './plain/plain-host.js';
import { RemoteControlService } from './service.js';

@exposedClass()
class Knob {
  @exposedField({ type: 'String', key: true }) accessor name: string;
  @exposedField({ type: 'Single' }) accessor value = 0;

  constructor(name = '') {
    this.name = name;
  }
}

@exposedClass()
class Horizon {
  @exposedField({ type: 'Single' }) accessor distance = 1;
  @exposedField({ type: 'Vector3' }) accessor spot = { x: 0, y: 0, z: 0 };
  @exposedFunction({
    parameters: { to: { type: 'Single', default: Number.NEGATIVE_INFINITY } },
    returns: 'Single',
  })
  move(to: number) {
    this.distance = to;
    return to;
  }
}

@exposedClass()
class Desk {
  @exposedField({ type: [Knob] }) accessor knobs = [new Knob('a'), new Knob('b')];
}

test('PTH-7, PTH-8: rebuilding a keyed collection changes its version; kept references follow the key', (t) => {
  const { service } = createService(t);
  const desk = new Desk();
  const handle = service.objects.register(desk, { sourceKey: 'desk' });
  const property = service.property(handle, 'knobs[b].value');
  property.set(0.25);
  const before = service.objects.keyedCollectionVersion;
  const stale = desk.knobs[1]!;
  desk.knobs = [new Knob('b'), new Knob('c')];
  service.objects.notifyKeyedCollectionChanged();
  assert.ok(service.objects.keyedCollectionVersion > before);
  property.set(0.75);
  assert.deepEqual([desk.knobs[0]!.value, desk.knobs[1]!.value, stale.value], [0.75, 0, 0.25]);
  desk.knobs = [new Knob('c')];
  service.objects.notifyKeyedCollectionChanged();
  assert.throws(() => property.set(1), { code: 'property-not-found' });
});

test('a library call with wrong arguments names the error', async (t) => {
  const { service } = createService(t);
  const handle = service.objects.register(new Horizon(), { sourceKey: 'horizon' });
  const wrong: [() => unknown, RegExp][] = [
    [() => service.invoke(undefined as never, 'move'), /^invoke "move": expected the handle of an object/],
    [() => service.invoke(handle, undefined as never), /^invoke horizon: the path must name a function/],
    [
      () => service.invoke(handle, 'move', 1 as never),
      /^invoke horizon\/move: the arguments must be an array/,
    ],
    [
      () => service.assignInitial(new Horizon(), 'Horizon', 'distanc', 1),
      /^Horizon has no member "distanc"; did you mean "distance"\?$/,
    ],
    [
      () => service.assignInitial(new Horizon(), 'Horizon', 'spot', { w: 1 }),
      /^Horizon\.spot: Vector3 has no member "w"/,
    ],
    [
      () => service.prompts.settle('confirm-1', 'yep' as never),
      /^settle confirm-1: the choice must be one of yes, no, cancel, and is "yep"; did you mean "yes"\?$/,
    ],
  ];
  for (const [call, message] of wrong) assert.throws(call, { message });
});

test('numbers that JSON lacks are sent as their values if application code provides them', async (t) => {
  const { service } = createService(t);
  const handle = service.objects.register(new Horizon(), { sourceKey: 'horizon' });
  const at = (path: string) => service.property(handle, path).get();
  assert.equal(service.trySetValue(handle, 'distance', 'Single', Number.POSITIVE_INFINITY), true);
  assert.equal(at('distance'), Number.POSITIVE_INFINITY);
  service.property(handle, 'distance').set(Number.NaN);
  assert.equal(at('distance'), Number.NaN);
  service.property(handle, 'spot').set({ y: Number.NaN });
  assert.deepEqual(at('spot'), { x: 0, y: Number.NaN, z: 0 });
  // The declared default and the given argument.
  assert.equal(await service.invoke(handle, 'move'), '"-Infinity"');
  assert.equal(await service.invoke(handle, 'move', [Number.NaN]), '"NaN"');
  const created = service.create('Horizon', { spot: { z: Number.POSITIVE_INFINITY } }) as Horizon;
  assert.equal(created.spot.z, Number.POSITIVE_INFINITY);
  assert.deepEqual(service.convert('Single[]', [Number.NaN, 1]), [Number.NaN, 1]);
  // A client sends strings for them, because a number that overflows is an error.
  const { url } = await service.start();
  const put = (body: string) => fetch(`${url}/exposed/object/horizon/distance`, { method: 'PUT', body });
  assert.equal((await put('{"value": 1e400}')).status, 400);
  assert.equal((await put('{"value": "Infinity"}')).status, 200);
});

test('VER-2: instanceIdToObject accepts an integer as number or bigint', async () => {
  const plain = createPlainHost({ name: 'Test', log: () => {} });
  const target = new Desk();
  const objects = { ...plain.objects, instanceIdToObject: (id: bigint) => (id === 7n ? target : undefined) };
  const service = new RemoteControlService({ host: { ...plain, objects } });
  assert.equal(service.objects.instanceIdToObject(7), target);
  assert.equal(service.objects.instanceIdToObject(7n), target);
  assert.equal(service.objects.instanceIdToObject(8), undefined);
  plain.stop();
});

test('a function that returns a value it does not declare is told once in the log', async (t) => {
  class Bell {
    ring() {
      return 4;
    }
    async hum() {
      return 'm';
    }
    rest() {}
  }
  exposeClass(Bell, { functions: { ring: {}, hum: {}, rest: {} } });
  const { service, log } = createService(t);
  const handle = service.objects.register(new Bell());
  for (const name of ['ring', 'ring', 'hum', 'hum', 'rest'])
    assert.equal(await service.invoke(handle, name), 'null');
  assert.deepEqual(log, [
    'Warning Bell.ring returned a value, but declares no "returns"',
    'Warning Bell.hum returned a value, but declares no "returns"',
  ]);
});
