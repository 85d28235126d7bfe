import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proxyOfTraps } from '../../../test/support/hostile.js';
import { createPlainHost, exposeClass, RemoteControlService } from '../index.js';
import { resultProblem } from './function-result.js';

class Lens {
  focalLength = 50;
  next: unknown = null;
}
class Zoom extends Lens {}
class Other {}

exposeClass(Lens, {
  kind: 'class',
  fields: { focalLength: { type: 'Single' }, next: { type: 'Lens' } },
});
exposeClass(Zoom, { kind: 'class', fields: {} });
exposeClass(Other, { kind: 'class', fields: {} });
class Spot {
  power = 1;
}
exposeClass(Spot, { kind: 'struct', fields: { power: { type: 'Single' } } });

const { classes, objects } = new RemoteControlService({
  host: createPlainHost({ name: 'Test', log: () => {} }),
  http: { port: 0 },
});
classes.defineEnum({
  name: 'Mode',
  values: [
    { name: 'Off', value: 0 },
    { name: 'On', value: 1 },
  ],
});

function check(type: string, value: unknown): string | undefined {
  return resultProblem(classes.type(type), value);
}

test('results of the declared type are accepted', () => {
  const cycle = new Lens();
  cycle.next = cycle;
  const registered = new Zoom();
  objects.register(registered);
  for (const [type, value] of [
    ['Single', 0.5],
    ['Single', Number.NaN],
    ['Double', Number.NEGATIVE_INFINITY],
    ['Int32', -5],
    ['Int32', 5n],
    ['Int64', 2n ** 60n],
    ['Boolean', false],
    ['String', 'text'],
    ['String', 5],
    ['String', null],
    ['String', undefined],
    ['Mode', 1],
    ['Mode', 'On'],
    ['Vector3', { x: 1, y: 2, z: 3 }],
    ['Single[]', [1, 2]],
    ['Single[]', new Float32Array(2)],
    ['Single[]', null],
    ['Single?', null],
    ['Lens', new Lens()],
    ['Lens', new Zoom()],
    ['Lens', registered],
    ['Lens', { focalLength: 5, next: null }],
    ['Lens', null],
    ['Lens', undefined],
    ['Lens', cycle],
    ['Lens[]', [cycle, cycle, null]],
    ['Asset<Texture>', 'guid'],
  ] as const)
    assert.equal(check(type, value), undefined, `${type}: ${String(value)}`);
});

test('a wrong result is reported with its path, the expected type and the given type', () => {
  const deep = new Lens();
  deep.next = Object.assign(new Zoom(), { focalLength: 'long' });
  for (const [type, value, message] of [
    ['Single', 'abc', 'expected Single, got a string'],
    ['Single', '5', 'expected Single, got a string'],
    ['Single', 5n, 'expected Single, got a bigint'],
    ['Single', undefined, 'expected Single, got undefined'],
    ['Single', null, 'expected Single, got null'],
    ['Int32', 1.5, 'expected Int32, got a number'],
    ['Int32', Number.NaN, 'expected Int32, got a number'],
    ['Int32', 2 ** 31, 'expected Int32, got a number'],
    ['Boolean', 1, 'expected Boolean, got a number'],
    ['String', {}, 'expected String, got an object of Object'],
    ['String', Symbol('s'), 'expected String, got a symbol'],
    ['Mode', 'Dim', 'expected Mode, got a string'],
    ['Mode', 0.5, 'expected Mode, got a number'],
    ['Vector3', { x: 1, y: 2 }, 'expected Vector3, got an object of Object'],
    ['Vector3', null, 'expected Vector3, got null'],
    ['Single[]', { length: 1 }, 'expected Single[], got an object of Object'],
    ['Single[]', [1, 'two'], 'expected Single at 1, got a string'],
    ['Spot', null, 'expected Spot, got null'],
    ['Spot', undefined, 'expected Spot, got undefined'],
    ['Lens', 5, 'expected Lens, got a number'],
    ['Lens', new Other(), 'expected Lens, got an object of Other'],
    ['Lens', new Date(), 'expected Lens, got an object of Date'],
    ['Lens', [], 'expected Lens, got an array'],
    ['Lens', deep, 'expected Single at next/focalLength, got a string'],
    ['Asset<Texture>', 5, 'expected the GUID of an asset (Texture), got a number'],
  ] as const)
    assert.equal(check(type, value), message);
});

test('a long chain is checked to its end without recursion', () => {
  let chain: Lens = Object.assign(new Lens(), { focalLength: 'short' });
  for (let i = 0; i < 50_000; i++) chain = Object.assign(new Lens(), { next: chain });
  assert.match(check('Lens', chain)!, /^expected Single at next\/next\/.*focalLength, got a string$/);
});

test('a result whose inspection throws makes the call fail with 500', () => {
  assert.throws(() => check('Lens', proxyOfTraps), /a trap/);
});
