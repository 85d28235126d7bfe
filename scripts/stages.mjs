// A run in stages: each begins whatever became of those before it, and the lines at the end tell of all.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { killTree } from './run.mjs';

/** More failures than so many are no accident. */
const mostAccidents = 3;

export class Stages {
  #results = [];

  /**
   * Runs a script of Node.js, with its output where ours goes.
   * @param {string[]} args
   * @param {{env?: object, limitS?: number, count?: () => {pass: number, fail: number} | undefined, again?: boolean}} [options]
   *   `count` reads what the script has written; without it, or when it gives nothing, a stage counts as no test. With `limitS`
   *   it is killed, with its children, when it takes longer. With `again` it is run once more where `CI` is set and one to three
   *   tests failed: browsers, sockets and clocks of a busy machine. The lines at the end say so, since it is a fault to find.
   * @returns {Promise<boolean>} whether it went well
   */
  async run(name, args, options = {}) {
    console.log(`\n== ${name}`);
    const first = await this.#try(name, args, options);
    const isAccident = !first.ok && first.fail > 0 && first.fail <= mostAccidents;
    if (!options.again || !process.env.CI || !isAccident) return this.#keep(first);
    console.log(`\n== ${name}, once more: ${first.fail} failed`);
    return this.#keep({ ...(await this.#try(name, args, options)), failedFirst: first.fail });
  }

  async #try(name, args, { env = {}, limitS, count }) {
    const startedAt = performance.now();
    const code = await exitCode(args, { ...process.env, ...env }, limitS);
    const seconds = (performance.now() - startedAt) / 1000;
    const counted = count?.();
    const { pass, fail } = counted ?? { pass: 0, fail: 0 };
    // Tests of which none ran have not passed.
    const ok = code === 0 && fail === 0 && (counted === undefined || pass > 0);
    return { name, ok, seconds: Number(seconds.toFixed(1)), pass, fail };
  }

  #keep(result) {
    this.#results.push(result);
    return result.ok;
  }

  /**
   * Runs scripts that keep one core busy each at the same time. What one prints is printed when it has ended.
   * @param {readonly (readonly [name: string, args: string[]])[]} scripts
   */
  async together(scripts) {
    const begun = performance.now();
    const results = scripts.map(async ([name, args]) => {
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text) => (output += text));
      const code = await new Promise((resolve) => child.once('close', resolve));
      const seconds = (performance.now() - begun) / 1000;
      console.log(`\n== ${name}\n${output.trimEnd()}`);
      return { name, ok: code === 0, seconds: Number(seconds.toFixed(1)), pass: 0, fail: 0 };
    });
    this.#results.push(...(await Promise.all(results)));
  }

  /** Prints the lines at the end, of which the last counts tests, and sets the exit code. @param {string} file for JSON */
  finish(file) {
    console.log('');
    for (const { name, ok, seconds, failedFirst } of this.#results)
      console.log(
        `${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)${failedFirst ? `, at the second time: ${failedFirst} failed at first` : ''}`,
      );
    for (const { name, pass, fail } of this.#results)
      if (pass + fail > 0) console.log(`${name}: ${pass} passed, ${fail} failed`);
    const passed = this.#results.reduce((sum, { pass }) => sum + pass, 0);
    const failed = this.#results.reduce((sum, { ok, fail }) => sum + (ok ? 0 : Math.max(fail, 1)), 0);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify({ passed, failed, stages: this.#results }, null, 2)}\n`);
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
  }
}

/** A child that may be killed with its children leads a group, which Ctrl+C does not reach: only for CI. */
function exitCode(args, env, limitS) {
  const detached = limitS !== undefined && process.platform !== 'win32';
  const child = spawn(process.execPath, args, { stdio: 'inherit', env, detached });
  const kill = () => {
    console.error(`killed: it had not ended after ${limitS} s`);
    killTree(child);
  };
  const timer = limitS === undefined ? undefined : setTimeout(kill, limitS * 1000);
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code);
    });
  });
}
