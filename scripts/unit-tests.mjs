// `npm run test:unit [-- options of node --test, or parts of paths]`: the unit tests, on every Node.js. `--long`
// runs the slow ones (`*.long.test.ts`), which CI runs too; a part of a path also finds them.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { testFiles } from './test-files.mjs';
import { inGroups } from './test-groups.mjs';

const areLong = process.argv.includes('--long');
const given = process.argv.slice(2).filter((word) => word !== '--long');
const isOption = (word) => word.startsWith('-');
const wanted = given.filter((word) => !isOption(word)).map((word) => word.replaceAll('\\', '/'));
const isNamed = wanted.length > 0;
const all = [
  ...testFiles('.', { areLong }),
  ...(isNamed && !areLong ? testFiles('.', { areLong: true }) : []),
];
const files = all.filter((file) => {
  const path = file.replaceAll('\\', '/');
  return !isNamed || wanted.some((word) => path.includes(word));
});
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
