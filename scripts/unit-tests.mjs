// `npm run test:unit [-- options of node --test, or parts of paths]`: the unit tests, on every Node.js. `--long`
// runs the slow ones (`*.long.test.ts`), which CI runs too; a part of a path also finds them.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { inGroups } from './test-groups.mjs';

const tests = ['docs', 'access', 'load', 'soak', 'relays'].map((name) => `test/${name}`);
const folders = ['src', 'conformance', 'bench', 'scripts', ...tests];

const areLong = process.argv.includes('--long');
const given = process.argv.slice(2).filter((word) => word !== '--long');
const isOption = (word) => word.startsWith('-');
const wanted = given.filter((word) => !isOption(word)).map((word) => word.replaceAll('\\', '/'));
const isNamed = wanted.length > 0;
const isChosen = (file) => {
  if (!/\.test\.(ts|mjs)$/.test(file) || /\/(dist|node_modules)\//.test(file)) return false;
  if (isNamed && !wanted.some((word) => file.includes(word))) return false;
  return file.includes('.long.') === areLong || (isNamed && !areLong);
};
const files = folders
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))
  .filter((file) => isChosen(file.replaceAll('\\', '/')))
  .sort();
if (files.length === 0) {
  console.error(`no unit test has ${wanted.join(' or ')} in its path`);
  process.exit(2);
}
const atOnce = availableParallelism();
// Groups are large enough to amortize their start and small enough to balance the cores. Named files run alone.
const started = isNamed || areLong ? files : inGroups(files, 2 * atOnce, '.cache/unit-tests');
// The time limit ends hanging tests and applies to a whole group; none takes a fifth of it.
const limits = ['--test-timeout=600000', `--test-concurrency=${atOnce}`];
const args = [
  '--import',
  'tsx',
  '--import',
  './test/support/fixed-seed.mjs',
  '--test',
  ...limits,
  ...given.filter(isOption),
  ...started,
];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
