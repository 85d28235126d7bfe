import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MemoryFiles } from '../../../test/model-based/files/memory-files.js';
import { checkAlways } from '../../../test/support/random.js';
import { defineStored, type StoredMember } from '../../../test/support/stored-model.js';
import { ExposedError } from '../common/exposed-error.js';
import { stringifyJson } from '../common/json.js';
import type { ClassDefinition, ExposedObjectHandle, FileStore, Json } from '../index.js';
import { createPlainHost, ExposedObjectSnapshot, RemoteControlService } from '../index.js';

const memberTypes = [
  'Int32',
  'Single',
  'String',
  'Boolean',
  'Vector3',
  'Mode',
  'Part',
  'Part[]',
  'Int32[]',
  'Shape[]',
  'Keyed[]',
  'Part?',
  'Thing?',
  'TransformValue',
] as const;
type MemberType = (typeof memberTypes)[number];

/** A service with a class of these members and three objects of it. */
function build(types: readonly MemberType[], files: FileStore) {
  const host = createPlainHost({ name: 'Test', log: () => {} });
  const service = new RemoteControlService({
    host,
    http: { port: 0 },
    project: { folder: '/project', files },
  });
  const { classes } = service;
  /** Defines a class whose objects begin with the default values of their types. */
  const define = (
    name: string,
    members: Record<string, StoredMember>,
    more: Partial<ClassDefinition> = {},
  ) => {
    const type = class {
      constructor() {
        for (const [member, of] of Object.entries(members)) {
          const memberType = typeof of === 'string' ? of : of.type;
          const isNull = memberType.endsWith('?');
          Reflect.set(this, member, isNull ? null : classes.type(memberType).defaultValue());
        }
      }
    };
    defineStored(service, type, members, { name, ...more });
    return type;
  };
  classes.defineEnum({
    name: 'Mode',
    values: [
      { name: 'Off', value: 0 },
      { name: 'On', value: 1 },
    ],
    storedAs: 'name',
  });
  define('Part', { a: 'Int32', b: 'Vector2', lost: { type: 'Int32', persist: false } }, { kind: 'struct' });
  define('Shape', {}, { abstract: true });
  define('Disc', { radius: 'Single' }, { base: 'Shape' });
  define('Box', { size: 'Vector3', part: 'Part' }, { base: 'Shape' });
  define('Keyed', { name: { type: 'String', key: true }, weight: 'Single' });
  const Thing = define('Thing', Object.fromEntries(types.map((type, i) => [`m${i}`, type])));
  const things = ['one', 'two', 'three'].map((sourceKey) =>
    service.objects.register(new Thing(), { sourceKey }),
  );
  const stop = async () => {
    await service.stop();
    host.stop();
  };
  return { service, live: service.live!, things, stop };
}

const int = fc.integer({ min: -1000, max: 1000 });
const single = fc
  .float({ noNaN: false })
  .map((value): Json => (Number.isFinite(value) ? value : String(value)));
const part = fc.record(
  { a: int, b: fc.record({ x: int, y: int }, { requiredKeys: [] }) },
  { requiredKeys: [] },
);
const shape = fc.oneof(
  fc.record({ '@type': fc.constant('Disc'), radius: int }),
  fc.record({ '@type': fc.constant('Box'), size: fc.record({ x: int, y: int, z: int }), part }),
);
const keyed = fc.record({ name: fc.constantFrom('Joy', 'Angry', 'a.b', 'x/y'), weight: int });
const vector = fc.record({ x: single, y: int, z: int }, { requiredKeys: [] });
const values: Record<MemberType, fc.Arbitrary<Json>> = {
  Int32: int,
  Single: single,
  String: fc.oneof(fc.string(), fc.constant(null)),
  Boolean: fc.boolean(),
  Vector3: vector,
  Mode: fc.constantFrom('Off', 'On'),
  Part: part as fc.Arbitrary<Json>,
  'Part?': fc.oneof(part as fc.Arbitrary<Json>, fc.constant(null)),
  'Part[]': fc.array(part as fc.Arbitrary<Json>, { maxLength: 4 }),
  'Int32[]': fc.array(int, { maxLength: 4 }),
  'Shape[]': fc.array(shape as fc.Arbitrary<Json>, { maxLength: 4 }),
  'Keyed[]': fc.array(keyed as fc.Arbitrary<Json>, { maxLength: 4 }),
  'Thing?': fc.constantFrom({ '@ref': 'one' }, { '@ref': 'two' }, null),
  TransformValue: fc.record({ position: vector }, { requiredKeys: [] }) as fc.Arbitrary<Json>,
};

