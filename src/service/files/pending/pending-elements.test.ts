import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createPlainHost } from '../../index.js';
import { ExposedModel } from '../../model/model.js';
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

/** An object whose list application code gives, which `check` may refuse; the file says references to `k0`, `k1`, … */
function setUp(count: number, check: (list: readonly (Aim | null)[]) => void = () => {}) {
  let reads = 0;
  const sets: (readonly (Aim | null)[])[] = [];
  const told: string[] = [];
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
  const model = new ExposedModel(host, { find: () => undefined }, (key) => key, {
    active: true,
    changed: ({ path }) => void told.push(path),
    reparented: () => {},
  });
  const functions = [] as const;
  model.classes.define({
    name: 'Aim',
    kind: 'class',
    members: [],
    functions,
    constructorFunction: Aim,
    create: () => new Aim(),
  });
  model.classes.define({
    name: 'Desk',
    kind: 'class',
    members: [
      {
        name: 'list',
        kind: 'field',
        type: 'Aim?[]',
        observed: false,
        get: (target) => (target as Desk).list,
        set: (target, value) => {
          (target as Desk).list = value as Aim[];
        },
      },
    ],
    functions,
    constructorFunction: Desk,
    create: () => new Desk(),
  });
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
    /** Objects come in one frame. @returns how often the list was read in it, and what was told of */
    come(aims: ReadonlyMap<number, Aim>) {
      for (const [i, aim] of aims) model.objects.register(aim, { sourceKey: `k${i}` });
      reads = 0;
      sets.length = 0;
      told.length = 0;
      host.tick();
      return { reads, told: told.filter((path) => path.startsWith('list')) };
    },
  };
}

const aimsOf = (indexes: readonly number[]) => new Map(indexes.map((i) => [i, new Aim()]));
const range = (count: number) => Array.from({ length: count }, (_, i) => i);

test('a list that code gives is read and set once for all that comes into it, and each element is told of', () => {
  const reads = [10, 1000].map((count) => {
    const { desk, sets, come, ...scene } = setUp(count);
    // One of them does not come yet.
    const aims = aimsOf(range(count - 1));
    const frame = come(aims);
    assert.equal(sets.length, 1);
    assert.deepEqual(desk.list, [...aims.values(), null]);
    assert.deepEqual(
      frame.told,
      range(count - 1).map((i) => `list/${i}`),
    );
    assert.equal(scene.isUnsaved, false);
    const last = new Aim();
    assert.deepEqual(come(new Map([[count - 1, last]])).told, [`list/${count - 1}`]);
    assert.deepEqual(desk.list, [...aims.values(), last]);
    return frame.reads;
  });
  assert.equal(reads[0], reads[1], 'the list is read for each element');
});

test('an element that the setter of its list refuses waits alone', () => {
  const refused = new Set<Aim>();
  const { desk, sets, come } = setUp(64, (list) => {
    for (const each of list) if (each !== null && refused.has(each)) throw new RangeError('not that one');
  });
  const aims = aimsOf(range(63));
  refused.add(aims.get(5)!);
  const { told } = come(aims);
  const all = [...aims.values(), null];
  assert.deepEqual(desk.list, all.with(5, null));
  assert.deepEqual(
    new Set(told),
    new Set(
      range(63)
        .filter((i) => i !== 5)
        .map((i) => `list/${i}`),
    ),
  );
  assert.ok(sets.length < 32, `${sets.length} calls of the setter`);
  refused.clear();
  const last = new Aim();
  assert.deepEqual(come(new Map([[63, last]])).told, ['list/5', 'list/63']);
  assert.deepEqual(desk.list, [...aims.values(), last]);
});

test('what comes in several frames stands where the file says', () => {
  const { desk, come } = setUp(4);
  const [late, early] = [aimsOf([3, 1]), aimsOf([2])];
  assert.deepEqual(come(early).told, ['list/2']);
  assert.deepEqual(come(late).told, ['list/1', 'list/3']);
  assert.deepEqual(desk.list, [null, late.get(1), early.get(2), late.get(3)]);
});
