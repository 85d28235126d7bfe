// `npm run test:panel [-- options of node --test]`: the page in a browser, one file after the other, since they share one
// machine. Without a browser it says what it has left out; where CI is set, that is a failure.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const folder = 'test/panel';
const given = process.argv.slice(2);
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
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => `${folder}/${file}`);
const { status } = spawnSync(process.execPath, ['--import', 'tsx', `${folder}/is-there.ts`], {
  stdio: 'inherit',
});
if (status === 0) {
  const options = ['--test-concurrency=1', '--test-timeout=900000', ...reporters];
  const rest = given.filter((word) => !word.startsWith('--tap='));
  const args = ['--import', 'tsx', '--test', ...options, ...rest, ...files];
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
} else process.exitCode = process.env.CI ? 1 : 0;
