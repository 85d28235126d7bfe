// `npm run test:panel [-- part of a file name] [-- options of node --test]`: tests the page in a browser. `--sample`,
// used by `npm test`, runs the control tests and one look; `--rest` runs the others. Without a browser the tests are
// skipped, and fail in CI.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { grouped } from './test-groups.mjs';

const folder = 'test/panel';
const given = process.argv.slice(2);
const part = ['sample', 'rest'].find((name) => given.includes(`--${name}`));
const names = given.filter((word) => !word.startsWith('--'));
const own = (word) => word === `--${part}` || word.startsWith('--tap=') || names.includes(word);
const env = { ...process.env, ...(part !== undefined && { PANEL_LOOKS: part }) };
const tap = given.find((word) => word.startsWith('--tap='))?.slice('--tap='.length);
const reporters =
  tap === undefined
    ? []
    : [
        '--test-reporter=dot',
        '--test-reporter-destination=stdout',
        '--test-reporter=tap',
        `--test-reporter-destination=${tap}`,
      ];
const isLong = (file) => file.endsWith('.long.test.ts');
const isInPart = (file) =>
  part === undefined || isLong(file) === (part === 'rest') || file === 'look.test.ts';
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.test.ts') && isInPart(file))
  .map((file) => `${folder}/${file}`)
  .filter((file) => names.length === 0 || names.some((name) => file.includes(name)));
const { status } = spawnSync(process.execPath, ['--import', 'tsx', `${folder}/is-there.ts`], {
  stdio: 'inherit',
});
if (status === 0) {
  // A browser and its host are two busy processes.
  const concurrency = Math.max(2, Math.floor(availableParallelism() / 2));
  const options = [`--test-concurrency=${concurrency}`, '--test-timeout=900000', ...reporters];
  const rest = given.filter((word) => !own(word));
  // The files of a group share a browser; those with a hundred thousand objects have their own.
  const count = part === 'sample' ? concurrency : files.length;
  const groups = grouped(files, count, `.cache/panel-tests-${part ?? 'all'}`);
  const args = ['--import', 'tsx', '--test', ...options, ...rest, ...groups];
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1;
} else process.exitCode = process.env.CI ? 1 : 0;
