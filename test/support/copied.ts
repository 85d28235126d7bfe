import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { connect } from '../../src/client/index.js';
import { startSimHost } from '../../src/sim-host/testing/index.js';

const main = fileURLToPath(new URL('../../src/sim-host/cli/main.ts', import.meta.url));
const mebibyte = 1024 * 1024;

/** The scene file that `sim-host capture` prints for a host. */
export async function captured(url: string): Promise<string> {
  const args = ['--import', 'tsx', main, 'capture', url];
  return (await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * mebibyte })).stdout;
}

/** A host that runs a scene file from a string. */
export async function run(t: TestContext, text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'sim-host-copy-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'copy.yaml'), text);
  const host = await startSimHost({ scene: join(folder, 'copy.yaml') });
  t.after(() => host.stop());
  return host;
}

/** Asserts that a copy of a host answers like it and has the same copy, which is returned. */
export async function assertCopied(t: TestContext, url: string): Promise<string> {
  const text = await captured(url);
  const copy = await run(t, text);
  const [own, answered] = [await answers(url), await answers(copy.url)];
  // A comparison with a diff of ten thousand objects takes minutes.
  if (JSON.stringify(own) !== JSON.stringify(answered)) assert.deepEqual(answered, own);
  assert.equal(await captured(copy.url), text);
  return text;
}

interface Listed {
  readonly '@id': string;
  readonly '@type': string;
  readonly '@name': string;
}

/** The objects of a host as remote apps read them: names instead of ids, sorted by text. */
async function answers(url: string): Promise<Record<string, unknown>> {
  const studio = await connect(url);
  try {
    const read: Record<string, unknown> = { assets: await studio.assets() };
    const { applicationName, version } = await studio.status();
    read.status = { applicationName, version };
    const { objects } = (await studio.request('GET', '/exposed/objects?nested')) as unknown as {
      objects: Listed[];
    };
    const names = new Map(objects.map((each) => [each['@id'], `${each['@type']} ${each['@name']}`]));
    const withoutIds = (value: unknown) =>
      JSON.parse(
        JSON.stringify(value, (name, each) => {
          if (name === '@source' || name === '@instanceID') return undefined;
          if (typeof each === 'bigint') return String(each);
          return typeof each === 'string'
            ? each.replaceAll(/(?<=^|\/)\d{6,}(?=$|\/)/g, (id) => names.get(id) ?? 'id')
            : each;
        }),
      );
    for (const path of ['/exposed/types', '/exposed/enums', '/ui/info', '/ui/sidemenu'])
      read[path] = withoutIds(await studio.request('GET', path));
    read.objects = withoutIds(objects)
      .map((each: unknown) => JSON.stringify(each))
      .sort();
    return read;
  } finally {
    studio.close();
  }
}
