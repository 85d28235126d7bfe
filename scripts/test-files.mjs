// The unit tests, found without a shell, git or the globs that Node.js 20 does not have.
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
 * Paths below `root`, with the separators of the platform, in an order that does not depend on it. Those that take long, named
 * `*.long.test.ts`, are others than those that `npm test` runs.
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
