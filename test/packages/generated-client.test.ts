/** docs/openapi.yaml in other tools: a linter, and a client that is generated, compiled and used. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { SimHostProcess } from '../../conformance/client/index.js';
import { bench, npm, project, repository, runNode } from './workbench.js';

const source = `
import createClient from 'openapi-fetch';
import type { paths } from './api.js';

declare const process: { readonly argv: readonly string[] };
const client = createClient<paths>({ baseUrl: process.argv[2]! });
const light = { path: { id: 'key-light' } };
const intensity = { path: { id: 'key-light', path: 'intensity' } };

function done<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

const written = done(await client.PUT('/exposed/object/{id}/{path}', { params: intensity, body: { value: 2.5 } }));
const changed: boolean = written.changed;
done(await client.PUT('/exposed/object/{id}', { params: light, body: { value: { angle: 40 } } }));
const sum = { path: { id: 'StudioManager', path: 'Sum' } };
const { result } = done(await client.POST('/exposed/function/{id}/{path}', { params: sum, body: { args: [4, 5] } }));
const requests = [{ id: 1, method: 'GET' as const, path: '/exposed/object/key-light/angle' }];
const [item] = done(await client.POST('/exposed/batch', { body: { requests } })).responses;
const status: number = item!.status;
// @ts-expect-error a method that there is not
void ((): unknown => client.POST('/exposed/batch', { body: { requests: [{ method: 'FETCH', path: '/' }] } }));
const saved: string | null = done(await client.POST('/api/live/save', { body: { path: 'evening' } })).path;
const read = done(await client.GET('/exposed/object/{id}/{path}', { params: intensity }));
console.log(JSON.stringify([read.value, changed, result, status, saved]));
`;

after(() => rmSync(bench, { recursive: true, force: true }));

test('Redocly finds no error in the description', () => {
  const app = project('linted');
  npm(app, 'install', '--no-audit', '--no-fund', '@redocly/cli@2');
  const cli = 'node_modules/@redocly/cli/bin/cli.js';
  const { status, stdout, stderr } = runNode(app, cli, 'lint', join(repository, 'docs/openapi.yaml'));
  assert.equal(status, 0, stdout + stderr);
});

test('a generated client compiles strictly and can read, write, call, batch and save', async () => {
  const app = project('generated');
  npm(app, 'install', '--no-audit', '--no-fund', 'openapi-typescript@7', 'openapi-fetch@0', 'typescript@5');
  const bin = (name: string) => join('node_modules', name);
  const passes = (...words: [string, ...string[]]): string => {
    const { status, stdout, stderr } = runNode(app, ...words);
    assert.equal(status, 0, stdout + stderr);
    return stdout;
  };
  passes(bin('openapi-typescript/bin/cli.js'), join(repository, 'docs/openapi.yaml'), '-o', 'api.d.ts');
  writeFileSync(join(app, 'use.ts'), source);
  passes(bin('typescript/bin/tsc'), '--strict', '--module', 'nodenext', '--target', 'es2022', 'use.ts');
  const host = await SimHostProcess.start(['--project', join(app, 'project')]);
  try {
    assert.deepEqual(JSON.parse(passes('use.js', host.url)), [2.5, true, 9, 200, 'evening.live.json']);
  } finally {
    await host.stop();
  }
});
