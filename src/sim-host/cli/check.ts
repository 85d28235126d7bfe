import { printable, printableJson } from '../../service/common/printable.js';
import { checkSceneFile, firstDiagnostics } from '../scene-file/index.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import type { RunOptions } from './options.js';
import { printDiagnostics, printWarnings } from './output/diagnostics.js';

/** Runs `--check`: prints the errors and warnings of a scene file. Runs no code except modules with `--modules`. */
export async function checkScene(options: RunOptions): Promise<ExitCode> {
  const file = typeof options.check === 'string' ? options.check : options.scene;
  const { diagnostics, warnings, unchecked } = await checkSceneFile(file, {
    skipModules: options.modules !== true,
  });
  const isGood = diagnostics.length === 0;
  if (options.json)
    console.log(
      printableJson({
        event: 'checked',
        file,
        ok: isGood,
        diagnostics: firstDiagnostics(diagnostics),
        warnings: firstDiagnostics(warnings),
        diagnosticCount: diagnostics.length,
        warningCount: warnings.length,
        modulesNotLoaded: unchecked,
      }),
    );
  else {
    printWarnings(warnings);
    if (isGood) console.log(printable(`${file}: no errors`));
    else printDiagnostics(diagnostics);
    for (const module of unchecked)
      console.error(
        printable(
          `${module.file} was not loaded, so that ${module.exports.join(', ')} of it could not be checked; --modules loads it, which runs its code`,
        ),
      );
  }
  return isGood ? exitCodes.ok : exitCodes.usage;
}
