import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryFiles } from '../../../test/model-based/files/memory-files.js';
import {
  createPlainHost,
  exposedClass,
  exposedField,
  exposedProperty,
  type Host,
  type Json,
  type LogEntry,
  RemoteControlService,
} from '../index.js';

@exposedClass({ name: 'Loading.Lens' })
class Lens {
  @exposedField({ type: 'Single' }) accessor focal = 35;
  @exposedField({ type: 'Single' }) accessor depth = 1;
}

function lensOf(focal: number): Lens {
  return Object.assign(new Lens(), { focal });
}

@exposedClass({ name: 'Loading.Lamp' })
class Lamp {
  breaks: 'getter' | 'setter' | undefined;
  onPower = () => {};
  #power = 1;
  @exposedField({ type: 'Int32' }) accessor before = 1;
  @exposedField({ type: 'Int32' }) get power() {
    if (this.breaks === 'getter') throw new TypeError('no power');
    return this.#power;
  }
  set power(value: number) {
    this.#power = value;
    if (this.breaks === 'setter') throw new RangeError(`no ${value}`);
    this.onPower();
  }
  @exposedField({ type: 'Int32' }) accessor after = 1;
  @exposedField() accessor lens = new Lens();
  @exposedField({ type: 'Loading.Lens?[]' }) accessor lenses: (Lens | null)[] = [24, 85].map(lensOf);
  @exposedField({ type: 'Loading.Lamp', nullable: true }) accessor friend: Lamp | null = null;
  @exposedProperty({ type: 'Int32', persist: true, persistScope: 'project' }) accessor global = 1;
  @exposedProperty({ type: 'Int32', persist: true, persistScope: 'project' }) accessor other = 1;
}

const path = '/project/a.live.json';
const settingsPath = '/project/Settings/Loading.Lamp.settings.json';

interface BuildOptions {
  readonly scenes?: Host['scenes'];
  readonly spawner?: Host['spawner'];
  readonly unreadable?: string;
}

async function* listAllBut(unreadable: string, files: MemoryFiles, folder: string) {
  if (folder.endsWith(unreadable)) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
  yield* MemoryFiles.prototype.list.call(files, folder);
}

function build({ scenes, spawner, unreadable }: BuildOptions = {}) {
  const store = new MemoryFiles();
  const files = store.texts;
  const log: LogEntry[] = [];
  if (unreadable !== undefined) store.list = (folder) => listAllBut(unreadable, store, folder);
  const plain = createPlainHost({ name: 'Test', log: (entry) => void log.push(entry), loop: 'own' });
  const host: Host = { ...plain, ...(scenes && { scenes }), ...(spawner && { spawner }) };
  const service = new RemoteControlService({
    host,
    http: { port: 0 },
    project: { folder: '/project', files: store },
  });
  const lamp = new Lamp();
  const handle = service.objects.register(lamp, { sourceKey: 'lamp' });
  return {
    service,
    live: service.live!,
    lamp,
    handle,
    files,
    exceptions: () => log.filter(({ level }) => level === 'Exception').map(({ message }) => message),
    errors: () => log.filter(({ level }) => level === 'Error').map(({ message }) => message),
    frame: () => plain.tick(),
    edit: (member: string, value: number | null) => service.property(handle, member).set(value, 'user'),
  };
}

function liveFile(...objects: string[]): string {
  return `{
  "format": "jp.lilium.remotecontrol.live",
  "formatVersion": 1,
  "objects": [
${objects.map((each) => `    ${each}`).join(',\n')}
  ]
}
`;
}

/** An entry as a save writes it. */
const entry = (...members: string[]) =>
  `{\n      "@source": "lamp",\n      "@type": "Loading.Lamp"${members.map((each) => `,\n      ${each}`).join('')}\n    }`;

