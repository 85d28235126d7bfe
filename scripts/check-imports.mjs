// Imports run one way (.dependency-cruiser.cjs); fails also when the sources could not be read, which says nothing.
import { spawnSync } from 'node:child_process';

const folders = ['src', 'features', 'conformance', 'bench'];
const cruise = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
const run = (...args) =>
  spawnSync(process.execPath, [cruise, '--config', '.dependency-cruiser.cjs', ...folders, ...args], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
const { modules } = JSON.parse(run('--output-type', 'json').stdout);
const seen = modules.filter(({ source }) => source.startsWith('src/')).length;
if (seen < 100) {
  console.error(
    `only ${seen} modules of src were read: dependency-cruiser needs @swc/core to read TypeScript`,
  );
  process.exit(1);
}
const { stdout, status } = run();
process.stdout.write(stdout);
process.exitCode = status;
