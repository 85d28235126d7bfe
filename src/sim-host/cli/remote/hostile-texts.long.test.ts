import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { type SceneDescription, startSimHost } from '../../testing/index.js';

const main = fileURLToPath(new URL('../../../../bin/sim-host.mjs', import.meta.url));
// Characters that terminals interpret, that reverse the text after them, or that are invisible.
const acting = 'a\u009b2J\u202eb\u061c\u2066\u0085\t\u200b\u200d\u2060\u{e0041}\u001b[31m\r\nx';
const scene: SceneDescription = {
  application: { name: acting },
  classes: {
    Lamp: {
      kind: 'component',
      help: acting,
      fields: {
        label: { type: 'String', value: acting, help: acting },
        list: { type: 'String[]', value: [acting] },
      },
    },
  },
  enums: { Odd: { values: ['Plain'], help: acting } },
  scenes: { Main: { objects: [{ name: acting, components: [{ class: 'Lamp', key: 'lamp' }] }] } },
};

async function printed(...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [main, ...args]);
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(child, 'close');
  return text;
}

test('no command prints control characters, and JSON and YAML escape them', async (t) => {
  const host = await startSimHost({ scene });
  t.after(() => host.stop());
  const commands = {
    text: ['get', 'lamp/label'],
    object: ['get', 'lamp', '--nested'],
    json: ['get', 'lamp/label', '--json'],
    listed: ['ls', 'lamp', '--json'],
    types: ['types'],
    described: ['types', '--json'],
    status: ['status'],
    recorded: ['status', '--json'],
    refused: ['set', 'lamp/on', acting],
    missing: ['get', `lamp/${acting}`],
    scene: ['capture', host.url],
  };
  const texts: Record<string, string> = {};
  const print = async ([name, args]: [name: string, args: readonly string[]]) => {
    texts[name] = await printed(...args, ...(name === 'scene' ? [] : ['--url', host.url]));
    assert.notEqual(texts[name], '', name);
    assert.doesNotMatch(texts[name], /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u, name);
  };
  await Promise.all(Object.entries(commands).map(print));
  for (const name of ['text', 'refused', 'missing']) assert.match(texts[name]!, /^.+\n$/, name);
  assert.equal(JSON.parse(texts.json!), acting);
  assert.equal(parse(texts.scene!).application.name, acting);
});
