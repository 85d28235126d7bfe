import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../dist/service/', import.meta.url));
const declared = '(?:declare )?(?:abstract )?(?:class|interface|type|const|function|enum) ';

const read = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
const inBraces = (list: string) => list.split(',').flatMap((name) => name.trim().replace(/^type /, '') || []);

/** The text of one declaration of a file. */
function declaration(text: string, name: string): string {
  const start = text.search(new RegExp(`^export ${declared}${name}\\b`, 'm'));
  // The declaration is in another file.
  if (start === -1) return '';
  const rest = text.slice(start);
  const end = rest.slice(1).search(/^(?:export|declare|interface|type|class) /m);
  return end === -1 ? rest : rest.slice(0, end + 1);
}

/** The files of the types that a file may refer to: imports or its own declarations. */
function typesIn(text: string): string[] {
  const imported = [...text.matchAll(/^import (?:type )?\{([^}]*)\} from '\./gm)].flatMap(([, list]) =>
    inBraces(list!),
  );
  const own = [...text.matchAll(/^(?:export )?(?:declare )?(?:abstract )?(?:class|interface) (\w+)/gm)].map(
    ([, name]) => name!,
  );
  return [...new Set([...imported, ...own])].filter((name) => /^[A-Z]/.test(name));
}

/** The classes, functions and constants that the index exports. */
function valuesIn(index: string): string[] {
  const lists = [...index.matchAll(/^export \{([^}]*)\} from/gm)].flatMap(([, list]) => list!.split(','));
  return lists.map((name) => name.trim()).filter((name) => name !== '' && !name.startsWith('type '));
}

test('all types used by public members are exported, and no other types', () => {
  const index = read(resolve(root, 'index.d.ts'));
  const exported = [...index.matchAll(/^export (?:type )?(\*|\{[^}]*\}) from '([^']+)'/gm)].map(
    ([, what, from]) => {
      const file = resolve(root, dirname(from!), from!.replace(/^.*\//, '').replace(/\.js$/, '.d.ts'));
      const text = read(file);
      const all = [...text.matchAll(new RegExp(`^export ${declared}(\\w+)`, 'gm'))].map(([, name]) => name!);
      return { text, names: what === '*' ? all : inBraces(what!.slice(1, -1)) };
    },
  );
  const known = new Set(exported.flatMap(({ names }) => names));
  assert.ok(known.size > 100, 'the declarations were not read: npm run build');
  const missing = exported.flatMap(({ text, names }) =>
    names.flatMap((name) => {
      const body = declaration(text, name);
      const used = typesIn(text).filter((type) => new RegExp(`\\b${type}\\b`).test(body));
      return used.filter((type) => !known.has(type)).map((type) => `${type}, named by ${name}`);
    }),
  );
  assert.deepEqual(missing, []);

  const bodies = new Map(
    exported.flatMap(({ text, names }) => names.map((name) => [name, declaration(text, name)] as const)),
  );
  // Callable exports are needed for themselves; a type is needed by an export that refers to it.
  const reached = new Set(valuesIn(index));
  for (const name of reached)
    for (const type of known) if (new RegExp(`\\b${type}\\b`).test(bodies.get(name) ?? '')) reached.add(type);
  assert.deepEqual(
    [...known].filter((name) => !reached.has(name)),
    [],
    'no public declaration uses these',
  );
});

test('the declarations compile without @types/node and skipLibCheck', () => {
  const repository = fileURLToPath(new URL('../../', import.meta.url));
  const { exports } = JSON.parse(read(resolve(repository, 'package.json'))) as {
    exports: Record<string, { types?: string }>;
  };
  const entries = Object.values(exports).flatMap(({ types }) => types ?? []);
  assert.ok(entries.length >= 3);
  const typescript = createRequire(import.meta.url).resolve('typescript/package.json');
  const tsc = resolve(dirname(typescript), 'bin', 'tsc');
  const fewest = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--target',
    'ES2022',
    '--lib',
    'ES2022',
    '--types',
    '',
    '--skipLibCheck',
    'false',
  ];
  const modules = ['--module', 'NodeNext', '--moduleResolution', 'NodeNext'];
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...fewest, ...modules, ...entries], {
    cwd: repository,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout);
});
