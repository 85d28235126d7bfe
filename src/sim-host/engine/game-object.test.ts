import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Engine } from './engine.js';
import {
  Component,
  destroy,
  gameObjectOf,
  instanceIdOf,
  isDestroyed,
  MissingReferenceError,
} from './game-object.js';

class Light extends Component {
  name = 'a member that the engine must not claim';
}

function studio() {
  const engine = new Engine({
    application: { name: 'Test', version: '1', engineVersion: '1', mode: 'player' },
    clock: 'manual',
    idStart: 2n ** 63n - 2n,
  });
  engine.scenes.register({ name: 'Studio', buildIndex: 0, populate: () => {} });
  engine.scenes.register({ name: 'Rooftop', buildIndex: -1, populate: () => {} });
  engine.scenes.load('Studio', 'single');
  return engine;
}

test('ids of objects and components come from one 64-bit counter and identify their objects', () => {
  const engine = studio();
  const lamp = engine.objects.create('Lamp');
  const light = lamp.addComponent(new Light());
  const next = engine.objects.create('Next');
  assert.deepEqual(
    [lamp.instanceId, instanceIdOf(light), next.instanceId],
    [2n ** 63n - 2n, 2n ** 63n - 1n, -(2n ** 63n)],
  );
  assert.equal(engine.objects.find(2n ** 63n - 1n), light);
  assert.equal(instanceIdOf(new Light()), undefined);
});

test('listeners are called before an object, its children and its components are destroyed', () => {
  const engine = studio();
  const lamp = engine.objects.create('Lamp');
  const bulb = engine.objects.create('Bulb', { parent: lamp });
  const light = bulb.addComponent(new Light());
  const reported: string[] = [];
  engine.objects.onDestroyed((target) => {
    reported.push(
      `${target.constructor.name} of ${gameObjectOf(target)?.name}, dead: ${isDestroyed(target)}`,
    );
    destroy(target);
  });
  lamp.destroy();
  lamp.destroy();
  assert.deepEqual(reported, [
    'GameObject of Lamp, dead: false',
    'Light of Bulb, dead: false',
    'GameObject of Bulb, dead: false',
  ]);
  assert.ok([lamp, bulb, light].every(isDestroyed));
  assert.equal(engine.objects.find(lamp.instanceId), undefined);
  assert.throws(() => lamp.name, MissingReferenceError);
  assert.throws(() => (lamp.activeSelf = false), /"Lamp" has been destroyed/);
});

test('a single component can be destroyed', () => {
  const engine = studio();
  const lamp = engine.objects.create('Lamp');
  const light = lamp.addComponent(new Light());
  destroy(light);
  assert.equal(isDestroyed(light), true);
  assert.deepEqual(lamp.components, []);
  assert.throws(() => lamp.addComponent(light), /already belongs to a game object/);
});

test('children move to the scene of their parent, and an object cannot become its own descendant', () => {
  const engine = studio();
  const rooftop = engine.scenes.load('Rooftop', 'additive');
  const parent = engine.objects.create('Parent', { scene: rooftop });
  const child = engine.objects.create('Child');
  const grandchild = engine.objects.create('Grandchild', { parent: child });
  child.parent = parent;
  assert.equal(grandchild.scene, rooftop);
  assert.throws(() => (parent.parent = grandchild), /child of itself/);
});

test('a change is reported once, and only if a value differs', () => {
  const engine = studio();
  const lamp = engine.objects.create('Lamp');
  const reported: string[] = [];
  engine.objects.onChanged((gameObject, aspect) => reported.push(`${gameObject.name} ${aspect}`));
  lamp.name = 'Lamp';
  lamp.activeSelf = true;
  lamp.transform = structuredClone(lamp.transform);
  assert.deepEqual(reported, []);
  lamp.name = 'Light';
  lamp.activeSelf = false;
  lamp.transform = { ...lamp.transform, position: { x: 1, y: 0, z: 0 } };
  lamp.addComponent(new Light());
  lamp.parent = engine.objects.create('Stand');
  assert.deepEqual(reported, [
    'Light name',
    'Light active',
    'Light transform',
    'Light components',
    'Light parent',
  ]);
});