type Step =
  | { readonly do: 'set'; readonly thing: number; readonly member: number; readonly value: Json }
  | {
      readonly do: 'append' | 'remove' | 'reorder' | 'reset';
      readonly thing: number;
      readonly member: number;
      readonly a: number;
      readonly b: number;
    }
  | { readonly do: 'save' | 'load' | 'resetAll' | 'revertAll' | 'markClean'; readonly thing: number };

function steps(types: readonly MemberType[]): fc.Arbitrary<Step[]> {
  const thing = fc.nat(2);
  const place = fc.nat(types.length - 1);
  const set = place.chain((at) =>
    fc.record({
      do: fc.constant('set' as const),
      thing,
      member: fc.constant(at),
      value: values[types[at]!],
    }),
  );
  const edit = fc.record({
    do: fc.constantFrom('append' as const, 'remove' as const, 'reorder' as const, 'reset' as const),
    thing,
    member: place,
    a: fc.nat(3),
    b: fc.nat(3),
  });
  const file = fc.record({
    do: fc.constantFrom(
      'save' as const,
      'load' as const,
      'resetAll' as const,
      'revertAll' as const,
      'markClean' as const,
    ),
    thing,
  });
  return fc.array(
    fc.oneof({ weight: 4, arbitrary: set }, { weight: 3, arbitrary: edit }, { weight: 1, arbitrary: file }),
    { maxLength: 25 },
  );
}

async function perform(step: Step, { service, live, things }: ReturnType<typeof build>): Promise<void> {
  const handle = things[step.thing]!;
  const { writer, defaults } = service.model;
  try {
    if (step.do === 'save') await live.save('scene');
    else if (step.do === 'load') {
      if (live.currentPath !== undefined) await live.loadCurrentData();
    } else if (step.do === 'resetAll') live.resetAllToDefault();
    else if (step.do === 'revertAll') live.revertAllToDefault();
    else if (step.do === 'markClean') service.markClean(handle);
    else if ('member' in step) {
      const ref = service.model.resolver.property(handle, `m${step.member}`);
      if (step.do === 'set') writer.write(ref, step.value, 'remote');
      else if (step.do === 'append') writer.append(ref, undefined, 'remote');
      else if (step.do === 'remove') writer.remove(ref, step.a, 'remote');
      else if (step.do === 'reorder') writer.reorder(ref, step.a, step.b, 'remote');
      else writer.reset(ref, defaults.of(handle), 'remote');
    }
  } catch (error) {
    if (!(error instanceof ExposedError)) throw error;
  }
}

const stateOf = (things: readonly ExposedObjectHandle[]) =>
  things.map((handle) => stringifyJson(ExposedObjectSnapshot.capture(handle).members));

/** An element among equal ones is edited while another one changes its class. */
const box = (y: number) => ({ '@type': 'Box', size: { x: 0, y: 0, z: 0 }, part: { b: { y } } });
const disc = { '@type': 'Disc', radius: 0 };
const changedAmongEqual: { types: MemberType[]; steps: Step[] } = {
  types: ['Shape[]'],
  steps: [
    { do: 'set', thing: 1, member: 0, value: [disc, box(0), box(0), box(0)] },
    { do: 'save', thing: 0 },
    { do: 'set', thing: 1, member: 0, value: [disc, box(-1), disc, box(0)] },
  ],
};

