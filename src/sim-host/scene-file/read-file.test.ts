import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readFileAtOnce, readText } from './read-file.js';

test('files and pipes are read to their end and must be UTF-8', {
  skip: process.platform !== 'linux',
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'read-text-'));
  try {
    const [file, pipe] = [join(folder, 'file'), join(folder, 'pipe')];
    await writeFile(file, 'a text');
    assert.equal(await readText(file), 'a text');
    execFileSync('mkfifo', [pipe]);
    const long = 'x'.repeat(1_000_000);
    const reading = readText(pipe);
    await writeFile(pipe, long);
    assert.equal(await reading, long);
    await assert.rejects(readText(folder), { code: 'EISDIR' });
    for (const bytes of ['efbbbf61', '61c3a9f09f9880']) {
      await writeFile(file, Buffer.from(bytes, 'hex'));
      assert.equal(Buffer.from(await readText(file)).toString('hex'), bytes);
    }
    for (const wrong of ['6180', 'fffe6100', 'c0af', 'eda080', '61c3']) {
      await writeFile(file, Buffer.from(wrong, 'hex'));
      await assert.rejects(readText(file), /^Error: it is not UTF-8$/, wrong);
    }
    await writeFile(file, 'a text');
    assert.equal(readFileAtOnce(file).toString(), 'a text');
    for (const none of [pipe, folder]) assert.throws(() => readFileAtOnce(none), /is not a regular file/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
