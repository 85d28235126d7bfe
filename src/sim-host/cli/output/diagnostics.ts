import { formatDiagnostic, type SceneDiagnostic } from '../../scene-file/index.js';
import { printable } from '../terminal/text.js';
import { counted } from './exposed-counts.js';

/** Prints the mistakes of a scene file, each on a line with its place, and of several how many there are. */
export function printDiagnostics(diagnostics: readonly SceneDiagnostic[]): void {
  for (const diagnostic of diagnostics) console.error(printable(formatDiagnostic(diagnostic)));
  if (diagnostics.length > 1)
    console.error(`sim-host: ${counted(diagnostics.length, 'mistake')} in the scene file, nothing was run`);
}

/** Prints what is no mistake and hardly meant, each on a line with its place. */
export function printWarnings(warnings: readonly SceneDiagnostic[]): void {
  for (const warning of warnings) {
    console.error(printable(formatDiagnostic({ ...warning, message: `warning: ${warning.message}` })));
  }
}
