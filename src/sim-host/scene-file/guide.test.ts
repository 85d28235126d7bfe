import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { checkSceneText } from './check/check.js';
import { formatDiagnostic } from './diagnostics.js';

const guide = readFileSync(new URL('../../../docs/scene-files.md', import.meta.url), 'utf8');
const schema = readFileSync(new URL('../../../scenes/scene.schema.json', import.meta.url), 'utf8');
const pieces = [...guide.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, piece]) => piece!);

test('the snippets of the guide form a scene without errors', async () => {
  assert.ok(pieces.length >= 6, 'the guide has pieces');
  const { diagnostics } = await checkSceneText(pieces.join(''), 'scenes/guide.yaml');
  assert.deepEqual(diagnostics.map(formatDiagnostic), []);
});

test('the snippets of the guide contain every top-level key of the schema', () => {
  const shown = Object.keys(parse(pieces.join('')));
  assert.deepEqual(shown.sort(), Object.keys(JSON.parse(schema).properties).sort());
});

test('the guide names every action and driver of the schema', () => {
  const { $defs } = JSON.parse(schema);
  const names = [$defs.action, $defs.driver].flatMap(({ properties }) => Object.keys(properties));
  assert.deepEqual(
    names.filter((name) => !guide.includes(`\`${name}`)),
    [],
  );
});
