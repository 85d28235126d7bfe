import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { authorize, fromTheInside, options, runShow, sign, startStudio } from '../../docs/examples/studio.js';

const examples = fileURLToPath(new URL('../../docs/examples/', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));
const guide = await readFile(join(root, 'docs/embedding.md'), 'utf8');

/** The fenced blocks of the guide in some languages. */
function snippets(...languages: string[]): string[] {
  const blocks = [...guide.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
  return blocks.filter(([, language]) => languages.includes(language!)).map(([, , text]) => text!);
}

/** Lines without indentation and empty lines. */
function lines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const running = new Set<ChildProcess>();
after(() => {
  for (const child of running) child.kill();
});

/** Runs an example that prints its address, on a free port. */
async function run(file: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', join(examples, file)], {
    cwd: root,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const exited = once(child, 'exit');
  const firstLine = once(createInterface(child.stdout), 'line');
  const [url] = (await Promise.race([
    firstLine,
    exited.then(([code]) => assert.fail(`it ended with ${code}`)),
  ])) as [string];
  const stop = async () => {
    child.kill();
    await exited;
    running.delete(child);
  };
  return { url, exited, stop };
}

const json = async (url: string, init?: RequestInit) => {
  const response = await fetch(url, init);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

test('every snippet of docs/embedding.md is part of an example that is run', async () => {
  const files = (await readdir(examples)).filter((file) => /\.(ts|mjs)$/.test(file));
  const texts = await Promise.all(files.map((file) => readFile(join(examples, file), 'utf8')));
  const programs = texts.map((text) => `\n${lines(text).join('\n')}\n`);
  const found = snippets('ts', 'js');
  assert.ok(found.length >= 10);
  for (const snippet of found) {
    const wanted = `\n${lines(snippet).join('\n')}\n`;
    assert.ok(
      programs.some((program) => program.includes(wanted)),
      `this stands in docs/embedding.md and in no example:\n${snippet}`,
    );
  }
});

test('the first steps work with the commands that follow them', async (t) => {
  const { url, stop } = await run('lamp.ts');
  try {
    const [commands] = snippets('sh');
    if (process.platform === 'win32') return t.skip('the commands are for a POSIX shell');
    const { stdout } = await promisify(execFile)('sh', [
      '-ec',
      commands!.replaceAll('http://127.0.0.1:9095', url),
    ]);
    assert.match(stdout, /"@name":"Lamp".*"brightness":1[\s\S]*"value":0\.5/);
  } finally {
    await stop();
  }
});

test('a class in plain JavaScript is exposed', async () => {
  const { url, stop } = await run('plain.mjs');
  try {
    const faded = await json(`${url}/exposed/function/lamp/fadeTo`, {
      method: 'POST',
      body: '{"args":[0.5]}',
    });
    assert.deepEqual(faded.body, { result: null });
    assert.equal((await json(`${url}/exposed/object/lamp/watts`)).body.value, 30);
    assert.equal((await json(`${url}/exposed/object/lamp/mode`)).body.value, 'Spot');
  } finally {
    await stop();
  }
});

test('a game server with its own loop counts frames and ends when asked to', async () => {
  const { url, exited, stop } = await run('game-loop.ts');
  try {
    const stream = await fetch(`${url}/api/stream`);
    let text = '';
    for await (const chunk of stream.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.includes('"path":"tick"')) break;
    }
    const { body } = await json(`${url}/api/commands/quit`, { method: 'POST' });
    assert.equal(body.success, true);
    assert.deepEqual((await exited)[0], 0);
  } finally {
    await stop();
  }
});

test('the options are those of a service', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-'));
  try {
    await using studio = await startStudio(options.http!, { ...options, project: { folder } });
    const headers = { Authorization: `Bearer ${options.http!.token}` };
    assert.equal((await json(`${studio.url}/ui/info`)).status, 401);
    assert.equal((await json(`${studio.url}/ui/info`, { headers })).body.title, 'studio.title');
    const put = { method: 'PUT', headers, body: '{"language":"de"}' };
    assert.equal((await json(`${studio.url}/api/language`, put)).status, 200);
    assert.equal((await json(`${studio.url}/ui/info`, { headers })).body.title, 'Studio');
    assert.equal(fromTheInside(studio.service), 1);
    assert.ok(Math.abs(studio.lamp.brightness - 0.4) < 1e-6);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the application saves a live scene, and a remote app answers its prompt', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'studio-'));
  try {
    await using studio = await startStudio({ port: 0 }, { project: { folder } });
    const stream = await fetch(`${studio.url}/api/stream`);
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
      for (;;) {
        const found = pattern.exec(text);
        if (found !== null) return found;
        const { done, value } = await reader.read();
        if (done) assert.fail(`the stream ended before ${pattern}: ${text}`);
        text += value;
      }
    };
    await until(/"connected"/);
    await runShow(studio.service);
    const files = (await json(`${studio.url}/api/live`)).body.files as string[];
    assert.deepEqual(files.toSorted(), ['evening.live.json', 'main.live.json']);
    const [, id] = await until(/"id":"(confirm-\d+)"/);
    const answer = { method: 'POST', body: JSON.stringify({ id, choice: 'yes' }) };
    assert.equal((await json(`${studio.url}/api/confirm`, answer)).body.settled, true);
    await until(/"confirm_dismiss"/);
    // The answer loads the main scene.
    const open = async () => (await json(`${studio.url}/api/live`)).body.path as string;
    while (!(await open()).endsWith('main.live.json'));
    await reader.cancel();
  } finally {
    await rm(folder, { recursive: true, maxRetries: 10 });
  }
});

test('callers have the rights of authorize, and the custom route exists', async () => {
  await using studio = await startStudio({ port: 0, authorize });
  const ask = (role: string | undefined, method: string, path: string, body?: unknown) =>
    json(studio.url + path, {
      method,
      headers: role === undefined ? {} : { Authorization: `Bearer ${role}.${sign(role)}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const put = (role: string, path: string) => ask(role, 'PUT', `/exposed/object/${path}`, { value: 0.5 });
  assert.equal((await ask(undefined, 'GET', '/studio/lamps')).status, 401);
  assert.deepEqual((await ask('viewer', 'GET', '/studio/lamps')).body, { lamps: 2 });
  assert.equal((await put('viewer', 'key-lamp/brightness')).status, 403);
  assert.equal((await put('operator', 'key-lamp/brightness')).status, 200);
  assert.equal((await put('operator', 'fill-lamp/brightness')).status, 403);
  assert.equal((await put('admin', 'fill-lamp/brightness')).status, 200);
  const reading = await ask('operator', 'GET', '/exposed/object/key-lamp');
  assert.deepEqual(
    Object.keys(reading.body).filter((name) => !name.startsWith('@')),
    ['brightness'],
  );
  assert.equal((await ask('operator', 'POST', '/exposed/function/key-lamp/fadeTo')).status, 200);
  assert.equal((await ask('operator', 'POST', '/exposed/function/fill-lamp/fadeTo')).status, 403);
});
