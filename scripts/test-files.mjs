// Finds the unit tests without a shell, git or globs, which Node.js 20 lacks.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const folders = [
  'src',
  'test/docs',
  'conformance',
  'bench',
  'scripts',
  'test/access',
  'test/load',
  'test/soak',
  'test/relays',
];
const skipped = new Set(['node_modules', 'dist']);

/**
 * Paths inside `root` in a fixed order with platform separators. Slow tests, `*.long.test.ts`, are separate from
 * those of `npm test`.
 */
export function testFiles(root = '.', { areLong = false } = {}) {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => filesIn(root, folder))
    .filter((file) => /\.test\.(ts|mjs)$/.test(file) && /\.long\./.test(file) === areLong)
    .sort();
}

function filesIn(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return skipped.has(entry.name) ? [] : filesIn(root, path);
  });
}