/** A part that the file omits is kept by a load and saved afterwards (LSC-5, DRT-15). */
const keptByLoad: { types: MemberType[]; steps: Step[] } = {
  types: ['TransformValue'],
  steps: [
    { do: 'set', thing: 0, member: 0, value: { position: { z: -1 } } },
    { do: 'save', thing: 0 },
    { do: 'set', thing: 0, member: 0, value: { position: { y: 1 } } },
    { do: 'load', thing: 0 },
  ],
};

test('LSC-16: after any edits, save, load, save gives equal bytes and equal state', async () => {
  const types = fc.array(fc.constantFrom(...memberTypes), { minLength: 1, maxLength: 5 });
  const scenario = types.chain((of) => fc.record({ types: fc.constant(of), steps: steps(of) }));
  await checkAlways(
    fc.asyncProperty(scenario, async ({ types: of, steps: all }) => {
      const files = new MemoryFiles();
      const world = build(of, files);
      for (const step of all) await perform(step, world);
      await world.live.save('scene');
      assert.equal(world.live.hasUnsavedChanges, false, 'a save leaves nothing unsaved');
      const bytes = files.texts.get('/project/scene.live.json');
      const state = stateOf(world.things);

      await world.live.loadCurrentData();
      assert.deepEqual(stateOf(world.things), state, 'loading a saved file changes nothing');
      await world.live.save();
      assert.equal(files.texts.get('/project/scene.live.json'), bytes, 'in the same session');

      const fresh = build(of, files);
      await fresh.live.loadCurrentDataFrom('scene');
      assert.deepEqual(stateOf(fresh.things), state, 'a fresh session has the same state');
      await fresh.live.save();
      assert.equal(files.texts.get('/project/scene.live.json'), bytes, 'in a fresh session');
      for (const each of [world, fresh]) await each.stop();
    }),
    { numRuns: 300, examples: [[changedAmongEqual], [keptByLoad]] },
  );
});

test('stopping a service waits for its save', async () => {
  const files = new MemoryFiles();
  const { service, live, things } = build(['Int32'], files);
  await service.start();
  await live.save('scene');
  service.property(things[0]!, 'm0').set(7, 'remote');
  const finishWrite = files.close();
  const saving = live.save();
  let isStopped = false;
  const stopping = service.stop().then(() => {
    isStopped = true;
  });
  await files.isWriting;
  for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate);
  assert.equal(isStopped, false);
  finishWrite();
  await Promise.all([saving, stopping]);
  assert.match([...files.texts.values()].join(), /"m0": 7/);
});

test('DRT-8: a value that is written during a save stays unsaved', async () => {
  const files = new MemoryFiles();
  const { service, live, things } = build(['Int32', 'Int32'], files);
  service.property(things[0]!, 'm0').set(1, 'remote');
  const finishWrite = files.close();
  const saving = live.save('scene');
  await files.isWriting;
  service.property(things[0]!, 'm1').set(5, 'remote');
  finishWrite();
  await saving;
  assert.deepEqual(
    service.model.dirty.dirtyMembers(things[0]!).map(({ name }) => name),
    ['m1'],
  );
});

for (const { set, saved } of [
  { set: { x: 5, z: 7 }, saved: '{"y": 1, "x": 5, "z": 7}' },
  // Remote apps send vectors whole.
  { set: { x: 5, y: 1, z: 0 }, saved: '{"y": 1, "x": 5}' },
])
  test(`LSC-17: a save of a vector that was set to ${JSON.stringify(set)} writes its changed components in their order`, async () => {
    const path = '/project/scene.live.json';
    const entry = '{"@source": "one", "@type": "Thing", "m0": {"y": 1}}';
    const text = `{"format": "jp.lilium.remotecontrol.live", "formatVersion": 1, "objects": [${entry}]}`;
    const files = new MemoryFiles(new Map([[path, text]]));
    const { service, live, things, stop } = build(['Vector3'], files);
    await live.loadCurrentDataFrom('scene');
    service.property(things[0]!, 'm0').set(set, 'remote');
    await live.save();
    const { objects } = JSON.parse(files.texts.get(path)!);
    assert.equal(JSON.stringify(objects[0].m0), JSON.stringify(JSON.parse(saved)));
    await stop();
  });
