import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { type ClassDefinition, type LogEntry, RemoteControlService } from '../../service/index.js';
import { Component, Engine, GameObject, isDestroyed } from '../engine/index.js';
import { createSimHost } from '../host.js';
import { NetworkConditions } from '../network/network-conditions.js';
import { ObjectBuilder, SceneSource } from '../scene-file/index.js';
import { CommandTable } from './command-table.js';
import { ControlChannel } from './control-channel.js';

class StageLight extends Component {
  intensity = 1;
  serial = 'SL-1';
}

const stageLight: ClassDefinition = {
  name: 'StageLight',
  kind: 'component',
  members: [
    {
      name: 'intensity',
      type: 'Single',
      kind: 'field',
      observed: true,
      get: (target) => (target as StageLight).intensity,
      set: (target, value) => {
        (target as StageLight).intensity = value as number;
      },
    },
  ],
  functions: [],
  constructorFunction: StageLight,
};

const struct: ClassDefinition = {
  name: 'Lens',
  kind: 'struct',
  members: [],
  functions: [],
  constructorFunction: class Lens {},
  create: () => ({}),
};

let engine: Engine;
let service: RemoteControlService;
let control: ControlChannel | undefined;
let url = '';

beforeEach(async () => {
  await control?.stop();
  engine = new Engine({
    application: { name: 'Test', version: '1', engineVersion: '1', mode: 'editor' },
    clock: 'manual',
  });
  engine.scenes.register({ name: 'Studio', buildIndex: 0, populate: () => {} });
  engine.scenes.register({ name: 'Rooftop', buildIndex: -1, populate: () => {} });
  engine.scenes.load('Studio', 'single');
  engine.assets.add({
    guid: 'a1',
    key: 'chair',
    name: 'Chair',
    type: 'GameObject',
    loaded: false,
    loadFrames: 2,
  });
  service = new RemoteControlService({ host: createSimHost(engine), http: { port: 0 } });
  service.classes.define(stageLight);
  service.classes.define(struct);
  const builder = new ObjectBuilder({ file: 'scene', source: new SceneSource('scene') }, engine, service, {
    driven: () => {},
    problem: () => {},
  });
  control = new ControlChannel(
    new CommandTable({
      engine,
      service,
      builder,
      reset: async () => {},
      network: new NetworkConditions(1),
    }),
    engine.log,
    { port: 0 },
  );
  ({ url } = await control.start());
  engine.start();
});

after(() => control?.stop());

/** The members of all answers. */
interface AnswerBody {
  readonly error: string;
  readonly id: string;
  readonly key: string;
  readonly activeScene: string;
  readonly scenes: readonly { readonly name: string }[];
  readonly entries: readonly LogEntry[];
  readonly loaded: boolean;
  readonly loading: boolean;
  readonly longestFrame: number;
  readonly frameJitter: number;
}

async function post(command: string, body?: unknown): Promise<{ status: number; body: AnswerBody }> {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(`${url}/control/${command}`, { method: 'POST', ...init });
  return { status: response.status, body: (await response.json()) as AnswerBody };
}

test('state describes the host', async () => {
  engine.step(90);
  const { status, body } = await post('state');
  const { longestFrame, frameJitter, ...rest } = body;
  assert.ok(frameJitter < 1e-6);
  assert.ok(
    Math.abs(longestFrame - 1000 / 60) < 1e-6,
    `on the manual clock every frame is as long: ${longestFrame}`,
  );
  assert.deepEqual(
    { status, rest },
    {
      status: 200,
      rest: {
        prompts: [],
        running: true,
        mode: 'editor',
        clock: 'manual',
        rate: 60,
        frame: 90,
        time: 1.5,
        fps: 60,
        activeScene: 'Studio',
        scenes: [{ name: 'Studio', buildIndex: 0 }],
        objects: 0,
        subscribers: 0,
        flushInterval: 0,
      },
    },
  );
});

test('clock.step runs a limited number of frames or seconds, only on the manual clock', async () => {
  assert.deepEqual((await post('clock.step', { frames: 3 })).body, { frames: 3, frame: 3, time: 0.05 });
  assert.deepEqual((await post('clock.step', { seconds: 1 })).body, { frames: 60, frame: 63, time: 1.05 });
  for (const wrong of [{}, { frames: 1, seconds: 1 }, { frames: 0 }, { frames: 36_001 }, { seconds: -1 }]) {
    assert.equal((await post('clock.step', wrong)).status, 400, JSON.stringify(wrong));
  }
  assert.equal(engine.loop.frame, 63);
});

