import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';
import { checkSceneText } from './check/check.js';
import { formatDiagnostic } from './diagnostics.js';

const guide = readFileSync(new URL('../../../docs/scene-files.md', import.meta.url), 'utf8');
const schema = readFileSync(new URL('../../../scenes/scene.schema.json', import.meta.url), 'utf8');
const pieces = [...guide.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, piece]) => piece!);

test('the snippets of the guide form a scene without errors and warnings', async () => {
  assert.ok(pieces.length >= 6, 'the guide has pieces');
  const { diagnostics, warnings } = await checkSceneText(pieces.join(''), 'scenes/guide.yaml');
  assert.deepEqual([...diagnostics, ...warnings].map(formatDiagnostic), []);
});

test('the guide shows the error of its own scene', async () => {
  const text = pieces.join('').replace('value: Spot,', 'value: Sport,');
  const { diagnostics } = await checkSceneText(text, 'scenes/show.yaml');
  const [shown] = /^show\.yaml:.*$/m.exec(guide)!;
  assert.deepEqual(
    diagnostics.map((each) => formatDiagnostic(each).replace('scenes/', '')),
    [shown],
  );
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
