import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createModel, defineStored } from '../../../../test/support/stored-model.js';
import { createPlainHost } from '../../index.js';
import { packageVersion } from '../../package-version.js';
import { diskFiles } from '../disk/disk-files.js';
import { DocumentText } from '../document/document-text.js';
import { formats } from '../format.js';
import { LiveDocument } from '../live-document.js';
import { OpenScene } from '../open-scene.js';
import { ProjectFolder } from '../project/project-folder.js';
import { ProjectSettings } from '../project-settings.js';

class Aim {
  n = 1;
}

const hosts: { stop(): unknown }[] = [];
after(() => hosts.forEach((host) => void host.stop()));

/** An object with a list in application code, which `check` may refuse; the file refers to `k0`, `k1`, … */
function setUp(count: number, check: (list: readonly (Aim | null)[]) => void = () => {}) {
  let reads = 0;
  const sets: (readonly (Aim | null)[])[] = [];
  const changed: string[] = [];
  class Desk {
    #list: readonly (Aim | null)[] = [];
    get list() {
      reads++;
      return this.#list;
    }
    set list(list) {
      sets.push(list);
      check(list);
      this.#list = list;
    }
  }
  const host = createPlainHost({ name: 'Test', log: () => {}, loop: 'own' });
  hosts.push(host);
  const model = createModel(host, { isActive: true, changed: ({ path }) => void changed.push(path) });
  defineStored(model, Aim, {});
  defineStored(model, Desk, { list: { type: 'Aim?[]', observed: false } });
  const desk = new Desk();
  model.objects.register(desk, { sourceKey: 'desk' });
  const project = new ProjectFolder('/nowhere', diskFiles, host.log);
  const settings = new ProjectSettings(model, host.application, packageVersion, project, host.log);
  const scene = new OpenScene(model, host, settings);
  scene.begin();
  const references = Array.from({ length: count }, (_, i) => ({ '@ref': `k${i}` }));
  const text = JSON.stringify({
    format: 'jp.lilium.remotecontrol.live',
    formatVersion: 1,
    objects: [{ '@source': 'desk', '@type': 'Desk', list: references }],
  });
  const scanned = DocumentText.read('a.live.json', Buffer.from(text), formats.live);
  scene.open(LiveDocument.of(model, host, scanned), 'a.live.json');
  model.dirty.markAllClean();
  return {
    desk,
    sets,
    get isUnsaved() {
      return scene.hasUnsavedChanges;
    },
    /** Registers objects in one frame. @returns how often it read the list, and the changed paths */
    register(aims: ReadonlyMap<number, Aim>) {
      for (const [i, aim] of aims) model.objects.register(aim, { sourceKey: `k${i}` });
      reads = 0;
      sets.length = 0;
      changed.length = 0;
      host.tick();
      return { reads, changed: changed.filter((path) => path.startsWith('list')) };
    },
  };
}

const aimsOf = (indexes: readonly number[]) => new Map(indexes.map((i) => [i, new Aim()]));
const range = (count: number) => Array.from({ length: count }, (_, i) => i);

test('a list in application code is read and set once for all its resolved elements', () => {
  const reads = [10, 1000].map((count) => {
    const { desk, sets, register, ...scene } = setUp(count);
    // One of them stays pending.
    const aims = aimsOf(range(count - 1));
    const frame = register(aims);
    assert.equal(sets.length, 1);
    assert.deepEqual(desk.list, [...aims.values(), null]);
    assert.deepEqual(
      frame.changed,
      range(count - 1).map((i) => `list/${i}`),
    );
    assert.equal(scene.isUnsaved, false);
    const last = new Aim();
    assert.deepEqual(register(new Map([[count - 1, last]])).changed, [`list/${count - 1}`]);
    assert.deepEqual(desk.list, [...aims.values(), last]);
    return frame.reads;
  });
  assert.equal(reads[0], reads[1], 'the list is read for each element');
});

test('elements of a list that its setter refuses stay pending together', () => {
  const refused = new Set<Aim>();
  const { desk, register } = setUp(4, (list) => {
    for (const each of list) if (each !== null && refused.has(each)) throw new RangeError('not that one');
  });
  const aims = aimsOf(range(3));
  refused.add(aims.get(1)!);
  assert.deepEqual(register(aims).changed, []);
  assert.deepEqual(desk.list, [null, null, null, null]);
  refused.clear();
  const last = new Aim();
  assert.deepEqual(
    new Set(register(new Map([[3, last]])).changed),
    new Set(range(4).map((i) => `list/${i}`)),
  );
  assert.deepEqual(desk.list, [...aims.values(), last]);
});

test('elements that resolve in different frames have the positions of the file', () => {
  const { desk, register } = setUp(4);
  const [late, early] = [aimsOf([3, 1]), aimsOf([2])];
  assert.deepEqual(register(early).changed, ['list/2']);
  assert.deepEqual(register(late).changed, ['list/1', 'list/3']);
  assert.deepEqual(desk.list, [null, late.get(1), early.get(2), late.get(3)]);
});
