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

/** What was packed: the tarball, and the paths in it. */
export interface Packed {
  readonly file: string;
  readonly paths: readonly string[];
}

/** A folder outside of the repository, where things are installed as users do. */
export const bench: string = mkdtempSync(join(tmpdir(), 'packages-'));

/** Packs the three packages as publishing does, with their scripts. */
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

/** Packing empties the folders of build output, which other tests are using. */
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
  // What the build prints comes first.
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

/** Installs without what is optional, and says what npm had to warn of. @throws Error when it fails */
export function install(folder: string, ...tarballs: readonly string[]): string[] {
  const { stdout, stderr } = npm(
    folder,
    'install',
    '--omit=optional',
    '--no-audit',
    '--no-fund',
    ...tarballs,
  );
  // What a user's own configuration is warned of says nothing about the packages.
  return `${stdout}\n${stderr}`
    .split('\n')
    .filter((line) => /warn|err/i.test(line) && !/ (user|env) config /.test(line));
}

/** npm as it was started, else as the system finds it: on Windows that is a script for its shell. */
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

/** Runs a script of a package with Node.js to its end. */
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

/** Without the variables that a test run in the repository has set. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_OPTIONS: '',
    NODE_V8_COVERAGE: '',
    SIM_HOST_ROOT: undefined,
    NODE_TEST_CONTEXT: undefined,
  };
}

/** The command as it is installed in a project. */
export function simHost(folder: string): string {
  return join(folder, 'node_modules', 'sim-host', 'bin', 'sim-host.mjs');
}

/** What npm has installed, by its place. */
export function installed(folder: string): Record<string, { version: string; hasInstallScript?: boolean }> {
  return JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8')).packages;
}

/** Every file below a folder with its size and time, which tell when one was written. */
export function filesBelow(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const { size, mtimeMs } = statSync(join(folder, entry));
    files.set(entry.replaceAll('\\', '/'), `${size} ${mtimeMs}`);
  }
  return files;
}

/** What a folder takes on disks that are filled in blocks of 4 KiB. */
export function megabytesOf(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    bytes += Math.ceil(statSync(join(folder, entry)).size / 4096) * 4096;
  return bytes / 1e6;
}

/** A path as packages write it. */
export function packagePath(folder: string, file: string): string {
  return relative(folder, file).replaceAll('\\', '/');
}
