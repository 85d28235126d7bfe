/** Links of the documents lead to files and headings that exist, in the repository and in the packed package. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { packageUrl } from '../support/tested-package.js';

const root = fileURLToPath(packageUrl);
const checkout = fileURLToPath(new URL('../..', import.meta.url));
const repository = 'https://github.com/sim-host/sim-host/';
const pages = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...filesIn('docs').filter((path) => path.endsWith('.md')),
  'conformance/README.md',
  'bench/README.md',
].filter((path) => existsSync(join(root, path)));

/** Paths inside a folder, relative to the root, with slashes. */
function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return ['node_modules', 'dist', 'results'].includes(entry.name) ? [] : filesIn(path);
  });
}

function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** A page without its code, which contains no links or headings. */
function proseOf(page: string): string {
  return textOf(page).replaceAll(/^(`{3,}).*?^\1`*$/gms, '');
}

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading] of proseOf(page).matchAll(/^#+ (.+)$/gm)) {
    const text = heading!.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = text.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
    let unique = anchor;
    for (let i = 1; anchors.has(unique); i++) unique = `${anchor}-${i}`;
    anchors.add(unique);
  }
  return anchors;
}

interface Link {
  readonly page: string;
  readonly target: string;
  /** From the root; undefined for pages of other sites. */
  readonly path: string | undefined;
  readonly anchor: string | undefined;
}

const links = pages.flatMap((page) =>
  Array.from(proseOf(page).matchAll(/\]\(([^)\s]+)\)/g), ([, target]) => linkOf(page, target!)),
);

function linkOf(page: string, target: string): Link {
  const [address = '', anchor] = target.split('#');
  const ours =
    address.startsWith(repository) && /^(?:blob|tree)\/main\/(.+)$/.exec(address.slice(repository.length));
  if (ours) return { page, target, path: ours[1]!, anchor: undefined };
  if (/^[a-z]+:/.test(address)) return { page, target, path: undefined, anchor: undefined };
  const path = address === '' ? page : posix.normalize(posix.join(posix.dirname(page), address));
  return { page, target, path, anchor };
}

const shown = (broken: readonly Link[]) => broken.map(({ page, target }) => `${page}: ${target}`);

test('every link of a page leads to a file that exists', () => {
  assert.ok(links.length > 100);
  const folderOf = (target: string) => (target.startsWith(repository) ? checkout : root);
  const broken = links.filter(
    ({ path, target }) => path !== undefined && !existsSync(join(folderOf(target), path)),
  );
  assert.deepEqual(shown(broken), []);
});

test('every anchor of a link is a heading of its page', () => {
  const broken = links.filter(
    ({ path, anchor }) => path?.endsWith('.md') && anchor !== undefined && !anchorsOf(path).has(anchor),
  );
  assert.deepEqual(shown(broken), []);
});

test('every relative link of a packed page leads to a file of its package', () => {
  const folders = ['.', 'conformance', 'bench'];
  for (const [i, packed] of packedFiles().entries()) {
    assert.ok(packed.has(posix.join(folders[i]!, 'README.md')));
    const broken = links.filter(
      ({ page, target, path }) =>
        packed.has(page) &&
        path !== undefined &&
        !target.startsWith(repository) &&
        !packed.has(path) &&
        ![...packed].some((file) => file.startsWith(`${path}/`)),
    );
    assert.deepEqual(shown(broken), []);
  }
});

/** The files that `npm pack` puts into the package of the root and of each workspace, relative to the root. */
function packedFiles(): Set<string>[] {
  const args = ['--dry-run', '--json', '--ignore-scripts', '--workspaces', '--include-workspace-root'];
  const listed = execFileSync('npm', ['pack', ...args], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const packages = JSON.parse(listed) as { name: string; files: { path: string }[] }[];
  return packages.map(({ name, files }) => {
    const folder = name.startsWith('@') ? posix.basename(name) : '.';
    return new Set(files.map(({ path }) => posix.join(folder, path)));
  });
}

test('every page that code, configuration or a script names exists', () => {
  const named = [
    '.',
    'src',
    'test',
    'features',
    'scripts',
    'conformance',
    'bench',
    'deploy',
    'scenes',
  ].flatMap((folder) =>
    (folder === '.' ? readdirSync(root) : filesIn(folder))
      .filter((file) => /(?:\.(?:[cm]?[jt]sx?|json|ya?ml|feature|service)|Dockerfile)$/.test(file))
      .filter((file) => file !== 'package-lock.json')
      .flatMap((file) =>
        Array.from(textOf(file).matchAll(/\bdocs\/[\w/-]+\.md\b/g), ([page]) => ({ file, page })),
      ),
  );
  assert.ok(named.length > 5);
  assert.deepEqual(
    named.filter(({ page }) => !existsSync(join(root, page))).map(({ file, page }) => `${file}: ${page}`),
    [],
  );
});

test('every page of docs begins with one title and a sentence about its readers', () => {
  for (const page of pages.filter((path) => /^docs\/[^/]+$/.test(path))) {
    const [title, blank, first] = textOf(page).split('\n');
    assert.match(title!, /^# \S/, page);
    assert.equal(blank, '', page);
    assert.match(first!, /^This (page|tutorial) is for /, page);
    assert.equal(proseOf(page).match(/^# /gm)?.length, 1, page);
  }
});

test('architecture.md and CONTRIBUTING.md name only files and folders that exist', () => {
  const files = [
    'src',
    'test',
    'features',
    'scripts',
    'conformance',
    'bench',
    'docs',
    'scenes',
    'bin',
  ].flatMap(filesIn);
  for (const page of ['docs/architecture.md', 'CONTRIBUTING.md']) {
    const named = Array.from(
      proseOf(page).matchAll(/`([\w.-]+(?:\/[\w.-]+)*)(\/?)`/g),
      ([, path, slash]) => path! + slash!,
    );
    const missing = named
      .filter((path) => /\.(tsx?|mjs|yaml|feature|md)$|\/$/.test(path))
      .filter((path) => !/^(reports|dist)\//.test(path) && !existsSync(join(root, path)))
      .filter(
        (path) =>
          !files.some((file) => (path.endsWith('/') ? file.includes(`/${path}`) : file.endsWith(`/${path}`))),
      );
    assert.deepEqual(missing, [], page);
  }
});

test('README.md links every page of docs', () => {
  const linked = new Set(links.filter(({ page }) => page === 'README.md').map(({ path }) => path));
  const missing = pages.filter((path) => /^docs\/[^/]+$/.test(path) && !linked.has(path));
  assert.deepEqual(missing, []);
});
