import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { demoScene } from '../cli/package-info.js';
import { ControlError, type SceneDescription, SceneFileError, startSimHost } from './index.js';

/** A scene with one lamp, whose class differs between hosts. */
function lampScene(level: number): SceneDescription {
  return {
    application: { name: `Lamp ${level}` },
    classes: {
      Lamp: { kind: 'component', fields: { level: { type: 'Single', value: level } } },
    },
    scenes: {
      Stage: {
        buildIndex: 0,
        objects: [{ name: 'Lamp', components: [{ class: 'Lamp', key: 'lamp' }] }],
      },
    },
  };
}

async function read(url: string, path: string): Promise<unknown> {
  const response = await fetch(`${url}/exposed/object/${path}`);
  const { value } = (await response.json()) as { value: unknown };
  return value;
}

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'testing-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

test('a scene that is an object runs on a free port and the manual clock until it is stopped', async (t) => {
  const host = await startSimHost({ scene: lampScene(4) });
  t.after(() => host.stop());
  assert.equal(await read(host.url, 'lamp/level'), 4);
  assert.equal(host.controlUrl, undefined);
  assert.deepEqual(await host.step(), { frames: 1, frame: 1, time: 1 / 60 });
  assert.deepEqual(await host.step(59), { frames: 59, frame: 60, time: 1 });
  assert.equal((await host.step({ seconds: 0.5 })).frame, 90);
  assert.equal((await host.step('500 ms')).frame, 120);
  assert.equal((await host.step({ frames: 60 })).time, 3);
  await host.stop();
  await host[Symbol.asyncDispose]();
  const stopped = { name: 'ControlError', status: 400, message: /the host is stopped; start another/ };
  await assert.rejects(host.control('state'), stopped);
  await assert.rejects(host.step(), stopped);
  await assert.rejects(fetch(host.url), 'the port is closed');
});

test('commands run in process, with the types of the table of commands', async (t) => {
  const host = await startSimHost({ scene: lampScene(1), control: 0 });
  t.after(() => host.stop());
  const { key, id } = await host.control('object.spawn', { class: 'Lamp', name: 'Spot' });
  assert.equal(await read(host.url, `${id}/level`), 1);
  await host.control('set', { key, path: 'level', value: 2.5 });
  assert.equal(await read(host.url, `${key}/level`), 2.5);
  const { frame, activeScene } = await host.control('state');
  assert.deepEqual([frame, activeScene], [0, 'Stage']);
  await host.control('log', { level: 'Warning', message: 'low' });
  assert.deepEqual(
    host.log.filter(({ level }) => level === 'Warning').map(({ message }) => message),
    ['low'],
  );
  const refused = async () => {
    // @ts-expect-error a member that the command does not have
    await host.control('object.spawn', { class: 'Lamp', naem: 'Spot' });
  };
  const wire = await fetch(`${host.controlUrl}/control/object.spawn`, {
    method: 'POST',
    body: '{"class":"Lamp","naem":"Spot"}',
  });
  const { error: message } = (await wire.json()) as { error: string };
  await assert.rejects(refused, (error) => {
    assert.ok(error instanceof ControlError);
    assert.deepEqual(
      [error.command, error.status, error.message],
      ['object.spawn', 400, `object.spawn: ${message}`],
    );
    return true;
  });
  // @ts-expect-error a command that does not exist
  await assert.rejects(host.control('stat'), { status: 404, message: /did you mean "state"/ });
  // @ts-expect-error a body that is needed
  await assert.rejects(host.control('set'), { status: 400, message: /"key" must be/ });
});

test('the caller may change an object after passing it', async (t) => {
  const scene: SceneDescription = {
    application: { name: 'Path' },
    classes: {
      Point: { kind: 'struct', fields: { at: { type: 'Vector3' } } },
      Path: { kind: 'component', fields: { points: { type: 'Point[]' } } },
    },
    scenes: { Stage: { objects: [{ name: 'Path', components: [{ class: 'Path', key: 'path' }] }] } },
  };
  const host = await startSimHost({ scene });
  t.after(() => host.stop());
  const at = { x: 1, y: 2, z: 3 };
  await host.control('set', { key: 'path', path: 'points', value: [{ at }] });
  at.x = 99;
  assert.deepEqual(await read(host.url, 'path/points/0/at'), { x: 1, y: 2, z: 3 });
});

