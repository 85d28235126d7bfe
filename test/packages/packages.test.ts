/**
 * Packs the three packages, installs them in new folders outside of the repository, and uses them; needs the registry.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  bench,
  filesBelow,
  install,
  installed,
  megabytesOf,
  ownEnvironment,
  type Packed,
  packAll,
  packagePath,
  project,
  repository,
  runNode,
  simHost,
} from './workbench.js';

const tool = (path: string) => join(repository, 'node_modules', path);
let packed: Record<'simHost' | 'conformance' | 'bench', Packed>;
/** Has only sim-host. */
let light: string;
/** Has the suite and the benchmarks without sim-host. */
let tools: string;

before(() => {
  packed = packAll();
  light = project('light');
  tools = project('tools');
});

after(() => rmSync(bench, { recursive: true, force: true }));

test('sim-host installs as one package under 13 MB without warnings, scripts or native builds', () => {
  assert.deepEqual(install(light, packed.simHost.file), []);
  const packages = Object.entries(installed(light));
  assert.equal(packages.length, 1, packages.map(([place]) => place).join());
  assert.ok(megabytesOf(join(light, 'node_modules')) < 13, `${megabytesOf(join(light, 'node_modules'))} MB`);
  assert.deepEqual(
    packages.filter(([, each]) => each.hasInstallScript).map(([place]) => place),
    [],
  );
});

test('NATS packages are not installed, and their absence is reported on use', () => {
  for (const args of [['--port', '0'], ['relay']]) {
    const { status, stderr } = runNode(light, simHost(light), ...args, '--nats', 'nats://127.0.0.1:1');
    assert.equal(status, 2);
    assert.match(
      stderr,
      /^sim-host: NATS needs packages that are not installed: npm install @nats-io\/transport-node /,
    );
  }
});

