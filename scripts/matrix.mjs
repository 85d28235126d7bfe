// `npm run test:matrix [-- --node 24]`: installs and starts the project and runs the scenarios tagged `@matrix` on each
// supported Node.js, with the HTTP engine that loads there and with node:http.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { countScenarios } from './count.mjs';

const { values } = parseArgs({
  options: { node: { type: 'string', multiple: true, default: ['20', '22', '24', '26'] } },
});
const notCopied = ['node_modules', 'dist', '.git', '.cache', '.projects', 'coverage', 'reports'];
/** Without the variables of npm and of coverage, which would apply to the copies. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('npm_') && name !== 'NODE_V8_COVERAGE'),
);
const total = { passed: 0, failed: 0 };
for (const version of values.node) await testOn(version);
mkdirSync('reports/matrix', { recursive: true });
writeFileSync('reports/matrix/results.json', JSON.stringify(total));
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** Tests a copy outside of the repository, which is like a clone: no parent node_modules is found. */
async function testOn(version) {
  const cwd = mkdtempSync(join(tmpdir(), 'sim-host-matrix-'));
  cpSync('.', cwd, { recursive: true, filter: (path) => !notCopied.includes(basename(path)) });
  const npm = (stdio, env, ...words) =>
    npmOn(version, words, { cwd, stdio, env: { ...environment, ...env } });
  const [isInstalled] = await once(npm('inherit', {}, 'ci', '--no-audit', '--no-fund'), 'close');
  note(`Node.js ${version}: install`, isInstalled === 0);
  for (const SIM_HOST_HTTP of ['auto', 'node']) {
    const name = `Node.js ${version}, --http ${SIM_HOST_HTTP}`;
    const start = npm('pipe', { SIM_HOST_HTTP }, 'start', '--silent', '--', '--json', '--port', '0');
    note(`${name}: start`, await servesAndEnds(start));
    const file = join(cwd, `${SIM_HOST_HTTP}.ndjson`);
    const formats = ['--format', 'summary', '--format', `message:${file}`];
    const words = ['run', '--silent', 'features', '--', '--tags', '@matrix', ...formats];
    await once(npm('inherit', { SIM_HOST_HTTP }, ...words), 'close');
    const { passed, failed } = countScenarios(file);
    total.passed += passed;
    note(`${name}: ${passed} scenarios`, passed > 0 && failed === 0);
  }
  rmSync(cwd, { recursive: true, force: true, maxRetries: 3 });
}

/** Runs npm on another Node.js, which is a package. */
function npmOn(version, words, options) {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const packages = [`node-${platform}-${process.arch}@${version}`, 'npm@11'];
  const { npm_execpath: file } = process.env;
  const [program, ...script] = file === undefined ? ['npm'] : [process.execPath, file];
  const args = [...script, 'exec', '--yes', ...packages.map((each) => `--package=${each}`), '--', 'npm'];
  return spawn(program, [...args, ...words], options);
}

/** Waits for the address of a host, and ends it: it must serve, and print no error or warning. */
async function servesAndEnds(child) {
  let [errors, isServing] = ['', false];
  child.stderr.on('data', (chunk) => (errors += chunk));
  const closed = once(child, 'close');
  for await (const line of createInterface(child.stdout)) {
    if (!line.startsWith('{"event":"listening"')) continue;
    const { url, pid } = JSON.parse(line);
    isServing = (await fetch(`${url}/exposed/objects`)).ok;
    process.kill(pid, 'SIGTERM');
  }
  const [code] = await closed;
  const isGood = isServing && code === 0 && !/^(Error\b|\(node:\d+\) .*Warning:)/m.test(errors);
  if (!isGood) console.log(`it ended with ${code}\n${errors}`);
  return isGood;
}

function note(name, isGood) {
  total[isGood ? 'passed' : 'failed']++;
  console.log(`${isGood ? 'ok     ' : 'FAILED '} ${name}`);
}