test('dialogs are answered by command, without a control port', async (t) => {
  const host = await startSimHost({ scene: lampScene(1) });
  t.after(() => host.stop());
  const { id } = await host.control('prompt.ask', { messageKey: 'Really?' });
  assert.deepEqual(
    (await host.control('dialog.list')).dialogs.map((dialog) => dialog.id),
    [id],
  );
  assert.deepEqual(await host.control('dialog.answer', { id, choice: 'yes' }), { answered: true });
  assert.equal(host.log.at(-1)?.message, `Prompt ${id} was answered with yes`);
});

test('thirty hosts in one process share nothing and leave nothing', async () => {
  const before = listeners();
  const hosts = await Promise.all(
    Array.from({ length: 30 }, (_, i) => startSimHost({ scene: lampScene(i) })),
  );
  try {
    assert.equal(new Set(hosts.map(({ url }) => url)).size, 30);
    await hosts[7]!.control('set', { key: 'lamp', path: 'level', value: 70 });
    await hosts[8]!.step(8);
    const levels = await Promise.all(hosts.map(({ url }) => read(url, 'lamp/level')));
    assert.deepEqual(
      levels,
      hosts.map((_, i) => (i === 7 ? 70 : i)),
    );
    const frames = await Promise.all(hosts.map(async ({ control }) => (await control('state')).frame));
    assert.deepEqual(
      frames,
      hosts.map((_, i) => (i === 8 ? 8 : 0)),
    );
    assert.deepEqual(listeners(), before, 'no listeners on the process');
  } finally {
    await Promise.all(hosts.map((host) => host.stop()));
  }
});

function listeners(): readonly string[] {
  return process.eventNames().map((name) => `${String(name)} ${process.listenerCount(name)}`);
}

test('saves go to a copy of the project, which is deleted with the host', async (t) => {
  const folder = await temporaryFolder(t);
  const saved = join(folder, 'project');
  const scene = { ...lampScene(1), project: 'project' };
  const baseUrl = pathToFileURL(join(folder, 'a.test.js'));
  const first = await startSimHost({ scene, baseUrl, project: saved });
  t.after(() => first.stop());
  await fetch(`${first.url}/exposed/object/lamp/level`, { method: 'PUT', body: '{"value":3}' });
  await first.control('live.save', { path: 'evening' });
  await first.stop();
  const files = await readdir(saved, { recursive: true });
  assert.ok(files.length > 0, 'a project that is named stays');

  const second = await startSimHost({ scene, baseUrl });
  t.after(() => second.stop());
  const { folder: scratch } = await second.control('project');
  assert.equal(await read(second.url, 'lamp/level'), 3, 'the copy is opened as the project would be');
  await fetch(`${second.url}/exposed/object/lamp/level`, { method: 'PUT', body: '{"value":5}' });
  const { path } = await second.control('live.save');
  assert.match(await readFile(path, 'utf8'), /5/);
  assert.notEqual(scratch, saved);
  assert.ok(existsSync(scratch));
  await second.stop();
  assert.equal(existsSync(scratch), false);
  const third = await startSimHost({ scene, baseUrl });
  t.after(() => third.stop());
  assert.equal(await read(third.url, 'lamp/level'), 3, 'the original is as it was');
  await third.stop();
});

test('paths of a scene object are relative to baseUrl', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'double.mjs'), 'export const double = (self, n) => 2 * n;\n');
  const scene: SceneDescription = {
    application: { name: 'Modules' },
    classes: {
      Maths: {
        kind: 'static',
        functions: {
          Double: {
            parameters: { n: { type: 'Int32' } },
            returns: 'Int32',
            module: { file: 'double.mjs', export: 'double' },
          },
        },
      },
    },
  };
  const host = await startSimHost({ scene, baseUrl: pathToFileURL(join(folder, 'a.test.js')).href });
  t.after(() => host.stop());
  const answer = await fetch(`${host.url}/exposed/function/Maths/Double`, {
    method: 'POST',
    body: '{"args":[21]}',
  });
  assert.deepEqual(await answer.json(), { result: 42 });
});

test('a scene file runs by path and by URL, and leaves its own project alone', async (t) => {
  const folder = await temporaryFolder(t);
  await cp(fileURLToPath(new URL('../../../scenes', import.meta.url)), folder, { recursive: true });
  const before = await readdir(folder, { recursive: true });
  for (const scene of [join(folder, 'demo.yaml'), pathToFileURL(join(folder, 'demo.yaml'))]) {
    const host = await startSimHost({ scene });
    t.after(() => host.stop());
    await host.step('1 s');
    await host.control('live.save', { path: 'x' });
    await host.stop();
  }
  assert.deepEqual(await readdir(folder, { recursive: true }), before);
});