test('the packages contain everything they need and nothing only the repository needs', () => {
  const odd = /\.tsbuildinfo$|\.test\.|(^|\/)(node_modules|coverage|reports|\.projects)\/|\.log$|^tsconfig/;
  for (const [name, { paths }] of Object.entries(packed)) {
    assert.deepEqual(
      // The examples of docs/testing.md are tests and part of the guide.
      paths.filter((path) => odd.test(path) && !path.startsWith('docs/examples/testing/')),
      [],
      name,
    );
    for (const wanted of ['README.md', 'LICENSE', 'package.json'])
      assert.ok(paths.includes(wanted), `${name}: ${wanted}`);
  }
  assert.ok(!packed.simHost.paths.some((path) => /^(features|conformance|bench)\//.test(path)));
  assert.ok(packed.simHost.paths.includes('CHANGELOG.md'));
  // Bundled packages are listed with their licences, and no file is duplicated.
  const licences = readFileSync(join(light, 'node_modules', 'sim-host', 'dist', 'licences.txt'), 'utf8');
  const bundled = ['commander', 'fastest-levenshtein', 'jsonc-parser', 'picocolors', 'uqr', 'yaml'];
  assert.deepEqual(
    licences.split('\n\n---\n\n').map((each) => each.split('\n')[0]),
    bundled,
  );
  assert.ok(!packed.simHost.paths.some((path) => /^dist\/(bundle|service\/access)\/.*\.c?js$/.test(path)));
});

test('every declaration map leads to a source in the package, and there are no other maps', () => {
  const root = join(light, 'node_modules', 'sim-host');
  const { paths } = packed.simHost;
  const maps = paths.filter((path) => path.endsWith('.map'));
  assert.ok(maps.length > 0 && maps.every((path) => path.endsWith('.d.ts.map')));
  for (const path of paths.filter((each) => /\.c?js$/.test(each)))
    assert.doesNotMatch(readFileSync(join(root, path), 'utf8'), /^\/\/# sourceMappingURL/m, path);
  for (const path of maps) {
    const file = join(root, path);
    const { sources, sourceRoot = '' } = JSON.parse(readFileSync(file, 'utf8'));
    for (const source of sources) {
      const target = packagePath(root, resolve(dirname(file), sourceRoot, source));
      assert.ok(paths.includes(target), `${path} leads to ${target}`);
    }
  }
  for (const { paths: all, file } of [packed.conformance, packed.bench])
    assert.deepEqual(
      all.filter((path) => path.endsWith('.map')),
      [],
      `${file} has no sources`,
    );
});

test('publint and attw find nothing wrong', () => {
  for (const { file } of Object.values(packed)) {
    const publint = runNode(repository, tool('publint/src/cli.js'), 'run', file, '--strict');
    assert.equal(publint.status, 0, publint.stdout + publint.stderr);
    // .attw.json declares that they are ES modules only.
    const attw = runNode(repository, tool('@arethetypeswrong/cli/dist/index.js'), file);
    assert.equal(attw.status, 0, attw.stdout + attw.stderr);
  }
});

const bundler = { module: 'ESNext', moduleResolution: 'Bundler' };
const nodeNext = { module: 'NodeNext', moduleResolution: 'NodeNext' };

/** Compiles with minimal TypeScript options into `built`. */
function compile(folder: string, file: string, modules: object): void {
  const fewest = { target: 'ES2022', lib: ['ES2022'], types: [], strict: true, skipLibCheck: false };
  const compilerOptions = { ...fewest, ...modules, outDir: 'built' };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
  const { status, stdout } = runNode(folder, tool('typescript/bin/tsc'));
  assert.equal(status, 0, stdout);
}

test('a TypeScript application compiles without skipLibCheck and @types/node, and runs', () => {
  cpSync(fileURLToPath(new URL('consumer/', import.meta.url)), light, { recursive: true });
  compile(light, 'lamp.ts', bundler);
  compile(light, 'lamp.ts', nodeNext);
  const { stdout, stderr } = runNode(light, 'run.mjs');
  assert.deepEqual(JSON.parse(stdout || 'null'), { brightness: 0.25, status: true }, stderr);
});

test('the host runs on node:http and writes nothing into node_modules', async () => {
  const nodeModules = join(light, 'node_modules');
  const untouched = filesBelow(nodeModules);
  const child = spawn(process.execPath, [simHost(light), '--port', '0', '--json'], {
    cwd: light,
    env: { ...ownEnvironment(), HOME: bench, XDG_DATA_HOME: bench, LOCALAPPDATA: bench },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const { url, engine } = JSON.parse(line);
  assert.equal(engine, 'node');
  const put = await fetch(`${url}/exposed/object/key-light/intensity`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: '{"value": 2.5}',
  });
  assert.deepEqual([put.status, ((await put.json()) as { value: unknown }).value], [200, 2.5]);
  assert.equal((await fetch(`${url}/openapi.yaml`)).status, 200);
  const exited = once(child, 'exit');
  child.kill();
  await exited;
  assert.deepEqual(filesBelow(nodeModules), untouched);
});

test('a missing package is reported in one line with the install command and exit code 2', () => {
  for (const name of ['conformance', 'bench']) {
    const { status, stdout, stderr } = runNode(light, simHost(light), name);
    assert.deepEqual(
      [status, stdout, stderr],
      [2, '', `sim-host: @sim-host/${name} is not installed; npm install --save-dev @sim-host/${name}\n`],
    );
  }
});

test('the suite and the benchmarks in the working folder use the sim-host that runs them', () => {
  install(tools, packed.conformance.file, packed.bench.file);
  assert.ok(!existsSync(join(tools, 'node_modules', 'sim-host')));
  const untouched = filesBelow(join(tools, 'node_modules'));
  cpSync(join(light, 'tools.ts'), join(tools, 'tools.ts'));
  for (const modules of [bundler, nodeNext]) compile(tools, 'tools.ts', modules);
  const rules = runNode(
    tools,
    simHost(light),
    'conformance',
    '--rule',
    'END-1',
    '--rule',
    'DEP-3',
    '--out',
    'reports',
  );
  assert.equal(rules.status, 0, rules.stdout + rules.stderr);
  const { summary } = JSON.parse(readFileSync(join(tools, 'reports', 'results.json'), 'utf8'));
  assert.deepEqual([summary.holds, summary.fails], [2, 0]);
  const options = [
    '--scenario',
    'property',
    '--runs',
    '1',
    '--duration',
    '1',
    '--subscribers',
    '10',
    '--json',
  ];
  const measured = runNode(tools, simHost(light), 'bench', ...options, '--report', 'bench.html');
  assert.equal(measured.status, 0, measured.stderr);
  const [get] = JSON.parse(measured.stdout).rows;
  assert.ok(get.value.median > 0 && get.peers.fastify.median > 0 && get.peers['node:http'].median > 0);
  assert.equal(get.ratio, undefined, 'raw uWebSockets.js was left out with all that is optional');
  assert.match(readFileSync(join(tools, 'bench.html'), 'utf8'), /uPlot/);
  assert.deepEqual(filesBelow(join(tools, 'node_modules')), untouched);
});

test('the suite and the benchmarks next to sim-host are found from any folder', () => {
  install(tools, packed.simHost.file);
  const { status, stdout, stderr } = runNode(tmpdir(), simHost(tools), 'conformance', '--dry-run');
  assert.equal(status, 0, stderr);
  const rules = readFileSync(join(repository, 'conformance', 'rules.yaml'), 'utf8').match(/^- id: /gm)!;
  assert.equal(stdout.match(/^[A-Z]{3}-\d+ /gm)?.length, rules.length);
});
