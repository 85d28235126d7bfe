import { formatDiagnostic, type SceneDiagnostic } from '../../scene-file/diagnostics.js';
import { counted } from './exposed-counts.js';

/** Prints the mistakes of a scene file, each with its place, and how many there are. */
export function printDiagnostics(diagnostics: readonly SceneDiagnostic[]): void {
  for (const diagnostic of diagnostics) console.error(formatDiagnostic(diagnostic));
  console.error(`sim-host: ${counted(diagnostics.length, 'mistake')} in the scene file, nothing was run`);
}
