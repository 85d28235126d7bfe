// Runs scenarios against hosts with a mutant, job after job; SIM_HOST_ROOT is the instrumented sim-host. Cucumber and the steps
// are loaded once.
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { loadConfiguration, loadSupport, runCucumber } from '@cucumber/cucumber/api';
import { WarmHost } from '../../conformance/dist/conformance/client/warm-host.js';
import { claimsOf, ruleOf } from '../../conformance/dist/conformance/runner/claims.js';
import { Collector } from '../../conformance/dist/conformance/runner/collector.js';

const reachedFile = join(tmpdir(), `reached-${process.pid}`);
const variables = ['SIM_HOST_REACHED', 'SIM_HOST_VARIANT', '__STRYKER_ACTIVE_MUTANT__'];
const nowhere = new PassThrough().resume();
const environment = { cwd: 'conformance/dist', stdout: nowhere, stderr: nowhere };

const { runConfiguration } = await loadConfiguration(
  {
    file: false,
    provided: {
      paths: ['features/**/*.feature'],
      import: ['features/support/*.js', 'features/steps/*.js'],
      format: [],
      parallel: 0,
      failFast: true,
      strict: true,
      worldParameters: { seed: 7 },
    },
  },
  environment,
);
const support = await loadSupport(runConfiguration, environment);

/** @param {readonly string[] | undefined} paths @param {boolean} dryRun @returns {Promise<Collector>} */
async function cucumber(paths, dryRun) {
  const collector = new Collector(() => {});
  const sources = { ...runConfiguration.sources, ...(paths !== undefined && { paths: [...paths] }) };
  const runtime = { ...runConfiguration.runtime, dryRun };
  const formats = { ...runConfiguration.formats, stdout: 'message' };
  await runCucumber({ ...runConfiguration, sources, runtime, formats, support }, environment, collector.take);
  return collector;
}

/** @returns {Promise<import('./jobs.js').Outcome>} */
async function take({ mutant, scenarios }) {
  if (scenarios === undefined) {
    const { chosen } = await cucumber(undefined, true);
    return { scenarios: chosen.map(({ place, tags }) => ({ place, rules: claimsOf(tags).map(ruleOf) })) };
  }
  rmSync(reachedFile, { force: true });
  for (const name of variables) delete process.env[name];
  // What is in the environment of a process that is forked or spawned from now on.
  if (mutant === undefined) process.env.SIM_HOST_REACHED = reachedFile;
  else if (mutant.endsWith('.json')) process.env.SIM_HOST_VARIANT = mutant;
  else process.env.__STRYKER_ACTIVE_MUTANT__ = mutant;
  const { results } = await cucumber(scenarios, false);
  await WarmHost.endProcess();
  const failed = results.find(({ status }) => status === 'failed');
  return {
    ...(failed !== undefined && {
      killedBy: {
        place: failed.place,
        rules: failed.rules,
        message: `${failed.failure?.step}: ${failed.failure?.message.split('\n')[0]}`,
      },
    }),
    ...(mutant === undefined && { reached: reachedIds() }),
  };
}

function reachedIds() {
  try {
    return [...new Set(readFileSync(reachedFile, 'utf8').trim().split(/\s+/))];
  } catch {
    return [];
  }
}

process.on('message', (job) => {
  take(job).then(
    (outcome) => process.send?.(outcome),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
