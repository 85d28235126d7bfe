import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { checkSceneText } from '../check/check.js';
import { readSession } from './replay.js';

async function fileOf(t: TestContext, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'session-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'session.jsonl');
  await writeFile(file, text);
  return file;
}

const first = '{"at":0,"type":"recording"}';
const second = '{"at":5,"type":"exposed_object_updated","key":"a","path":"b","value":"x\u2028y"}';

test('a session may start with a byte order mark and contain line separators in strings', async (t) => {
  const { events, cutLine } = readSession(await fileOf(t, `\ufeff${first}\r\n${second}\r\n`));
  assert.deepEqual([events.length, events[1]?.value, cutLine], [2, 'x\u2028y', undefined]);
});

test('an incomplete last line of a session is skipped with a warning', async (t) => {
  const file = await fileOf(t, `${first}\n${second}\n${second.slice(0, 40)}`);
  const { events, cutLine } = readSession(file);
  assert.deepEqual([events.length, cutLine], [2, 3]);
  const scene = 'application: { name: Show }\nreplay: session.jsonl\n';
  const { diagnostics, warnings } = await checkSceneText(scene, join(file, '..', 'show.yaml'));
  assert.deepEqual(diagnostics, []);
  assert.deepEqual(
    warnings.map(({ line, message }) => [line, message]),
    [[2, 'line 3 of "session.jsonl" is incomplete and was skipped']],
  );
});

test('an invalid line of a session is an error unless it is the last of several', async (t) => {
  assert.throws(() => readSession('no-such-file.jsonl'));
  for (const [text, line] of [
    [`${first}\n{"at":\n${second}\n`, 2],
    [`${first}\n{"at":\n`, 2],
    ['{"at":', 1],
  ] as const) {
    const file = await fileOf(t, text);
    assert.throws(() => readSession(file), { message: `line ${line}: not valid JSON` });
  }
});