for (const breaks of ['setter', 'getter'] as const) {
  test(`ERR-7: a ${breaks} that throws in a load affects only its member, whose value stays in the file`, async () => {
    const { live, lamp, files, exceptions, edit } = build();
    const text = liveFile(entry('"before": 2', '"power": 3.0', '"after": 4'));
    files.set(path, text);
    lamp.breaks = breaks;
    await live.loadCurrentDataFrom(path);
    assert.deepEqual([lamp.before, lamp.after], [2, 4]);
    assert.equal(exceptions().length, 1, exceptions().join());
    assert.match(
      exceptions()[0]!,
      breaks === 'setter' ? /lamp\/power: RangeError: no 3/ : /TypeError: no power/,
    );
    assert.equal(live.hasUnsavedChanges, false);
    await live.save();
    assert.equal(files.get(path), text);
    edit('after', 5);
    await live.save();
    assert.equal(files.get(path), text.replace('"after": 4', '"after": 5'));
    lamp.breaks = undefined;
    assert.equal(lamp.power, 1);
    await live.save();
    assert.equal(files.get(path), text.replace('"after": 4', '"after": 5'));
    edit('power', 7);
    await live.save();
    assert.equal(files.get(path), text.replace('"after": 4', '"after": 5').replace('3.0', '7'));
  });
}

test('ERR-7: a member that could not be read at registration is saved after an edit', async () => {
  const { live, files, service } = build();
  const late = new Lamp();
  late.breaks = 'getter';
  const handle = service.objects.register(late, { sourceKey: 'late' });
  late.breaks = undefined;
  service.property(handle, 'power').set(5, 'user');
  await live.save(path);
  const { objects } = JSON.parse(files.get(path)!);
  assert.deepEqual(objects, [{ '@source': 'late', '@type': 'Loading.Lamp', power: 5 }]);
});

test('an unobserved change by application code is saved', async () => {
  const { live, lamp, files } = build();
  files.set(path, liveFile(entry('"power": 3')));
  await live.loadCurrentDataFrom(path);
  lamp.power = 5;
  await live.save();
  assert.deepEqual(JSON.parse(files.get(path)!).objects, [
    { '@source': 'lamp', '@type': 'Loading.Lamp', power: 5 },
  ]);
});

test('an object that is unregistered while pending entries apply affects no other', async () => {
  const { live, files, service, frame } = build();
  const entryOf = (key: string, member: string) => entry(member).replace('"lamp"', `"${key}"`);
  files.set(
    path,
    liveFile(entryOf('one', '"power": 3'), entryOf('two', '"before": 2'), entryOf('three', '"before": 2')),
  );
  await live.loadCurrentDataFrom(path);
  const [one, two, three] = ['one', 'two', 'three'].map((sourceKey) => {
    const lamp = new Lamp();
    return { lamp, handle: service.objects.register(lamp, { sourceKey }) };
  });
  one!.lamp.onPower = () => service.objects.unregister(two!.handle);
  frame();
  assert.deepEqual([one!.lamp.power, two!.lamp.before, three!.lamp.before], [3, 1, 2]);
});

for (const isUnloaded of [true, false])
  test(`LSC-19: a user action that removes an object ${isUnloaded ? 'does not destroy it if its scene is unloaded' : 'destroys it if its scene is loaded'}`, async () => {
    const loaded = ['Main', 'More'].map((name, buildIndex) => ({ name, buildIndex }));
    const { live, files, service, edit } = build({
      scenes: { active: loaded[0]!, loaded, has: () => true, load: () => {}, onLoaded: () => () => {} },
      spawner: { origin: () => undefined, spawn: () => false },
    });
    const other = service.objects.register(new Lamp(), { sourceKey: 'other' });
    await live.save(path);
    edit('power', 2);
    service.model.asUser(() => {
      if (isUnloaded) loaded.pop();
      service.objects.unregister(other);
    });
    await live.save();
    const { objects } = JSON.parse(files.get(path)!);
    assert.deepEqual(objects, [
      ...(isUnloaded ? [] : [{ '@source': 'other', '@op': 'removed' }]),
      { '@source': 'lamp', '@type': 'Loading.Lamp', power: 2 },
    ]);
  });

