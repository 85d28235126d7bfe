/** Recordings of one host are played on a copy of it. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { deferred } from '../../../../test/support/deferred.js';
import { demo } from '../../../../test/support/demo.js';
import { Relay } from '../../../../test/support/relay.js';
import { connect, type Json } from '../../../client/index.js';
import { toJson } from '../../../client/json.js';
import { startSimHost } from '../../testing/index.js';
import { capture } from '../capture/capture.js';
import { record } from './recorder.js';

type Line = Readonly<Record<string, Json | undefined>>;

/** Records until a line matches; `begun` is called when the stream is open. */
async function recording(t: TestContext, url: string, isLast: (line: Line) => boolean) {
  const studio = await connect(url);
  t.after(() => studio.close());
  const lines: Line[] = [];
  const ended = new AbortController();
  t.after(() => ended.abort());
  const { promise: begun, resolve: begin } = deferred();
  const counts = record(studio, undefined, ended, (line) => {
    lines.push(line);
    begin();
    if (isLast(line)) ended.abort();
  });
  await begun;
  return { studio, lines, counts };
}

/** Returns the objects of a host with ids numbered in order; objects without a source key have one in a copy. */
async function objectsOf(url: string): Promise<string> {
  const numbers = new Map<string, number>();
  const text = await (await fetch(`${url}/exposed/objects?nested`)).text();
  // The recording ends within a frame, in which the mover has already moved.
  const still = text.replace(/"pose":\{"position":\{[^}]*\}/, '').replaceAll(/"@source":"[^"]*",/g, '');
  return still.replaceAll(/(?<![.\d])\d{9,}/g, (id) => {
    if (!numbers.has(id)) numbers.set(id, numbers.size);
    return `#${numbers.get(id)}`;
  });
}

for (const speed of [1, 4]) {
  test(`a session at ${speed} times its speed, on the manual clock`, { timeout: 60_000 }, async (t) => {
    const host = await startSimHost({ scene: demo() });
    t.after(() => host.stop());
    // Motion in the frame of the last write follows it.
    let isAimed = false;
    const { studio, lines, counts } = await recording(t, host.url, ({ path }) => {
      isAimed ||= path === 'target';
      return isAimed && path === 'phase';
    });
    const { text } = await capture(studio);
    await host.step('1 s');
    await studio.object('key-light').set('intensity', 2.5);
    await host.step('1 s');
    await studio.object('main-camera').set('target', { '@ref': 'fill-light' });
    await host.step(1);
    assert.equal((await counts).losses, 0);

    const folder = await mkdtemp(join(tmpdir(), 'sim-host-session-'));
    t.after(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'session.jsonl'), lines.map((line) => `${toJson(line)}\n`).join(''));
    const replay = `replay: { file: session.jsonl, speed: ${speed} }\n`;
    await writeFile(join(folder, 'copy.yaml'), text + replay);
    const copy = await startSimHost({ scene: join(folder, 'copy.yaml') });
    t.after(() => copy.stop());
    const intensity = async () =>
      ((await (await fetch(`${copy.url}/exposed/object/key-light/intensity`)).json()) as { value: number })
        .value;
    await copy.step({ seconds: 0.9 / speed });
    assert.equal(await intensity(), 1);
    await copy.step({ seconds: 0.2 / speed });
    assert.equal(await intensity(), 2.5);
    await copy.step({ seconds: 2 / speed });
    assert.equal(await objectsOf(copy.url), await objectsOf(host.url));
    await copy.control('host.reset');
    assert.equal(await intensity(), 1);
    await copy.step({ seconds: 1.2 / speed });
    assert.equal(await intensity(), 2.5);
  });
}

test('lost events are marked and the recording continues', { timeout: 60_000 }, async (t) => {
  const host = await startSimHost({ scene: demo() });
  t.after(() => host.stop());
  const relay = new Relay(host.url);
  t.after(() => relay.stop());
  relay.resumes = false;
  const url = await relay.start();
  let isLost = false;
  const { promise: received, resolve: lost } = deferred();
  const { lines, counts, studio } = await recording(t, url, ({ type, path }) => {
    isLost ||= type === 'lost';
    if (isLost) lost();
    return isLost && path === 'intensity';
  });
  relay.dropStreams();
  await received;
  await studio.object('key-light').set('intensity', 3);
  await host.step(1);
  assert.equal((await counts).losses, 1);
  assert.deepEqual(
    lines
      .map(({ type }) => type)
      .filter((type) => type !== 'client_connected' && type !== 'client_disconnected'),
    ['recording', 'lost', 'exposed_object_updated'],
  );
});
