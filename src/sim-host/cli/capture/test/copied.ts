import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { connect } from '../../../../client/index.js';
import { toJson } from '../../../../client/json.js';
import { startSimHost } from '../../../testing/index.js';
import { capture } from '../capture.js';
import { comparable } from './comparable.js';

/** The scene file that is a copy of the host. */
export async function captured(url: string): Promise<string> {
  const studio = await connect(url);
  try {
    return (await capture(studio)).text;
  } finally {
    studio.close();
  }
}

/** A host that runs the text of a scene file. */
export async function run(t: TestContext, text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'sim-host-copy-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'copy.yaml'), text);
  const host = await startSimHost({ scene: join(folder, 'copy.yaml') });
  t.after(() => host.stop());
  return host;
}

/** A copy answers as the host does that it was made of, and a copy of it is the same file, which is given. */
export async function assertCopied(t: TestContext, url: string, asksForChanges = true): Promise<string> {
  const text = await captured(url);
  const copy = await run(t, text);
  const [own, copied] = [await comparable(url, asksForChanges), await comparable(copy.url, asksForChanges)];
  // Of ten thousand objects a comparison that explains itself takes minutes.
  if (toJson(own) !== toJson(copied)) assert.deepEqual(copied, own);
  assert.equal(await captured(copy.url), text);
  return text;
}
