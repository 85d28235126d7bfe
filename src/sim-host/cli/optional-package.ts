import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { importModule } from '../../service/common/import-module.js';
import { CliError, type ExitCode, exitCodes } from './exit-codes.js';
import { packageRoot } from './package-info.js';

/**
 * Loads the function of an optional package that runs a subcommand: from next to this package, else from the working
 * folder. It starts the same sim-host.
 * @throws CliError that says how to install it
 */
export async function loadOptionalPackage(
  packageName: string,
  name: string,
): Promise<(options: object) => Promise<ExitCode>> {
  const file = find(packageName, [fileURLToPath(import.meta.url), join(process.cwd(), 'any.js')]);
  if (file === undefined) {
    const message = `${packageName} is not installed; npm install --save-dev ${packageName}`;
    throw new CliError(exitCodes.usage, message);
  }
  process.env.SIM_HOST_ROOT = packageRoot;
  const optional = (await importModule(pathToFileURL(file).href)) as Record<string, never>;
  return optional[name]!;
}

function find(packageName: string, froms: readonly string[]): string | undefined {
  for (const from of froms) {
    try {
      return createRequire(from).resolve(packageName);
    } catch {
      // Tries the next location.
    }
  }
  return undefined;
}