test('LSC-18: a null inline element survives a save and a load, added or replacing a default', async () => {
  const { live, lamp, files, service, handle } = build();
  const put = (lenses: Json) => service.property(handle, 'lenses').set(lenses, 'user');
  const focals = () => lamp.lenses.map((lens) => lens?.focal ?? null);
  const added = { '@op': 'new', '@type': 'Loading.Lens', focal: 35, depth: 1 };
  await live.save(path);
  const check = async (expected: Json) => {
    const now = focals();
    await live.save();
    assert.deepEqual(JSON.parse(files.get(path)!).objects[0].lenses, expected, JSON.stringify(now));
    live.resetAllToDefault();
    assert.deepEqual(focals(), [24, 85]);
    await live.loadCurrentData();
    assert.deepEqual(focals(), now);
  };
  for (const [now, expected] of [
    [
      [null, { focal: 85 }],
      [null, {}],
    ],
    [
      [null, null],
      [null, null],
    ],
    [
      [{ focal: 24 }, null],
      [{}, null],
    ],
    [[null], [null, { '@op': 'removed' }]],
    [
      [null, { focal: 24 }, { focal: 85 }],
      [null, { ...added, focal: 24 }, {}],
    ],
  ] as [Json, Json][]) {
    live.resetAllToDefault();
    await live.save();
    put(now);
    await check(expected);
  }
  // Edits an array that is already in the file.
  live.resetAllToDefault();
  await live.save();
  put([{ focal: 24 }, { focal: 85 }, { focal: 35 }]);
  await check([{}, {}, added]);
  put([{ focal: 24 }, null, { focal: 35 }]);
  await check([{}, null, added]);
});

test('a base scene that cannot be loaded fails the load and keeps the open file', async () => {
  const scenes = {
    active: { name: 'Main', buildIndex: 0 },
    loaded: [{ name: 'Main', buildIndex: 0 }],
    has: () => true,
    load: () => {
      throw new Error('the loader is out of order');
    },
    onLoaded: () => () => {},
  };
  const { live, lamp, files, edit } = build({ scenes });
  edit('before', 4);
  await live.save(path);
  edit('after', 5);
  const other = liveFile(entry('"before": 8')).replace('"objects"', '"baseSceneName": "Other",\n  "objects"');
  files.set('/project/b.live.json', other);
  await assert.rejects(
    live.loadCurrentDataFrom('b.live.json'),
    /base scene "Other" was not loaded: the loader is out of order/,
  );
  assert.deepEqual([lamp.before, lamp.after, live.hasUnsavedChanges], [4, 5, true]);
  await live.save();
  assert.equal(live.currentPath?.replaceAll('\\', '/').endsWith('a.live.json'), true);
  assert.deepEqual(JSON.parse(files.get(path)!).objects[0], {
    '@source': 'lamp',
    '@type': 'Loading.Lamp',
    before: 4,
    after: 5,
  });
  assert.equal(files.get('/project/b.live.json'), other);
});

test('a base scene and its file are loaded in one step', async () => {
  const main = { name: 'Main', buildIndex: 0 };
  const values: number[] = [];
  const scenes = {
    active: main,
    loaded: [main],
    has: () => true,
    load: () => {
      lamp.before = 50;
      queueMicrotask(() => values.push(lamp.before));
    },
    onLoaded: () => () => {},
  };
  const { live, lamp, files } = build({ scenes });
  files.set(path, liveFile(entry('"before": 8')));
  await live.loadCurrentDataFrom(path, { forceBaseSceneReload: true });
  assert.deepEqual(values, [8]);
});

test('a file that is broken on the disk keeps its loaded values and entries on a reopen', async () => {
  const { live, files, service, lamp, errors } = build();
  files.set(path, liveFile(entry('"before": 2'), '{ "@source": "absent", "@type": "Nothing", "x": 1.0 }'));
  await live.loadCurrentDataFrom(path);
  files.set(path, '{ "format": ');
  let next = lamp;
  await service.replaceObjects(() =>
    live.reopen(() => {
      service.objects.unregister(service.objects.bySourceKey('lamp')!);
      next = new Lamp();
      service.objects.register(next, { sourceKey: 'lamp' });
    }),
  );
  assert.equal(next.before, 2);
  assert.match(errors().join(), /not read again: .*broken/);
  await live.save();
  assert.match(files.get(path)!, /"before": 2[\s\S]*"@source": "absent"[\s\S]*"x": 1\.0/);
});

