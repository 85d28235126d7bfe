// `npm run test:unit [-- options of node --test, or parts of paths]`: the unit tests, on every Node.js. With `--long` those that
// take long (`*.long.test.ts`), which CI runs besides; a part of a path finds them, too.
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { testFiles } from './test-files.mjs';

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
// The limit is for a test that waits for what never comes; none takes a tenth of it.
const limits = ['--test-timeout=300000', `--test-concurrency=${availableParallelism()}`];
const args = ['--import', 'tsx', '--test', ...limits, ...given.filter(isOption), ...files];
process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
