import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { transformSync } from 'esbuild';
import { faultsByHand } from './by-hand.js';
import { serviceFolder } from './mutant.js';

test('the code of each fault by hand stands once in its file', () => {
  const times = (file: string, code: string) =>
    readFileSync(join(serviceFolder, file), 'utf8').split(code).length - 1;
  const gone = faultsByHand().filter(({ file, from }) => times(file, from) !== 1);
  assert.deepEqual(
    gone.map(({ file, what }) => `${file}: ${what}`),
    [],
    'write them anew in test/mutants/by-hand.yaml',
  );
});

test('with each of them the file is TypeScript still', () => {
  for (const { file, what, from, to } of faultsByHand()) {
    const code = readFileSync(join(serviceFolder, file), 'utf8').replace(from, () => to);
    assert.doesNotThrow(() => transformSync(code, { loader: 'ts' }), `${file}: ${what}`);
  }
});
