import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The parent of features/, conformance/ and bench/: the repository, or a build that mirrors its folders. */
export const harnessRoot: string = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The folder of the sim-host under test: the one that runs the suite or the benchmarks, else the nearest. */
export const simHostRoot: string = process.env.SIM_HOST_ROOT ?? nearestSimHost();

/** The repository, or a sim-host installed next to this package. */
function nearestSimHost(): string {
  for (let folder = harnessRoot; ; folder = dirname(folder)) {
    for (const each of [folder, join(folder, 'node_modules', 'sim-host')])
      if (existsSync(join(each, 'bin', 'sim-host.mjs'))) return each;
    if (dirname(folder) === folder) throw new Error('sim-host is missing; npm install sim-host');
  }
}
