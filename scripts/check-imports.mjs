// Checks that imports follow .dependency-cruiser.cjs; fails if no sources were read.
import { spawnSync } from 'node:child_process';

const folders = ['src', 'features', 'conformance', 'bench', 'test'];
const cruise = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
const { stdout } = spawnSync(
  process.execPath,
  [cruise, '--config', '.dependency-cruiser.cjs', ...folders, '--output-type', 'json'],
  { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
);
const { modules, summary } = JSON.parse(stdout);
const seen = modules.filter(({ source }) => source.startsWith('src/')).length;
if (seen < 100) {
  console.error(
    `only ${seen} modules of src were read: dependency-cruiser needs @swc/core to read TypeScript`,
  );
  process.exit(1);
}
const { violations, totalCruised, totalDependenciesCruised } = summary;
for (const { rule, from, to, cycle = [] } of violations)
  console.error(
    `${rule.severity} ${rule.name}: ${[from, ...(cycle.length > 0 ? cycle.map(({ name }) => name) : [to])].join(' → ')}`,
  );
console.log(
  `${violations.length} imports run the wrong way, of ${totalDependenciesCruised} in ${totalCruised} modules`,
);
process.exitCode = summary.error > 0 ? 1 : 0;