test('the error message lists the errors of a scene with their paths', async (t) => {
  const scene = { ...lampScene(1), timline: [] };
  await assert.rejects(startSimHost({ scene }), (error) => {
    assert.ok(error instanceof SceneFileError);
    assert.match(
      error.message,
      /^scene object has errors:\n {2}scene object: timline: unknown key .*did you mean/,
    );
    return true;
  });
  const folder = await temporaryFolder(t);
  const file = join(folder, 'wrong.yaml');
  await writeFile(file, 'application:\n  name: Wrong\n  vesion: 1\n');
  await assert.rejects(startSimHost({ scene: file }), (error) => {
    assert.ok(error instanceof SceneFileError);
    assert.ok(error.message.includes(`${file}:3:3: application.vesion: unknown key`), error.message);
    return true;
  });
  const cyclic: Record<string, unknown> = { application: { name: 'Cyclic' } };
  cyclic.self = cyclic;
  await assert.rejects(startSimHost({ scene: cyclic as unknown as SceneDescription }), /is not JSON/);
});

test('time is stepped only on the manual clock and in known units', async (t) => {
  const host = await startSimHost({ scene: lampScene(1), clock: 'real' });
  t.after(() => host.stop());
  await assert.rejects(host.step(), { name: 'ControlError', message: /cannot step the real clock/ });
  await assert.rejects(host.step('2 hours'), {
    name: 'TypeError',
    message: /invalid duration "2 hours"; expected "2 s"/,
  });
  await assert.rejects(host.step('1.2.3 s'), { name: 'TypeError', message: /invalid duration "1.2.3 s"/ });
  await assert.rejects(host.step(0), /"frames" must be an integer from 1/);
});

test('the error for a missing scene describes the option', async () => {
  for (const options of [undefined, {}, { scene: null }, { scene: 5 }]) {
    await assert.rejects(startSimHost(options as never), {
      name: 'TypeError',
      message:
        /^startSimHost: scene must be the path or file: URL of a scene file, or a scene as an object, got /,
    });
  }
});

test('an unknown or wrong option is an error whose stack starts at the caller', async () => {
  const cases: readonly [options: object, message: RegExp][] = [
    [{ clok: 'real' }, /^startSimHost: unknown option "clok"; did you mean "clock"\?$/],
    [{ clock: 'fake' }, /^startSimHost: clock must be one of manual, real, got 'fake'$/],
    [{ rate: 0 }, /^startSimHost: rate must be a number of frames per second from 1 to 1000, got 0$/],
    [{ rate: Number.NaN }, /rate must be/],
    [{ port: '0' }, /port must be an integer/],
    [{ pair: true }, /pair must be one of full, read, got true$/],
    [{ token: '' }, /^startSimHost: token must be a non-empty string, got ''$/],
  ];
  for (const [options, message] of cases)
    await assert.rejects(startSimHost({ scene: lampScene(1), ...options } as never), { message });
  const error = await startSimHost({ clok: 'real', scene: lampScene(1) } as never).catch((thrown) => thrown);
  assert.match(error.stack.split('\n')[1], /index\.test/);
});

test('a host that was asked to quit stops by itself', async (t) => {
  const host = await startSimHost({ scene: lampScene(1) });
  t.after(() => host.stop());
  assert.equal((await host.control('quit')).accepted, true);
  await host.step();
  await host.quitting;
  await host.stop();
  await assert.rejects(fetch(host.url));
});

test('a process ends by itself when its hosts are stopped', async () => {
  const index = new URL('../../../dist/sim-host/testing/index.js', import.meta.url).href;
  const script = `
    import { startSimHost } from ${JSON.stringify(index)};
    for (const clock of ['manual', 'real']) {
      const host = await startSimHost({ scene: ${JSON.stringify(demoScene)}, clock, control: 0 });
      const stream = await fetch(host.url + '/api/stream');
      const reader = stream.body.getReader();
      await reader.read();
      await host.stop();
      await reader.cancel().catch(() => {});
    }
    console.log('stopped');
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    timeout: 60_000,
  });
  assert.equal(stdout, 'stopped\n');
});
