// The steps of a leg. Each returns its cell of the table or throws the error.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { countScenarios, countTap } from '../count.mjs';
import { lastLines, run } from '../run.mjs';
import { smoke } from './smoke.mjs';

const notCopied = new Set([
  'node_modules',
  'dist',
  '.git',
  '.cache',
  '.projects',
  'coverage',
  'reports',
  'results',
]);

/** A copy of the repository like a clone, outside of it, so that no parent node_modules is found. */
export function freshCopy() {
  const folder = mkdtempSync(join(tmpdir(), 'sim-host-matrix-'));
  cpSync('.', folder, { recursive: true, filter: (path) => path === '.' || !notCopied.has(basename(path)) });
  mkdirSync(join(folder, 'reports'));
  return folder;
}

export class Leg {
  #folder;
  #runtime;
  #log;

  constructor(runtime, folder, log) {
    this.#runtime = runtime;
    this.#folder = folder;
    this.#log = log;
  }

  async install() {
    const output = await this.#npm(['ci', '--no-audit', '--no-fund'], { limitS: 300 });
    const strangers = [...output.matchAll(/package: '([^']+)'/g)].map(([, name]) => name);
    return strangers.length === 0 ? {} : { note: `npm warns of its version for ${strangers.join(', ')}` };
  }

  /** Checks that TypeScript, Biome, dependency-cruiser and c8 work on this Node.js. */
  async tools() {
    await this.#npm(['run', 'check:types']);
    await this.#npm(['run', 'check:style']);
    await this.#npm(['run', 'check:imports']);
    const covered = ['node_modules/c8/bin/c8.js', '--src=src', '--exclude-after-remap'];
    await this.#node([...covered, 'node', 'bin/sim-host.mjs', '--check']);
    return {};
  }

  /** `npm start`, which builds first if necessary. @param wanted the server that must run */
  async start(engine, wanted) {
    const args = ['start', '--silent', '--', '--json', '--port', '0'];
    const start = { command: this.#runtime.node, args: [this.#runtime.npm, ...args], cwd: this.#folder };
    return { note: await smoke({ ...start, env: this.#env({ SIM_HOST_HTTP: engine }) }, wanted) };
  }

  async unitTests() {
    const file = join(this.#folder, 'reports', 'unit.tap');
    const reporter = ['--test-reporter=tap', `--test-reporter-destination=${file}`];
    const { ok, output } = await this.#script('test:unit', reporter, { limitS: 900 });
    const { passed, failed } = countTap(file);
    return this.#counted(ok, passed, failed, existsSync(file) ? failures(file) : output);
  }

  async features(engine) {
    const file = join(this.#folder, 'reports', `features-${engine}.ndjson`);
    const args = ['--tags', '@matrix', '--format', 'summary', '--format', `message:${file}`];
    const options = { env: { SIM_HOST_HTTP: engine }, limitS: 600 };
    const { ok, output } = await this.#script('features', args, options);
    const { passed, failed } = countScenarios(file);
    return this.#counted(ok, passed, failed, output);
  }

  /** A run without counted tests has not passed. */
  #counted(ok, passed, failed, output) {
    if (ok && failed === 0 && passed > 0) return { passed, failed };
    throw Object.assign(new Error(lastLines(output, 40)), { passed, failed });
  }

  #script(name, args, options) {
    return this.#try([this.#runtime.npm, 'run', '--silent', name, '--', ...args], options);
  }

  #npm(args, options) {
    return this.#node([this.#runtime.npm, ...args], options);
  }

  async #node(args, options) {
    const { ok, output } = await this.#try(args, options);
    if (!ok) throw new Error(lastLines(output, 30));
    return output;
  }

  #try(args, { env = {}, limitS = 180 } = {}) {
    const options = { cwd: this.#folder, env: this.#env(env), limitS, log: this.#log };
    return run(this.#runtime.node, args, options);
  }

  /** All child processes use the `node` of this leg and no npm variables of this script. */
  #env(env) {
    const { NODE_V8_COVERAGE: _, ...outer } = process.env;
    const own = Object.fromEntries(Object.entries(outer).filter(([name]) => !name.startsWith('npm_')));
    const path = [this.#runtime.bin, process.env.PATH].join(delimiter);
    return { ...own, PATH: path, npm_config_update_notifier: 'false', ...env };
  }
}

function failures(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  // The seed of a failed random test.
  return lines.filter((line) => /^ *(not ok|again:|counterexample:)/.test(line)).join('\n');
}

export function remove(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
