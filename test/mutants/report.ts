import { writeFileSync } from 'node:fs';
import { keyOf, type Mutant } from './mutant.js';

export interface Death {
  readonly by: string;
  readonly rules: readonly string[];
  readonly message?: string;
  /** What has killed it did not end in time, and does without the mutant, with much to spare. */
  readonly isLate?: boolean;
}

/** What became of a mutant. */
export interface Verdict {
  /** Rules of the scenarios that run its code, those that run little else first. */
  readonly reaching: readonly string[];
  readonly killed?: Death;
  /** It has lived so far, and has not been put to everything yet. */
  readonly isOpen?: boolean;
}

export interface Result extends Verdict {
  readonly mutant: Mutant;
  /** Why nobody could tell it from the service. */
  readonly equivalent?: string;
}

export function survivorLines(results: readonly Result[]): string[] {
  return results.filter(isAlive).map(({ mutant, reaching }) => {
    const { name, original, replacement } = mutant;
    const hint =
      mutant.rule !== undefined
        ? `${mutant.rule} should notice`
        : reaching.length === 0
          ? 'no scenario with a rule runs it'
          : `look at ${reaching.slice(0, 3).join(', ')}`;
    return `lives  ${keyOf(mutant)} ${name}\n       ${short(original)}  →  ${short(replacement)}\n       ${hint}`;
  });
}

/**
 * Scores; those who died of a scenario without a rule, or of a unit test alone, are told beside, and those who have not been put
 * to everything yet: they count as living.
 */
export function folderTable(results: readonly Result[]): string[] {
  const folders = [...new Set(results.map(({ mutant }) => mutant.folder))].sort();
  const row = (name: string, own: readonly Result[]): string => {
    const counted = own.filter(({ equivalent }) => equivalent === undefined);
    const killed = counted.filter((result) => result.killed !== undefined);
    const byRule = killed.filter((result) => result.killed!.rules.length > 0);
    const score = counted.length === 0 ? 100 : (killed.length / counted.length) * 100;
    const open = counted.filter(({ isOpen }) => isOpen === true);
    const cells = [own.length, own.length - counted.length, killed.length, byRule.length, open.length];
    return `${name.padEnd(16)}${cells.map((each) => String(each).padStart(9)).join('')}${`${score.toFixed(0)} %`.padStart(9)}`;
  };
  return [
    `${'folder'.padEnd(16)}  mutants    equal   killed  by rule     open    score`,
    ...folders.map((folder) =>
      row(
        folder,
        results.filter(({ mutant }) => mutant.folder === folder),
      ),
    ),
    row('all', results),
  ];
}

export function writeReport(file: string, seed: number, results: readonly Result[]): void {
  const mutants = results.map(({ mutant, killed, equivalent, reaching, isOpen }) => ({
    key: keyOf(mutant),
    name: mutant.name,
    original: short(mutant.original),
    replacement: short(mutant.replacement),
    ...(killed && { killed }),
    ...(equivalent && { equivalent }),
    ...(isOpen && { isOpen }),
    ...(isAlive({ mutant, killed, equivalent, reaching } as Result) && { reaching: reaching.slice(0, 5) }),
  }));
  const failed = results.filter(isAlive).length;
  const passed = results.length - failed;
  writeFileSync(file, `${JSON.stringify({ seed, passed, failed, mutants }, null, 2)}\n`);
}

/** Neither noticed nor equal to the service. */
export function isAlive({ killed, equivalent }: Result): boolean {
  return killed === undefined && equivalent === undefined;
}

export function short(code: string): string {
  const line = code.replace(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
