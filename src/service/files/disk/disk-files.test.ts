import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { diskFiles } from './disk-files.js';
import { makeFolder } from './folders.js';
import { replaceFile } from './replace-file.js';

const built = new URL('../../../../dist/service/files/disk/disk-files.js', import.meta.url).href;
/** Number of killed processes; the stage `kills` sets a higher number. */
const crashes = Number(process.env.KILLS ?? 4);
const concurrency = 4;

/** Saves version after version until it is killed; each text has its version at both ends. */
const saver = `
  import { diskFiles } from ${JSON.stringify(built)};
  const [, path] = process.argv;
  for (let version = 1; ; version++) {
    await diskFiles.write(path, JSON.stringify({ version, filler: 'x'.repeat(200_000), end: version }));
    if (version === 1) process.stdout.write('saving');
  }
`;

/** Kills a saving process at a random moment and returns the file it leaves. */
async function crash(folder: string, run: number): Promise<string> {
  const path = join(folder, `scene-${run}.live.json`);
  await writeFile(path, JSON.stringify({ version: 0, end: 0 }));
  const child = spawn(process.execPath, ['--input-type=module', '-e', saver, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', (code) => reject(new Error(`the saving process ended with ${code} before it saved`)));
  });
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 8));
  child.kill('SIGKILL');
  await exited;
  return readFile(path, 'utf8');
}

test(`LSC-14: ${crashes} kills at random moments leave the whole old or the whole new file`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crash-'));
  try {
    for (let run = 0; run < crashes; run += concurrency) {
      const texts = await Promise.all(Array.from({ length: concurrency }, (_, i) => crash(folder, run + i)));
      for (const text of texts) {
        const { version, end } = JSON.parse(text) as { version: number; end: number };
        assert.equal(version, end);
        assert.ok(version >= 1);
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a failed write keeps the old file and leaves no other file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'files-'));
  try {
    const path = join(folder, 'a.json');
    await diskFiles.write(path, 'old');
    await assert.rejects(diskFiles.write(join(path, 'b.json'), 'new'));
    // A file cannot replace a folder.
    await diskFiles.createFolder(join(folder, 'c.json'));
    await assert.rejects(diskFiles.write(join(folder, 'c.json'), 'new'));
    assert.equal(String(await diskFiles.readBytes(path)), 'old');
    assert.deepEqual((await readdir(folder)).sort(), ['a.json', 'c.json']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** A rename that fails the given number of times because another process holds the file. */
function failingMove(times: number, code = 'EPERM') {
  const delays: number[] = [];
  let moves = 0;
  const move = async () => {
    if (moves++ < times) throw Object.assign(new Error(`${code}: held`), { code });
  };
  const wait = async (ms: number) => void delays.push(ms);
  return { move, wait, delays, moves: () => moves };
}

test('a file that another process holds briefly is replaced', async () => {
  for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
    const held = failingMove(3, code);
    await replaceFile('new', 'old', held);
    assert.deepEqual([held.moves(), held.delays], [4, [10, 20, 40]]);
  }
});

test('a file that stays held fails with its error; other errors fail without a retry', async () => {
  const forever = failingMove(Number.POSITIVE_INFINITY);
  await assert.rejects(replaceFile('new', 'old', forever), { code: 'EPERM' });
  assert.deepEqual([forever.moves(), forever.delays.length], [6, 5]);
  const full = failingMove(1, 'ENOSPC');
  await assert.rejects(replaceFile('new', 'old', full), { code: 'ENOSPC' });
  assert.deepEqual([full.moves(), full.delays], [1, []]);
});

test('folders are created with their parents; a path inside a file is refused', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'folders-')), 'a', 'b', 'c');
  await Promise.all([makeFolder(folder), makeFolder(folder), makeFolder(join(folder, 'd'))]);
  assert.equal(await diskFiles.isFolder(join(folder, 'd')), true);
  const file = join(folder, 'file');
  await writeFile(file, '');
  await assert.rejects(makeFolder(file), { code: 'EEXIST' });
  await assert.rejects(makeFolder(join(file, 'x', 'y')));
});

test('a folder that cannot be created is refused without a retry', {
  skip: process.platform !== 'linux',
}, async () => {
  await assert.rejects(makeFolder('/proc/sim-host/project'), { code: 'ENOENT' });
});
