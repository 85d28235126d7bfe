import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJson } from './json.js';
import { parseInSlices } from './slices.js';

const item = (i: number) => ({
  '@id': String(i),
  name: `a "quoted" \\ name, with ] and } ${'\\'.repeat(i % 4)}`,
  big: i % 7 === 0 ? 9007199254740993n + BigInt(i) : i / 3,
  inner: { list: [[], [{}], [1, [2, '],[']]], empty: {} },
});

const text = (value: unknown) =>
  JSON.stringify(value, (_name, each) => (typeof each === 'bigint' ? `<${each}>` : each)).replaceAll(
    /"<(\d+)>"/g,
    '$1',
  );

test('long lists are read as short ones are, and others have their turn meanwhile', async () => {
  const objects = Array.from({ length: 20_000 }, (_each, i) => item(i));
  const long = text({ objects, more: { count: 3 }, last: [1] });
  let turns = 0;
  const timer = setInterval(() => turns++);
  try {
    assert.deepEqual(await parseInSlices(long), parseJson(long));
  } finally {
    clearInterval(timer);
  }
  assert.ok(turns > 0);
  const spaced = ` {\n "objects" : [ ${objects.map(text).join(' ,\n ')} ] }\n`;
  assert.deepEqual(await parseInSlices(spaced), parseJson(spaced));
});

test('what is no list, or ends too early, is what the parser makes of it', async () => {
  const long = 'x'.repeat(400_000);
  assert.deepEqual(await parseInSlices(JSON.stringify({ text: long })), { text: long });
  assert.deepEqual(await parseInSlices(`{"objects":[]${' '.repeat(400_000)}}`), { objects: [] });
  for (const broken of [`{"objects":["${long}`, `{"objects":["${long}"]`, `{"objects":["${long}",]}`])
    await assert.rejects(parseInSlices(broken), SyntaxError);
});
