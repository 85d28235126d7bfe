// `npm test`: the checks of every change, with a fixed seed. `npm run test:all [-- <stage> …]`: all or some stages
// with new seeds. `npm test -- --coverage` also writes coverage/index.html.
import { rmSync } from 'node:fs';
import { finish, runStages } from './run-stages.mjs';
import { seed, stages } from './stages.mjs';

const args = process.argv.slice(2);
const flags = args.filter((arg) => arg.startsWith('--'));
const names = args.filter((arg) => !arg.startsWith('--'));
const wrong = [
  ...flags.filter((flag) => !['--all', '--coverage', '--list'].includes(flag)),
  ...names.filter((name) => !stages.some((stage) => stage.name === name)),
];
if (wrong.length > 0) {
  console.error(
    `unknown stage or option ${wrong.join(', ')}; available: ${stages.map(({ name }) => name).join(', ')}`,
  );
  process.exit(2);
}
if (flags.includes('--list')) {
  for (const { name, tier, limitS } of stages)
    console.log(`${name.padEnd(20)} ${tier.padEnd(5)} up to ${limitS} s`);
  process.exit(0);
}

const isAll = flags.includes('--all');
const isChosen = ({ name, tier }) =>
  names.length > 0 ? names.includes(name) || name === 'build' : isAll || tier === 'test';
const chosen = stages.filter(isChosen);
const isCovered = flags.includes('--coverage');
if (isCovered) {
  rmSync('coverage', { recursive: true, force: true });
  chosen.push({
    name: 'coverage',
    tier: 'test',
    args: [
      'node_modules/c8/bin/c8.js',
      'report',
      ...['--temp-directory=coverage/raw', '--src=src', '--exclude=**/*.test.ts', '--exclude-after-remap'],
      ...['--reporter=text-summary', '--reporter=html'],
    ],
    limitS: 300,
  });
}
const env = {
  RANDOM_SEED: seed,
  ...(isAll && { ALL_RANDOM_RUNS: '1' }),
  ...(isCovered && { NODE_V8_COVERAGE: 'coverage/raw' }),
};
console.log(`seed ${seed}`);
const isOk = finish(await runStages(chosen, env), isAll ? 'reports/all.json' : 'reports/test.json');
process.exitCode = isOk ? 0 : 1;
