import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type ParserConfig, transform } from '@swc/core';

/** Decorators of common compilers: supported ones work, and errors for the others name the fix. */
const library = JSON.stringify(new URL('../index.ts', import.meta.url).href);
const root = fileURLToPath(new URL('../../../', import.meta.url));
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compilers-'));
});
after(() => rm(folder, { recursive: true }));

const members = {
  accessor: "@exposedField({ type: 'Single' }) accessor brightness = 1;",
  field: "@exposedField({ type: 'Single' }) brightness = 1;",
  getter: "@exposedProperty({ type: 'Single' }) get brightness() { return 1; }",
  static: "@exposedField({ type: 'Single' }) static brightness = 1;",
  method: '@exposedFunction() brightness() {}',
};

function source(member: string): string {
  return `
    import { exposedClass, exposedField, exposedFunction, exposedProperty, createPlainHost, RemoteControlService } from ${library};
    @exposedClass({ name: 'Lamp' + Math.random().toString(36).slice(2) })
    class Lamp { ${member} }
    const service = new RemoteControlService({ host: createPlainHost({ name: 'x' }) });
    const handle = service.objects.register(new Lamp());
    export const value = service.tryGetValue(handle, 'brightness', 'Single');`;
}

let count = 0;

async function importCompiled(code: string): Promise<unknown> {
  const file = join(folder, `compiled-${++count}.mjs`);
  await writeFile(file, code);
  return ((await import(pathToFileURL(file).href)) as { value: unknown }).value;
}

async function withSwc(member: string, decoratorVersion: '2021-12' | '2022-03'): Promise<unknown> {
  const isLegacy = decoratorVersion === '2021-12';
  const parser: ParserConfig = { syntax: 'typescript', decorators: true };
  const { code } = await transform(source(member), {
    swcrc: false,
    jsc: { parser, target: 'es2022', transform: { legacyDecorator: isLegacy, decoratorVersion } },
  });
  return importCompiled(code);
}

async function withTsc(member: string, experimentalDecorators: boolean): Promise<unknown> {
  const name = `tsc-${++count}`;
  const file = join(folder, `${name}.mts`);
  await writeFile(file, source(member));
  const options = ['--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler', '--noCheck'];
  const legacy = ['--experimentalDecorators', String(experimentalDecorators)];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const outDir = join(folder, 'out');
  // The compiler reports the import by URL and still emits.
  await promisify(execFile)(process.execPath, [
    tsc,
    ...options,
    ...legacy,
    '--ignoreConfig',
    '--outDir',
    outDir,
    file,
  ]).catch(() => {});
  return ((await import(pathToFileURL(join(outDir, `${name}.mjs`)).href)) as { value: unknown }).value;
}

/** esbuild by way of tsx, which reads the setting from the tsconfig.json of the folder. */
async function withTsx(member: string, experimentalDecorators: boolean): Promise<unknown> {
  const name = `tsx-${++count}`;
  const [file, config] = [join(folder, `${name}.mts`), join(folder, `${name}.json`)];
  await writeFile(config, JSON.stringify({ compilerOptions: { experimentalDecorators, target: 'es2022' } }));
  await writeFile(file, `${source(member)}\nconsole.log(value);`);
  const env = { ...process.env, TSX_TSCONFIG_PATH: config };
  try {
    const args = ['--import', 'tsx', file];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env, timeout: 60_000 });
    return Number(stdout);
  } catch (error) {
    throw new Error((error as { stderr: string }).stderr);
  }
}

for (const [compiler, compile] of [
  ['TypeScript', (member: string) => withTsc(member, false)],
  ['tsx and esbuild', (member: string) => withTsx(member, false)],
  ['swc', (member: string) => withSwc(member, '2022-03')],
] as const) {
  test(`the standard decorators of ${compiler} work`, async () => {
    assert.equal(await compile(members.accessor), 1);
  });
}

for (const [compiler, compile, kinds] of [
  [
    'TypeScript',
    (member: string) => withTsc(member, true),
    ['accessor', 'field', 'getter', 'static', 'method'],
  ],
  ['tsx and esbuild', (member: string) => withTsx(member, true), ['accessor']],
  ['swc', (member: string) => withSwc(member, '2021-12'), ['field', 'getter', 'static', 'method']],
] as const) {
  for (const kind of kinds) {
    test(`the legacy decorators of ${compiler} on a ${kind} are refused with the fix`, async () => {
      await assert.rejects(
        compile(members[kind]),
        /Lamp\.brightness: @exposed\w+\(\).*legacy.*"experimentalDecorators"/s,
      );
    });
  }
}