test('log and log.tail, from the main thread and from a worker', async () => {
  await post('log', { level: 'Warning', message: 'low', count: 2 });
  const { body } = await post('log.tail');
  assert.deepEqual(
    body.entries.map(({ seq, level, message, thread }) => [seq, level, message, thread]),
    [
      [1, 'Warning', 'low', 'main'],
      [2, 'Warning', 'low', 'main'],
    ],
  );
  await post('log', { level: 'Error', message: 'no file', thread: 'loader' });
  const later = await post('log.tail', { since: 2 });
  assert.deepEqual(
    later.body.entries.map(({ seq, thread }) => [seq, thread]),
    [[3, 'loader']],
  );
  const wrong = await post('log', { level: 'Fatal', message: 'x' });
  assert.equal(wrong.status, 400);
  assert.match(wrong.body.error, /^Invalid request format: "level" must be one of .* got "Fatal"/);
});

test('objects are spawned, set and destroyed', async () => {
  const { body } = await post('object.spawn', { class: 'StageLight', name: 'Spot', key: 'spot' });
  const handle = service.objects.resolve('spot');
  assert.deepEqual(body, { key: 'spot', id: handle?.id });
  assert.equal(handle?.name, 'Spot');
  const light = handle?.target as StageLight;
  assert.equal((await post('set', { key: body.id, path: 'intensity', value: 2.5 })).status, 200);
  assert.equal(light.intensity, 2.5);
  assert.equal((await post('set', { key: 'spot', path: 'serial', value: 'x' })).status, 404, 'not exposed');
  assert.equal((await post('object.destroy', { key: 'spot' })).status, 200);
  assert.ok(isDestroyed(light));
  assert.equal((await post('object.destroy', { key: 'spot' })).status, 404);
});

test('a wrapper is spawned with a random key, and a failed spawn creates nothing', async () => {
  const { body } = await post('object.spawn', { class: 'ExposedGameObjectWithTransform' });
  assert.match(body.key, /^[0-9a-f]{32}$/);
  assert.ok(service.objects.resolve(body.key)?.target instanceof GameObject);
  const refusals: readonly [body: unknown, message: RegExp][] = [
    [{ class: 'Lens' }, /"Lens" is of kind struct/],
    [{ class: 'Lamp' }, /unknown class "Lamp"/],
    [{ class: 'StageLight', key: body.key }, /is taken/],
    [{ class: 'StageLight', key: 'a/b' }, /must not/],
  ];
  for (const [refused, message] of refusals) {
    const answer = await post('object.spawn', refused);
    assert.equal(answer.status, 400);
    assert.match(answer.body.error, message);
  }
  assert.equal([...engine.objects.gameObjects()].length, 1);
});

test('scenes and assets', async () => {
  const { body } = await post('scene.load', { name: 'Rooftop', mode: 'additive' });
  assert.deepEqual(
    body.scenes.map(({ name }) => name),
    ['Studio', 'Rooftop'],
  );
  assert.equal((await post('scene.setActive', { name: 'Rooftop' })).body.activeScene, 'Rooftop');
  assert.match((await post('scene.load', { name: 'Cellar' })).body.error, /unknown scene "Cellar"/);
  assert.equal((await post('asset.load', { key: 'chair' })).body.loading, true);
  await post('clock.step', { frames: 2 });
  assert.equal((await post('asset.load', { key: 'a1' })).body.loaded, true);
  assert.equal((await post('asset.load', { key: 'table' })).status, 404);
});

test('unknown commands, methods and origins get the responses of the service', async () => {
  const unknown = await post('stat');
  assert.deepEqual(unknown, {
    status: 404,
    body: { error: 'Not found: unknown command "stat"; did you mean "state"?' },
  });
  const { error } = (await post('zzz')).body;
  assert.match(String(error), /^Not found: unknown command "zzz"; available: state, clock\.step, /);
  for (const former of ['weather', 'clock.reset']) assert.equal((await post(former)).status, 404, former);
  const read = await fetch(`${url}/control/state`);
  assert.equal(read.status, 405);
  assert.deepEqual(await read.json(), { error: 'Method not allowed: GET /control/state; send POST' });
  const foreign = await fetch(`${url}/control/state`, {
    method: 'POST',
    headers: { Origin: 'https://example.com' },
  });
  assert.equal(foreign.status, 403);
});
