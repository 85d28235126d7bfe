// Runs stages in sequence regardless of failures, and counts their tests.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { countScenarios, countTap } from './count.mjs';

/** @typedef {import('./stages.mjs').Stage} Stage */

/**
 * @typedef {object} Outcome
 * @property {string} name
 * @property {boolean} ok
 * @property {number} seconds
 * @property {number} passed
 * @property {number} failed
 * @property {readonly string[]} [failures] the names of failed tests, if the runner reports them
 * @property {string} [notRun] the reason
 */

/**
 * @param {readonly Stage[]} stages
 * @param {Record<string, string>} [env]
 * @returns {Promise<Outcome[]>}
 */
export async function runStages(stages, env = {}) {
  const outcomes = [];
  for (let next = 0; next < stages.length; ) {
    const checks = stages.slice(next).findIndex(({ isCheck }) => !isCheck);
    const count = checks === -1 ? stages.length - next : Math.max(checks, 1);
    const isBeside = count > 1;
    const group = stages.slice(next, next + count);
    outcomes.push(...(await Promise.all(group.map((stage) => runStage(stage, env, isBeside)))));
    next += count;
    // No stage runs on a failed build.
    if (group[0].name === 'build' && !outcomes[0].ok) return outcomes;
  }
  return outcomes;
}

/** Prints a table with a total in its last line, and writes it as JSON. @returns whether all stages passed */
export function finish(outcomes, file) {
  const width = Math.max(...outcomes.map(({ name }) => name.length));
  console.log('');
  for (const { name, ok, seconds, passed, failed, notRun } of outcomes) {
    const counts = passed + failed > 0 ? `  ${passed} passed, ${failed} failed` : '';
    const what =
      notRun === undefined ? `${seconds.toFixed(1).padStart(7)} s${counts}` : `  not run: ${notRun}`;
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(width)} ${what}`);
  }
  for (const { name, failures = [] } of outcomes) {
    for (const failure of failures) console.log(`not ok ${name}: ${failure}`);
  }
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, { ok, failed }) => sum + (ok ? 0 : Math.max(failed, 1)), 0);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ passed, failed, stages: outcomes }, null, 2)}\n`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0;
}

/** @returns {Promise<Outcome>} */
async function runStage({ name, args, env: own = {}, limitS, results, needs }, env, isBeside) {
  const outcome = { name, seconds: 0, passed: 0, failed: 0 };
  if (needs !== undefined && !isInstalled(needs)) {
    const notRun = `${needs} is not installed (apt-get install ${needs.split(' ')[0]})`;
    console.log(`\n== ${name}: not run, ${notRun}`);
    // CI has to install it, so this is a failure there.
    return { ...outcome, ok: !isCI, notRun };
  }
  if (results !== undefined) {
    mkdirSync(dirname(results.file), { recursive: true });
    rmSync(results.file, { force: true });
  }
  if (!isBeside) console.log(`\n== ${name}`);
  const startedAt = performance.now();
  const { code, output } = await exitOf(args, { ...process.env, ...env, ...own }, limitS, isBeside);
  if (isBeside) console.log(`\n== ${name}\n${output.trimEnd()}`);
  const seconds = Number(((performance.now() - startedAt) / 1000).toFixed(1));
  const counts = results === undefined ? undefined : read(results);
  const { passed, failed, failures } = counts ?? { passed: 0, failed: 0 };
  // A stage that ran no tests has not passed.
  const ok = code === 0 && failed === 0 && (counts === undefined || passed > 0);
  return { ...outcome, ok, seconds, passed, failed, failures };
}

const isCI = !['', '0', 'false'].includes(process.env.CI ?? '');

function isInstalled(program) {
  const named = program === 'chromium' ? process.env.CHROMIUM : undefined;
  return spawnSync(named ?? program, ['--version'], { stdio: 'ignore' }).error === undefined;
}

function read({ form, file }) {
  if (form === 'json') {
    try {
      const { passed, failed } = JSON.parse(readFileSync(file, 'utf8'));
      return { passed, failed };
    } catch {
      // Without results it did not end by itself.
      return { passed: 0, failed: 1 };
    }
  }
  return form === 'tap' ? countTap(file) : countScenarios(file);
}

/** The child leads its own process group, so that it can be killed with its children. */
function exitOf(args, env, limitS, isKept) {
  const detached = process.platform !== 'win32';
  const stdio = isKept ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
  const child = spawn(process.execPath, args, { stdio, env, detached });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const kill = () => killTree(child);
  const timer = setTimeout(() => {
    console.error(`killed: it had not ended after ${limitS} s`);
    kill();
  }, limitS * 1000);
  // Ctrl+C reaches only this process.
  process.once('SIGINT', kill).once('SIGTERM', kill);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(timer);
      process.off('SIGINT', kill).off('SIGTERM', kill);
      resolve({ code, output });
    });
  });
}

/** Kills a child and its process group. */
function killTree(child) {
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
