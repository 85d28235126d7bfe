import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exposedClass, exposedField } from '../../classes/decorators.js';
import { createPlainHost } from '../../plain/plain-host.js';
import { RemoteControlService } from '../../service.js';
import { isSelfContained } from './self-contained.js';

@exposedClass({ name: 'Alone.Size', kind: 'struct' })
class Size {
  @exposedField({ type: 'Single' }) accessor width = 1;
  @exposedField({ type: 'Vector3' }) accessor at = { x: 0, y: 0, z: 0 };
}

@exposedClass({ name: 'Alone.Look', kind: 'struct' })
class Look {
  @exposedField({ type: 'Single' }) accessor width = 1;
  @exposedField({ type: 'Asset<Clip>' }) accessor clip: string | null = null;
}

@exposedClass({ name: 'Alone.Box', kind: 'struct' })
class Box {
  @exposedField({ type: 'Alone.Size' }) accessor size = new Size();
}

@exposedClass({ name: 'Alone.Node' })
class Node {
  @exposedField({ type: 'Single' }) accessor single = 1;
  @exposedField({ type: 'Single[]' }) accessor singles = [1];
  @exposedField({ type: 'Asset<Clip>' }) accessor asset: string | null = null;
  @exposedField({ type: 'Asset<Clip>[]' }) accessor assets: string[] = [];
  @exposedField({ type: 'Alone.Size' }) accessor plain = new Size();
  @exposedField({ type: 'Alone.Size[]' }) accessor plains: Size[] = [];
  @exposedField({ type: 'Alone.Look' }) accessor look = new Look();
  @exposedField({ type: 'Alone.Box' }) accessor box = new Box();
  @exposedField({ type: 'Alone.Node?' }) accessor next: Node | null = null;
}

test('a type without references or assets is self-contained', () => {
  const host = createPlainHost({ name: 'Test', loop: 'own', log() {} });
  const { objects } = new RemoteControlService({ host, http: { port: 0 } });
  const { members } = objects.register(new Node(), { sourceKey: 'node' }).class;
  assert.deepEqual(
    members.filter(({ type }) => isSelfContained(type)).map(({ name }) => name),
    ['single', 'singles', 'plain', 'plains'],
  );
});
