import { execFileSync, type SpawnSyncReturns, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository: string = resolve(fileURLToPath(new URL('../../', import.meta.url)));

/** A packed package: its tarball and the paths in it. */
export interface Packed {
  readonly file: string;
  readonly paths: readonly string[];
}

/** A folder outside of the repository for installations. */
export const bench: string = mkdtempSync(join(tmpdir(), 'packages-'));

/** Packs the three packages with their scripts, as publishing does. */
export function packAll(): Record<'simHost' | 'conformance' | 'bench', Packed> {
  const copy = copyOfRepository();
  return {
    simHost: pack(copy),
    conformance: pack(join(copy, 'conformance')),
    bench: pack(join(copy, 'bench')),
  };
}

export function packSimHost(): Packed {
  return pack(copyOfRepository());
}

/** Packing empties the build folders, which other tests use, so it runs in a copy. */
function copyOfRepository(): string {
  const copy = join(bench, 'repository');
  mkdirSync(copy);
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: repository,
    encoding: 'utf8',
  });
  for (const file of new Set(files.split('\0').filter(Boolean)))
    cpSync(join(repository, file), join(copy, file), { force: true, recursive: true });
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'), 'junction');
  return copy;
}

function pack(folder: string): Packed {
  const { stdout } = npm(folder, 'pack', '--json', '--pack-destination', bench);
  // The output of the build precedes it.
  const answer = JSON.parse(stdout.slice(stdout.search(/^[[{]/m)));
  const [{ filename, files }] = Array.isArray(answer) ? answer : Object.values(answer);
  return { file: join(bench, filename), paths: files.map(({ path }: { path: string }) => path) };
}

/** An empty project. */
export function project(name: string): string {
  const folder = join(bench, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  return folder;
}

/** Installs without optional packages and returns the warnings of npm. @throws Error if it fails */
export function install(folder: string, ...tarballs: readonly string[]): string[] {
  const { stdout, stderr } = npm(
    folder,
    'install',
    '--omit=optional',
    '--no-audit',
    '--no-fund',
    ...tarballs,
  );
  // Warnings about the configuration of the user do not concern the packages.
  return `${stdout}\n${stderr}`
    .split('\n')
    .filter((line) => /warn|err/i.test(line) && !/ (user|env) config /.test(line));
}

/** The npm that runs the tests, else that of the system, which needs a shell on Windows. */
export function npm(folder: string, ...args: readonly string[]): SpawnSyncReturns<string> {
  const script = process.env.npm_execpath;
  const options = { cwd: folder, encoding: 'utf8', env: { ...process.env, NODE_V8_COVERAGE: '' } } as const;
  const result = script?.endsWith('.js')
    ? spawnSync(process.execPath, [script, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (result.status !== 0)
    throw new Error(`npm ${args.join(' ')}: ${result.error ?? result.stdout + result.stderr}`);
  return result;
}

/** Runs a script of a package with Node.js. */
export function runNode(
  folder: string,
  script: string,
  ...args: readonly string[]
): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [script, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: ownEnvironment(),
  });
}

/** The environment without the variables of a test run in the repository. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_OPTIONS: '',
    NODE_V8_COVERAGE: '',
    SIM_HOST_ROOT: undefined,
    NODE_TEST_CONTEXT: undefined,
  };
}

/** The command as installed in a project. */
export function simHost(folder: string): string {
  return join(folder, 'node_modules', 'sim-host', 'bin', 'sim-host.mjs');
}

/** The packages that npm has installed, by path. */
export function installed(folder: string): Record<string, { version: string; hasInstallScript?: boolean }> {
  return JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8')).packages;
}

/** The size and time of every file in a folder, which show writes. */
export function filesBelow(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const { size, mtimeMs } = statSync(join(folder, entry));
    files.set(entry.replaceAll('\\', '/'), `${size} ${mtimeMs}`);
  }
  return files;
}

/** The size of a folder on a disk with blocks of 4 KiB. */
export function megabytesOf(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    bytes += Math.ceil(statSync(join(folder, entry)).size / 4096) * 4096;
  return bytes / 1e6;
}

/** A path with slashes, as in packages. */
export function packagePath(folder: string, file: string): string {
  return relative(folder, file).replaceAll('\\', '/');
}
