import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { createSimHost } from '../host.js';
import { Engine } from './engine.js';
import { isDestroyed } from './game-object.js';
import { logFromThread } from './log-thread.js';
import { SeededRandom } from './random.js';
import { createTestCard } from './test-card.js';

function manualEngine() {
  const engine = new Engine({
    application: { name: 'Test', version: '1', engineVersion: '1', mode: 'player' },
    clock: 'manual',
    wallStart: 1000,
  });
  engine.start();
  return engine;
}

test('on the manual clock time advances only by steps, each of one frame', () => {
  const engine = manualEngine();
  assert.equal(engine.clock.now(), 0);
  engine.step(60);
  assert.deepEqual(
    [engine.loop.frame, engine.clock.now(), engine.clock.wallTime(), engine.fps()],
    [60, 1000, 2000, 60],
  );
});

test('a frame that stops the engine is the last of a step', () => {
  const engine = manualEngine();
  engine.loop.update.add(({ frame }) => {
    if (frame === 3) engine.stop();
  });
  engine.step(10);
  assert.equal(engine.loop.frame, 3);
  assert.throws(() => engine.step(1), /not started/);
});

test('single loads replace all scenes, additive loads add one, unloading destroys the objects', () => {
  const engine = manualEngine();
  for (const [name, buildIndex] of [
    ['Studio', 0],
    ['Stage', 1],
    ['Rooftop', -1],
  ] as const) {
    engine.scenes.register({
      name,
      buildIndex,
      populate: (scene) => void engine.objects.create(`Thing of ${name}`, { scene }),
    });
  }
  const names = () => [...engine.objects.gameObjects()].map((each) => each.name);
  engine.scenes.load('Studio', 'single');
  engine.scenes.load('Rooftop', 'additive');
  assert.deepEqual(names(), ['Thing of Studio', 'Thing of Rooftop']);
  assert.equal(engine.scenes.active?.name, 'Studio');
  assert.throws(() => engine.scenes.load('Rooftop', 'additive'), /already loaded/);
  assert.throws(() => engine.scenes.load('Cellar', 'single'), /"Studio", "Stage", "Rooftop"/);
  engine.scenes.setActive('Rooftop');
  engine.scenes.unload('Rooftop');
  assert.equal(engine.scenes.active?.name, 'Studio');
  assert.throws(() => engine.scenes.unload('Studio'), /last loaded scene/);
  const [thing] = engine.objects.gameObjects();
  engine.scenes.load('Studio', 'single');
  assert.ok(isDestroyed(thing!), 'a single load of a loaded scene reloads it');
  assert.deepEqual(names(), ['Thing of Studio']);
});

test('the log keeps its latest entries and accepts entries from threads', async () => {
  const engine = manualEngine();
  for (let i = 0; i < 25_000; i++) engine.log.write('Log', `line ${i}`);
  assert.equal(engine.log.tail().length, 10_000);
  assert.deepEqual(
    engine.log.tail(24_999).map(({ seq, message }) => [seq, message]),
    [[25_000, 'line 24999']],
  );
  await logFromThread(engine.log, { thread: 'loader', level: 'Error', message: 'no file', count: 2 });
  assert.deepEqual(
    engine.log.tail(25_000).map(({ level, thread, message }) => [level, thread, message]),
    [
      ['Error', 'loader', 'no file'],
      ['Error', 'loader', 'no file'],
    ],
  );
});

test('the log is limited in bytes and cuts a long message', () => {
  const { log } = manualEngine();
  for (let i = 0; i < 5000; i++) log.write('Warning', `${i} ${'x'.repeat(16_000)}`);
  const kept = log.tail();
  const bytes = kept.reduce((sum, { message }) => sum + Buffer.byteLength(message), 0);
  assert.ok(bytes <= 8 * 1024 * 1024 && kept.length > 200, `${kept.length} entries of ${bytes} bytes`);
  assert.deepEqual([kept.at(-1)!.seq, kept[0]!.seq], [5000, 5001 - kept.length]);
  log.write('Error', '€'.repeat(1_000_000));
  const { message } = log.tail(5000)[0]!;
  assert.match(message, /^€{5461}… \(cut: it had 1000000 characters\)$/);
});

test('a seed gives one evenly distributed sequence', () => {
  const draw = (seed: number) =>
    Array.from(
      { length: 5 },
      (
        (random) => () =>
          random.next()
      )(new SeededRandom(seed)),
    );
  assert.deepEqual(draw(7), draw(7));
  assert.notDeepEqual(draw(7), draw(8));
  const random = new SeededRandom(1);
  const buckets = new Array<number>(10).fill(0);
  for (let i = 0; i < 10_000; i++) buckets[Math.floor(random.next() * 10)]!++;
  assert.ok(
    buckets.every((count) => count > 850 && count < 1150),
    buckets.join(' '),
  );
  assert.match(random.guid(), /^[0-9a-f]{32}$/);
});

test('the host is notified of changes by engine code but not of its own', () => {
  const engine = manualEngine();
  engine.scenes.register({ name: 'Studio', buildIndex: 0, populate: () => {} });
  engine.scenes.load('Studio', 'single');
  const lamp = engine.objects.create('Lamp');
  const host = createSimHost(engine);
  const reported: string[] = [];
  host.objects.onChanged((_, aspect) => reported.push(aspect));
  host.objects.setName(lamp, 'Light');
  host.objects.setActive(lamp, false);
  assert.deepEqual(reported, []);
  assert.deepEqual([lamp.name, lamp.activeSelf], ['Light', false]);
  lamp.name = 'Lamp';
  assert.deepEqual(reported, ['name']);
  lamp.destroy();
  assert.deepEqual([host.objects.name(lamp), host.objects.components(lamp)], [undefined, []]);
});

test('test cards are PNGs that change with host time', () => {
  const card = createTestCard({ width: 32, height: 18 });
  const first = Buffer.from(card(0));
  assert.equal(first.subarray(1, 4).toString(), 'PNG');
  assert.deepEqual([first.readUInt32BE(16), first.readUInt32BE(20)], [32, 18]);
  const idat = first.indexOf('IDAT');
  const pixels = inflateSync(first.subarray(idat + 4, idat + 4 + first.readUInt32BE(idat - 4)));
  assert.equal(pixels.length, 33 * 18);
  assert.deepEqual(Buffer.from(card(99)), first);
  assert.notDeepEqual(Buffer.from(card(100)), first);
});
