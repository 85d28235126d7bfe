// Removes the declarations that no entry of the package exports leads to.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Deletes the declarations in `folder`/dist that `exports` of its package.json does not lead to. */
export function keepPublicTypes(folder) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const entries = Object.values(exports).flatMap(({ types }) => (types ? [resolve(folder, types)] : []));
  const reached = new Set();
  for (const entry of entries) visit(entry, reached);
  for (const name of readdirSync(join(folder, 'dist'), { recursive: true })) {
    const file = resolve(folder, 'dist', name);
    const declaration = file.replace(/\.map$/, '');
    if (declaration.endsWith('.d.ts') && !reached.has(declaration)) rmSync(file);
  }
}

function visit(file, reached) {
  if (reached.has(file) || !existsSync(file)) return;
  reached.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g))
    visit(resolve(dirname(file), path.replace(/\.js$/, '.d.ts')), reached);
}
