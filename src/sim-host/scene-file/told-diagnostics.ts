import { formatDiagnostic, type SceneDiagnostic } from './diagnostics.js';

/** Of more mistakes than these, which a generated file may have, nobody reads on: the first ones are told. */
const most = 100;

/** Those that are told, which are the first. */
export function toldDiagnostics(diagnostics: readonly SceneDiagnostic[]): readonly SceneDiagnostic[] {
  return diagnostics.slice(0, most);
}

/** Those that are told, each on a line with its place, and how many more there are. */
export function diagnosticLines(diagnostics: readonly SceneDiagnostic[]): string[] {
  const lines = toldDiagnostics(diagnostics).map(formatDiagnostic);
  const rest = diagnostics.length - lines.length;
  return rest > 0 ? [...lines, `… and ${rest} more`] : lines;
}
