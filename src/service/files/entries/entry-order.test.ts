import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createPlainHost,
  exposedClass,
  exposedField,
  exposedProperty,
  type FileStore,
  RemoteControlService,
} from '../../index.js';

@exposedClass({ name: 'Precedence.Lens' })
class Lens {
  @exposedField({ type: 'Precedence.Lamp', nullable: true }) accessor aim: Lamp | null = null;
  @exposedField({ type: 'Int32' }) accessor focal = 35;
}

@exposedClass({ name: 'Precedence.Lamp' })
class Lamp {
  @exposedField({ type: 'Precedence.Lamp', nullable: true }) accessor friend: Lamp | null = null;
  @exposedField({ type: 'Precedence.Lamp?[]' }) accessor friends: (Lamp | null)[] = [];
  @exposedField() accessor lens = new Lens();
  @exposedField({ type: 'Precedence.Lens[]' }) accessor lenses = [new Lens(), new Lens()];
  @exposedProperty({ type: 'Precedence.Lamp', nullable: true, persist: true, persistScope: 'project' })
  accessor partner: Lamp | null = null;
}

const folder = '/project';
const livePath = `${folder}/a.live.json`;

function file(format: string, ...objects: object[]): string {
  return `${JSON.stringify({ format: `jp.lilium.remotecontrol.${format}`, formatVersion: 1, objects })}\n`;
}

const scene = (...entries: object[]) =>
  file('live', ...entries.map((each) => ({ '@source': 'lamp', '@type': 'Precedence.Lamp', ...each })));
const to = (key: string) => ({ '@ref': key });

function build(files: Map<string, string>) {
  const store: FileStore = {
    readBytes: async (path) => {
      const text = files.get(path.replaceAll('\\', '/'));
      return text === undefined ? undefined : Buffer.from(text);
    },
    write: async (path, text) => void files.set(path.replaceAll('\\', '/'), text),
    async *list(path) {
      const start = `${path.replaceAll('\\', '/')}/`;
      for (const each of files.keys())
        if (each.startsWith(start)) yield { name: each.slice(start.length), kind: 'file' } as const;
    },
    remove: async () => {},
    isFolder: async () => true,
    realPath: async (path) => path,
    createFolder: async () => {},
  };
  const plain = createPlainHost({ name: 'Test', log: () => {}, loop: 'own' });
  const service = new RemoteControlService({
    host: plain,
    http: { port: 0 },
    project: { folder, files: store },
  });
  const register = (sourceKey: string) => {
    const lamp = new Lamp();
    const handle = service.objects.register(lamp, { sourceKey });
    return { lamp, handle };
  };
  const { lamp, handle } = register('lamp');
  const here = register('here').lamp;
  return {
    service,
    live: service.live!,
    lamp,
    handle,
    here,
    /** It is there, and what waited for it has been given. */
    come: (key: string) => {
      const each = register(key).lamp;
      plain.tick();
      return each;
    },
  };
}

/** The lamp as a host has it that starts on the files when everything is there. */
async function afterRestart(files: Map<string, string>, read: (lamp: Lamp) => unknown, keys: string[]) {
  const again = build(new Map(files));
  for (const key of keys) again.come(key);
  await again.live.loadCurrentDataFrom(livePath);
  return read(again.lamp);
}

const cases: readonly {
  readonly name: string;
  readonly entries: readonly object[];
  readonly read: (lamp: Lamp) => Lamp | null | undefined;
  readonly isOverruled: boolean;
}[] = [
  {
    name: 'a member',
    entries: [{ friend: to('late') }, { friend: to('here') }],
    read: ({ friend }) => friend,
    isOverruled: true,
  },
  {
    name: 'an element of an array',
    entries: [{ friends: [to('here'), to('late')] }, { friends: [to('here'), to('here')] }],
    read: ({ friends }) => friends[1],
    isOverruled: true,
  },
  {
    name: 'an element that is there no more',
    entries: [{ friends: [to('here'), to('late')] }, { friends: [to('here')] }],
    read: ({ friends }) => friends[1],
    isOverruled: true,
  },
  {
    name: 'a member inside',
    entries: [{ lens: { aim: to('late') } }, { lens: { aim: to('here') } }],
    read: ({ lens }) => lens.aim,
    isOverruled: true,
  },
  {
    name: 'a member inside, beside which something is said',
    entries: [{ lens: { aim: to('late') } }, { lens: { focal: 7 } }],
    read: ({ lens }) => lens.aim,
    isOverruled: false,
  },
  {
    name: 'a member of an element, beside which something is said',
    entries: [{ lenses: [{}, { aim: to('late') }] }, { lenses: [{ focal: 7 }] }],
    read: ({ lenses }) => lenses[1]?.aim,
    isOverruled: false,
  },
  {
    name: 'a member of an element that is taken out and put there anew',
    entries: [
      { lenses: [{ aim: to('late') }] },
      { lenses: [{ '@op': 'removed' }, {}, { '@op': 'new', '@type': 'Precedence.Lens' }] },
    ],
    read: ({ lenses }) => lenses[0]?.aim,
    isOverruled: true,
  },
  {
    name: 'a member of which the later entry says what it cannot be',
    entries: [{ friend: to('late') }, { friend: 5 }],
    read: ({ friend }) => friend,
    isOverruled: false,
  },
];

