import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { importModule } from '../../service/common/import-module.js';
import { CliError, type ExitCode, exitCodes } from './exit-codes.js';
import { packageRoot } from './package-info.js';

/**
 * Loads the function of a package that runs a subcommand: from beside this one, be that in a project or a global folder, else from the
 * working folder. It starts the sim-host that it is run from.
 * @throws CliError that says how to install it
 */
export async function loadCompanion(
  packageName: string,
  name: string,
): Promise<(options: object) => Promise<ExitCode>> {
  const file = find(packageName, [fileURLToPath(import.meta.url), join(process.cwd(), 'any.js')]);
  if (file === undefined) {
    const message = `${packageName} is not installed; npm install --save-dev ${packageName}`;
    throw new CliError(exitCodes.usage, message);
  }
  process.env.SIM_HOST_ROOT = packageRoot;
  const companion = (await importModule(pathToFileURL(file).href)) as Record<string, never>;
  return companion[name]!;
}

function find(packageName: string, froms: readonly string[]): string | undefined {
  for (const from of froms) {
    try {
      return createRequire(from).resolve(packageName);
    } catch {
      // Not there: the next place.
    }
  }
  return undefined;
}
