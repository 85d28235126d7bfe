// `npm run test:matrix [-- --node 24]`: installs and starts the project and runs the scenarios tagged `@matrix` on each
// supported Node.js, with the HTTP engine that loads there and with node:http. A Node.js that cannot be fetched fails in CI.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { countScenarios } from './count.mjs';
import { runtime } from './matrix/runtimes.mjs';
import { smoke } from './matrix/smoke.mjs';
import { lastLines, run } from './run.mjs';

const versions = [20, 22, 24, 26];
const isCI = !['', '0', 'false'].includes(process.env.CI ?? '');
const reports = join('reports', 'matrix');
const notCopied = new Set(['node_modules', 'dist', '.git', '.cache', '.projects', 'coverage', 'reports']);

const { values } = parseArgs({ options: { node: { type: 'string', multiple: true, default: [] } } });
const chosen = values.node.flatMap((list) => list.split(',')).map(Number);
if (chosen.some((major) => !versions.includes(major))) {
  console.error(`matrix: --node takes ${versions.join(', ')}`);
  process.exit(2);
}
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const total = { passed: 0, failed: 0 };
for (const major of chosen.length === 0 ? versions : chosen) await tryVersion(major);
writeFileSync(join(reports, 'results.json'), JSON.stringify(total));
console.log(`${total.passed} passed, ${total.failed} failed; logs are in ${reports}`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** A copy outside of the repository is like a clone: no parent node_modules is found. */
async function tryVersion(major) {
  const name = `Node.js ${major}`;
  const found = await runtime(major).catch((error) => {
    if (isCI) total.failed++;
    console.log(`${isCI ? 'FAILED' : 'left out'}  ${name} cannot be fetched: ${error.message}`);
  });
  if (found === undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 'sim-host-matrix-'));
  cpSync('.', folder, { recursive: true, filter: (path) => path === '.' || !notCopied.has(basename(path)) });
  mkdirSync(join(folder, 'reports'));
  const { NODE_V8_COVERAGE: _, ...outer } = process.env;
  // All children use the `node` of this version and no npm variables of this script.
  const own = Object.fromEntries(Object.entries(outer).filter(([each]) => !each.startsWith('npm_')));
  const path = [found.bin, process.env.PATH].join(delimiter);
  const env = { ...own, PATH: path, npm_config_update_notifier: 'false' };
  const npm = async (args, more = {}) => {
    const options = {
      cwd: folder,
      env: { ...env, ...more },
      limitS: 900,
      log: join(reports, `${major}.log`),
    };
    const { ok, output } = await run(found.node, [found.npm, ...args], options);
    if (!ok) throw new Error(lastLines(output, 30));
  };
  try {
    if (!(await step(`${name}: install`, () => npm(['ci', '--no-audit', '--no-fund'])))) return;
    for (const engine of ['auto', 'node']) {
      const http = { SIM_HOST_HTTP: engine };
      const start = ['start', '--silent', '--', '--json', '--port', '0'];
      await step(`${name}, --http ${engine}: start`, () =>
        smoke({ command: found.node, args: [found.npm, ...start], cwd: folder, env: { ...env, ...http } }),
      );
      const file = join(folder, 'reports', `features-${engine}.ndjson`);
      const features = ['run', '--silent', 'features', '--', '--tags', '@matrix'];
      await step(`${name}, --http ${engine}: scenarios`, async () => {
        await npm([...features, '--format', 'summary', '--format', `message:${file}`], http);
        const { passed, failed } = countScenarios(file);
        if (passed === 0 || failed > 0) throw new Error(`${passed} passed, ${failed} failed`);
        total.passed += passed;
      });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function step(name, act) {
  const from = performance.now();
  const seconds = () => `${((performance.now() - from) / 1000).toFixed(0)} s`;
  try {
    const note = await act();
    total.passed++;
    console.log(`ok        ${name}, ${seconds()}${note === undefined ? '' : `: ${note}`}`);
    return true;
  } catch (error) {
    total.failed++;
    console.log(`FAILED    ${name}, ${seconds()}\n${error.message}`);
    return false;
  }
}