for (const { name, entries, read, isOverruled } of cases) {
  test(`LSC-17: of two entries the later counts, also once what the first waits for has come: ${name}`, async () => {
    const files = new Map([[livePath, scene(...entries)]]);
    const { live, lamp, come } = build(files);
    await live.loadCurrentDataFrom(livePath);
    const before = read(lamp);
    const late = come('late');
    assert.equal(read(lamp), isOverruled ? before : late);
    assert.equal(live.hasUnsavedChanges, false);
    const text = files.get(livePath);
    await live.save();
    assert.equal(files.get(livePath), text);
    // A start that finds everything makes the same of it.
    const again = await afterRestart(files, (each) => read(each) === undefined || read(each) === null, [
      'late',
    ]);
    assert.equal(again, read(lamp) === undefined || read(lamp) === null);
  });
}

test('LSC-17: the same in settings', async () => {
  const path = `${folder}/Settings/Precedence.Lamp.settings.json`;
  const entry = { '@source': 'lamp', '@type': 'Precedence.Lamp' };
  const text = file('projectsettings', { ...entry, partner: to('late') }, { ...entry, partner: to('here') });
  const { live, lamp, here, come } = build(new Map([[path, text]]));
  await live.start();
  assert.equal(lamp.partner, here);
  come('late');
  assert.equal(lamp.partner, here);
});

test('LSC-17: two entries that wait are given in the order of the file, in whatever order their objects come', async () => {
  const { live, lamp, come } = build(
    new Map([[livePath, scene({ friend: to('first') }, { friend: to('second') })]]),
  );
  await live.loadCurrentDataFrom(livePath);
  const second = come('second');
  assert.equal(lamp.friend, second);
  come('first');
  assert.equal(lamp.friend, second);
});

test('LSC-17: what is imported comes over what waits in the open file, and is what is saved', async () => {
  const files = new Map([
    [livePath, scene({ friend: to('late'), lens: { aim: to('late') } })],
    [`${folder}/b.live.json`, scene({ friend: null })],
  ]);
  const { live, lamp, come } = build(files);
  await live.loadCurrentDataFrom(livePath);
  await live.import('b.live.json');
  const late = come('late');
  assert.equal(lamp.friend, null);
  assert.equal(lamp.lens.aim, late);
  assert.equal(live.hasUnsavedChanges, true);
  await live.save();
  const [entry] = JSON.parse(files.get(livePath)!).objects;
  assert.equal(entry.friend, null);
  assert.deepEqual(entry.lens, { aim: to('late') });
  assert.equal(live.hasUnsavedChanges, false);
});

test('LSC-17: a preset ends the waiting of what it says, and of nothing else', async () => {
  const preset = {
    format: 'jp.lilium.remotecontrol.preset',
    formatVersion: 1,
    object: { '@type': 'Precedence.Lamp', friend: to('here'), lens: { focal: 7 }, lenses: [{ focal: 8 }] },
  };
  const files = new Map([
    [livePath, scene({ friend: to('late'), lens: { aim: to('late') }, lenses: [{}, { aim: to('late') }] })],
    [`${folder}/Presets/p.preset.json`, JSON.stringify(preset)],
  ]);
  const { service, live, lamp, handle, here, come } = build(files);
  await live.loadCurrentDataFrom(livePath);
  await service.presets!.load(handle, 'p');
  const late = come('late');
  assert.equal(lamp.friend, here);
  assert.equal(lamp.lens.aim, late);
  // A preset holds lists whole.
  assert.deepEqual(
    lamp.lenses.map(({ focal, aim }) => [focal, aim]),
    [[8, null]],
  );
});
