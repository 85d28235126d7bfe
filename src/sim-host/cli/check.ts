import { checkSceneFile, toldDiagnostics } from '../scene-file/index.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import type { RunOptions } from './options.js';
import { printDiagnostics, printWarnings } from './output/diagnostics.js';
import { printable, printableJson } from './terminal/text.js';

/** `--check`: prints the mistakes of a scene file, and what is hardly meant, and runs nothing. */
export async function checkScene(options: RunOptions): Promise<ExitCode> {
  const file = typeof options.check === 'string' ? options.check : options.scene;
  const { diagnostics, warnings } = await checkSceneFile(file);
  const isGood = diagnostics.length === 0;
  if (options.json)
    console.log(
      printableJson({
        event: 'checked',
        file,
        ok: isGood,
        diagnostics: toldDiagnostics(diagnostics),
        warnings: toldDiagnostics(warnings),
        diagnosticCount: diagnostics.length,
        warningCount: warnings.length,
      }),
    );
  else {
    printWarnings(warnings);
    if (isGood) console.log(printable(`${file}: no mistakes`));
    else printDiagnostics(diagnostics);
  }
  return isGood ? exitCodes.ok : exitCodes.usage;
}