test('a scene that the application loads neither undoes edits nor marks them saved', async () => {
  const listeners: (() => void)[] = [];
  const scenes = {
    active: undefined,
    loaded: [],
    has: () => false,
    load: () => {},
    onLoaded: (listener: () => void) => {
      listeners.push(listener);
      return () => {};
    },
  };
  const { live, lamp, files, edit } = build({ scenes });
  files.set(
    settingsPath,
    '{"format":"jp.lilium.remotecontrol.projectsettings","objects":[{"@source":"lamp","@type":"Loading.Lamp","global":5,"other":6}]}',
  );
  await live.start();
  assert.deepEqual([lamp.global, lamp.other], [5, 6]);
  edit('global', 9);
  edit('before', 9);
  lamp.other = 7;
  for (const listener of listeners) listener();
  assert.deepEqual([lamp.global, lamp.other, lamp.before], [9, 6, 9]);
  assert.equal(live.hasUnsavedChanges, true);
});

test('unedited parts of settings stay unchanged', async () => {
  const { live, files, edit, service } = build();
  const text = `{
  "format": "jp.lilium.remotecontrol.projectsettings",
  "note": "by hand",
  "objects": [
    { "@source": "absent", "@type": "Loading.Lamp", "global": 1.50 },
    { "unknown": { "digits": 1.00 }, "other": 6.0, "@type": "Loading.Lamp", "@source": "lamp", "global": 5.0 }
  ]
}
`;
  files.set(settingsPath, text);
  await live.start();
  await live.save(path);
  assert.equal(files.get(settingsPath), text);
  edit('global', 8);
  service.objects.register(new Lamp(), { sourceKey: 'second' });
  await live.save();
  const saved = files.get(settingsPath)!;
  assert.match(
    saved,
    /"note": "by hand"[\s\S]*"absent"[\s\S]*1\.50[\s\S]*"digits": 1\.00[\s\S]*"other": 6\.0[\s\S]*"global": 8\s/,
  );
  const { objects } = JSON.parse(saved);
  assert.deepEqual(objects[2], { '@source': 'second', '@type': 'Loading.Lamp', global: 1, other: 1 });
  assert.equal(objects.length, 3);
});

test('a preset omits unreadable members and applies all but failing ones', async () => {
  const { service, lamp, handle, files, edit } = build();
  edit('before', 2);
  edit('power', 3);
  edit('after', 4);
  lamp.breaks = 'getter';
  const preset = await service.presets!.save(handle, 'bright');
  const { object } = JSON.parse(files.get(preset.replaceAll('\\', '/'))!);
  assert.deepEqual(object, { '@type': 'Loading.Lamp', before: 2, after: 4 });
  lamp.breaks = undefined;
  await service.presets!.save(handle, 'bright');
  const other = new Lamp();
  other.breaks = 'setter';
  const target = service.objects.register(other, { sourceKey: 'other' });
  await assert.rejects(service.presets!.load(target, 'bright'), /no 3/);
  assert.deepEqual([other.before, other.power, other.after], [2, 1, 4]);
});

test('ERR-9: an unreadable settings folder does not stop the start, and its files stay unchanged', async () => {
  const { live, files, errors, edit } = build({ unreadable: 'Settings' });
  files.set(settingsPath, 'whatever it holds');
  await live.start();
  assert.equal(errors().length, 1);
  assert.match(errors()[0]!, /^The project's settings were not opened: "Settings" cannot be read/);
  edit('global', 5);
  await live.save(path);
  assert.equal(files.get(settingsPath), 'whatever it holds');
  assert.equal(live.hasUnsavedChanges, true);
});
