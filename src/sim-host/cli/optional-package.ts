import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { importModule } from '../../service/common/import-module.js';
import { type ExitCode, usageError } from './exit-codes.js';
import { packageRoot } from './package-info.js';

/**
 * Runs a subcommand whose code is a function of an optional package, which is resolved from this package, else from the
 * working folder. It starts the same sim-host.
 * @throws CliError with the command that installs the package, or the reason why the run failed
 */
export async function runOptional(packageName: string, name: string, options: object): Promise<ExitCode> {
  const file = find(packageName, [fileURLToPath(import.meta.url), join(process.cwd(), 'any.js')]);
  if (file === undefined) {
    const message = `${packageName} is not installed; npm install --save-dev ${packageName}`;
    throw usageError(message);
  }
  process.env.SIM_HOST_ROOT = packageRoot;
  type Run = (options: object) => Promise<ExitCode>;
  const optional = (await importModule(pathToFileURL(file).href)) as Record<string, Run>;
  try {
    return await optional[name]!(options);
  } catch (error) {
    throw usageError((error as Error).message, error);
  }
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
