import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryFiles } from '../../../../test/model-based/files/memory-files.js';
import {
  createPlainHost,
  exposedClass,
  exposedField,
  exposedProperty,
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

/** @param texts the files of the project */
function build(texts: ReadonlyMap<string, string>) {
  const files = new MemoryFiles(texts);
  const plain = createPlainHost({ name: 'Test', log: () => {}, loop: 'own' });
  const service = new RemoteControlService({
    host: plain,
    http: { port: 0 },
    project: { folder, files },
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
    files: files.texts,
    live: service.live!,
    lamp,
    handle,
    here,
    /** Registers an object and runs the frame that resolves the references to it. */
    register: (key: string) => {
      const each = register(key).lamp;
      plain.tick();
      return each;
    },
  };
}

/** Reads the lamp of a host that starts with these files and all objects. */
async function afterRestart(
  files: ReadonlyMap<string, string>,
  read: (lamp: Lamp) => unknown,
  keys: string[],
) {
  const again = build(files);
  for (const key of keys) again.register(key);
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
    name: 'an element that the later entry omits',
    entries: [{ friends: [to('here'), to('late')] }, { friends: [to('here')] }],
    read: ({ friends }) => friends[1],
    isOverruled: true,
  },
  {
    name: 'an inner member',
    entries: [{ lens: { aim: to('late') } }, { lens: { aim: to('here') } }],
    read: ({ lens }) => lens.aim,
    isOverruled: true,
  },
  {
    name: 'an inner member that the later entry does not mention',
    entries: [{ lens: { aim: to('late') } }, { lens: { focal: 7 } }],
    read: ({ lens }) => lens.aim,
    isOverruled: false,
  },
  {
    name: 'a member of an element that the later entry does not mention',
    entries: [{ lenses: [{}, { aim: to('late') }] }, { lenses: [{ focal: 7 }] }],
    read: ({ lenses }) => lenses[1]?.aim,
    isOverruled: false,
  },
  {
    name: 'a member of an element that the later entry replaces',
    entries: [
      { lenses: [{ aim: to('late') }] },
      { lenses: [{ '@op': 'removed' }, {}, { '@op': 'new', '@type': 'Precedence.Lens' }] },
    ],
    read: ({ lenses }) => lenses[0]?.aim,
    isOverruled: true,
  },
  {
    name: 'a member with an invalid value in the later entry',
    entries: [{ friend: to('late') }, { friend: 5 }],
    read: ({ friend }) => friend,
    isOverruled: false,
  },
];

for (const { name, entries, read, isOverruled } of cases) {
  test(`LSC-17: the later of two entries wins, even if the first one resolves later: ${name}`, async () => {
    const { files, live, lamp, register } = build(new Map([[livePath, scene(...entries)]]));
    await live.loadCurrentDataFrom(livePath);
    const before = read(lamp);
    const late = register('late');
    assert.equal(read(lamp), isOverruled ? before : late);
    assert.equal(live.hasUnsavedChanges, false);
    const text = files.get(livePath);
    await live.save();
    assert.equal(files.get(livePath), text);
    // A start with all objects present gives the same result.
    const again = await afterRestart(files, (each) => read(each) === undefined || read(each) === null, [
      'late',
    ]);
    assert.equal(again, read(lamp) === undefined || read(lamp) === null);
  });
}

test('LSC-17: the later of two entries wins in settings', async () => {
  const path = `${folder}/Settings/Precedence.Lamp.settings.json`;
  const entry = { '@source': 'lamp', '@type': 'Precedence.Lamp' };
  const text = file('projectsettings', { ...entry, partner: to('late') }, { ...entry, partner: to('here') });
  const { live, lamp, here, register } = build(new Map([[path, text]]));
  await live.start();
  assert.equal(lamp.partner, here);
  register('late');
  assert.equal(lamp.partner, here);
});

test('LSC-17: two pending entries apply in the order of the file, whichever resolves first', async () => {
  const { live, lamp, register } = build(
    new Map([[livePath, scene({ friend: to('first') }, { friend: to('second') })]]),
  );
  await live.loadCurrentDataFrom(livePath);
  const second = register('second');
  assert.equal(lamp.friend, second);
  register('first');
  assert.equal(lamp.friend, second);
});

test('LSC-17: an import overrides pending values of the open file and is saved', async () => {
  const { files, live, lamp, register } = build(
    new Map([
      [livePath, scene({ friend: to('late'), lens: { aim: to('late') } })],
      [`${folder}/b.live.json`, scene({ friend: null })],
    ]),
  );
  await live.loadCurrentDataFrom(livePath);
  await live.import('b.live.json');
  const late = register('late');
  assert.equal(lamp.friend, null);
  assert.equal(lamp.lens.aim, late);
  assert.equal(live.hasUnsavedChanges, true);
  await live.save();
  const [entry] = JSON.parse(files.get(livePath)!).objects;
  assert.equal(entry.friend, null);
  assert.deepEqual(entry.lens, { aim: to('late') });
  assert.equal(live.hasUnsavedChanges, false);
});

test('LSC-17: a preset cancels only the pending values that it mentions', async () => {
  const preset = {
    format: 'jp.lilium.remotecontrol.preset',
    formatVersion: 1,
    object: { '@type': 'Precedence.Lamp', friend: to('here'), lens: { focal: 7 }, lenses: [{ focal: 8 }] },
  };
  const files = new Map([
    [livePath, scene({ friend: to('late'), lens: { aim: to('late') }, lenses: [{}, { aim: to('late') }] })],
    [`${folder}/Presets/p.preset.json`, JSON.stringify(preset)],
  ]);
  const { service, live, lamp, handle, here, register } = build(files);
  await live.loadCurrentDataFrom(livePath);
  await service.presets!.load(handle, 'p');
  const late = register('late');
  assert.equal(lamp.friend, here);
  assert.equal(lamp.lens.aim, late);
  // A preset contains whole lists.
  assert.deepEqual(
    lamp.lenses.map(({ focal, aim }) => [focal, aim]),
    [[8, null]],
  );
});
