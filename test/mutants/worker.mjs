// Runs scenarios against hosts with a mutant, job after job; SIM_HOST_ROOT is the instrumented sim-host. Cucumber and the steps
// are loaded once.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { loadConfiguration, loadSupport, runCucumber } from '@cucumber/cucumber/api';
import { WarmHost } from '../../conformance/dist/conformance/client/warm-host.js';
import { claimsOf, ruleOf } from '../../conformance/dist/conformance/runner/claims.js';
import { Collector } from '../../conformance/dist/conformance/runner/collector.js';

const reachedFile = join(tmpdir(), `reached-${process.pid}`);
const awakeFile = join(tmpdir(), `awake-${process.pid}`);
const variables = ['SIM_HOST_REACHED', 'SIM_HOST_VARIANT', 'SIM_HOST_AWAKE', 'SIM_HOST_HTTP'];
/** Of the process that hosts run in. */
let environmentNow = '';
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

/** @param {readonly string[] | undefined} paths @param {object} options @returns {Promise<Collector>} */
async function cucumber(paths, options) {
  const collector = new Collector(() => {});
  const sources = { ...runConfiguration.sources, ...(paths !== undefined && { paths: [...paths] }) };
  const runtime = { ...runConfiguration.runtime, ...options };
  const formats = { ...runConfiguration.formats, stdout: 'message' };
  await runCucumber({ ...runConfiguration, sources, runtime, formats, support }, environment, collector.take);
  return collector;
}

/** @returns {Promise<import('./jobs.js').Outcome>} */
async function take({ mutant, isOfModules = false, engine, together, scenarios }) {
  if (scenarios === undefined) {
    const { chosen } = await cucumber(undefined, { dryRun: true });
    return { scenarios: chosen.map(({ place, tags }) => ({ place, rules: claimsOf(tags).map(ruleOf) })) };
  }
  const looks = mutant === undefined && together === undefined;
  rmSync(reachedFile, { force: true });
  writeFileSync(awakeFile, (together ?? [mutant]).join());
  const isByHand = mutant?.endsWith('.json') === true;
  const what = looks
    ? { SIM_HOST_REACHED: reachedFile }
    : isByHand
      ? { SIM_HOST_VARIANT: mutant }
      : { SIM_HOST_AWAKE: awakeFile };
  await useEnvironment({ ...what, ...(engine && { SIM_HOST_HTTP: engine }) }, isOfModules);
  const { results } = await cucumber(scenarios, { failFast: together === undefined });
  const failures = results
    .filter(({ status }) => status === 'failed')
    .map(({ place, rules, failure }) => ({
      place,
      rules,
      message: `${failure?.step}: ${failure?.message.split('\n')[0]}`,
    }));
  // What a fault has left in the process is not the next one's.
  if (failures.length > 0 || isByHand || isOfModules) await WarmHost.endProcess();
  return { failures, ...(looks && { reached: reachedIds() }) };
}

/** What is in the environment of a process that is forked or spawned from now on. */
async function useEnvironment(env, isNew) {
  const wanted = JSON.stringify(env);
  if (wanted !== environmentNow || isNew) await WarmHost.endProcess();
  environmentNow = wanted;
  for (const name of variables) delete process.env[name];
  Object.assign(process.env, env);
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
