import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createModel } from '../../../../test/support/stored-model.js';
import { reportTo } from '../../common/application-code.js';
import { createPlainHost } from '../../index.js';
import { DocumentText } from '../document/document-text.js';
import { formats } from '../format.js';
import { BoundDocument } from './bound-document.js';

class Rig {}
class Lamp {}

/** Creates a game object with components; a file refers to the first one. */
function build() {
  const plain = createPlainHost({ name: 'Test', log: () => {} });
  const rig = new Rig();
  const components: Lamp[] = [new Lamp()];
  const ids = new Map<object, bigint>();
  const idOf = (target: object) => ids.get(target) ?? ids.set(target, BigInt(ids.size + 1000)).get(target);
  const objects = {
    ...plain.objects,
    gameObject: (target: object) => (target instanceof Rig || target instanceof Lamp ? rig : undefined),
    components: () => components,
    instanceId: idOf,
    instanceIdToObject: (id: bigint) => [...ids].find(([, each]) => each === id)?.[0],
  };
  const model = createModel({ ...plain, objects });
  const define = (name: string, kind: 'component' | 'gameObject', constructorFunction: typeof Rig) =>
    model.classes.define({ name, kind, members: [], functions: [], constructorFunction });
  define('Bound.Rig', 'gameObject', Rig);
  define('Bound.Lamp', 'component', Lamp);
  model.objects.register(rig, { sourceKey: 'rig' });
  const text = `{"format":"jp.lilium.remotecontrol.live","objects":[{"@source":"rig.components[0]","@type":"Bound.Lamp"}]}`;
  const read = DocumentText.read('a.live.json', Buffer.from(text), formats.live);
  return { components, document: new BoundDocument(model, reportTo(plain.log), 'scene', read) };
}

test('an entry is rebound only when another component takes the position of its target', () => {
  const { components, document } = build();
  const [entry] = document.entries;
  document.applyEntries();
  const first = entry?.object;
  assert.equal(first?.owner.target, components[0]);
  document.applyEntries();
  assert.equal(entry?.object, first);
  components.unshift(new Lamp());
  document.applyEntries();
  assert.equal(entry?.object?.owner.target, components[0]);
  assert.deepEqual(document.entriesOf({ target: components[0]! }), [entry]);
  assert.deepEqual(document.entriesOf({ target: components[1]! }), []);
});
