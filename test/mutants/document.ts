import { mkdirSync, writeFileSync } from 'node:fs';
import { keyOf, type Mutant } from './mutant.js';
import { isAlive, type Result, short } from './report.js';

const file = 'reports/mutants.md';

/** What is known of the set, as reports/mutants.md has it. */
interface Known {
  /** All of the set that anything is known of. */
  readonly results: readonly Result[];
  readonly set: readonly Mutant[];
  /** All mutants that there are. */
  readonly all: readonly Mutant[];
  readonly equivalents: ReadonlyMap<string, string>;
}

/** Writes what is known of the set. */
export function writeDocument(known: Known): void {
  mkdirSync('reports', { recursive: true });
  writeFileSync(file, `# Mutation tests\n\n${sections(known).join('\n\n')}\n`);
}

function sections({ results, set, all, equivalents }: Known): string[] {
  const alive = results.filter(isAlive);
  const names = new Map(all.map((mutant) => [keyOf(mutant), mutant]));
  const equal = [...equivalents].flatMap(([key, reason]) => {
    const mutant = names.get(key);
    return mutant === undefined ? [] : [`${lineOf(mutant)}\n  ${reason}.`];
  });
  return [
    '## Score',
    table(set, results).join('\n'),
    `${results.filter(({ killed }) => killed?.isLate === true).length} of those that were killed died of a limit of time.`,
    '*By a rule* are those that a scenario with the tag of a rule kills, *by a scenario* those of one without, *by a test* those of unit tests, of the tests of relays and of the oracles alone. *Lived* has been put to everything that reaches it, *open* to the nearest scenarios at least.',
    '## Survivors',
    survivors(alive).join('\n') || 'None.',
    '## Equivalent',
    'Looked at one by one, not part of the set:',
    equal.join('\n') || 'None.',
  ];
}

function table(set: readonly Mutant[], results: readonly Result[]): string[] {
  const folders = [...new Set(set.map(({ folder }) => folder))].sort();
  const row = (name: string, isOwn: (folder: string) => boolean): string => {
    const drawn = set.filter(({ folder }) => isOwn(folder)).length;
    const own = results.filter(({ mutant }) => isOwn(mutant.folder));
    const killed = own.filter((result) => result.killed !== undefined);
    const byScenario = killed.filter(({ killed: death }) => death!.by.includes('.feature:'));
    const byRule = byScenario.filter(({ killed: death }) => death!.rules.length > 0).length;
    const byTest = killed.length - byScenario.length;
    const open = own.filter((result) => isAlive(result) && result.isOpen === true).length;
    const lived = own.filter(isAlive).length - open;
    const score = `${Math.floor((killed.length / drawn) * 100)} %`;
    const cells = [
      drawn,
      killed.length,
      byRule,
      byScenario.length - byRule,
      byTest,
      lived,
      open,
      drawn - own.length,
    ];
    return `| ${name} | ${cells.join(' | ')} | ${score} |`;
  };
  return [
    '| folder | drawn | killed | by a rule | by a scenario | by a test | lived | open | not tried | killed of all drawn |',
    '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...folders.map((name) => row(name === '.' ? 'its own files' : name, (folder) => folder === name)),
    row('all', () => true),
  ];
}

function survivors(alive: readonly Result[]): string[] {
  return alive.map(({ mutant, reaching, isOpen }) => {
    const rules = mutant.rule === undefined ? reaching.slice(0, 3).join(', ') : mutant.rule;
    const hint = rules === '' ? 'no scenario with a rule runs it' : `should be noticed by ${rules}`;
    return `${lineOf(mutant)}\n  ${hint}${isOpen ? '; open' : ''}`;
  });
}

function lineOf(mutant: Mutant): string {
  const { name, original, replacement } = mutant;
  return `- ${keyOf(mutant)} ${name.replace('src/service/', '')}: ${code(original)} → ${code(replacement)}`;
}

function code(text: string): string {
  const line = short(text);
  const fence = line.includes('`') ? '``' : '`';
  return line === '' ? 'nothing' : `${fence}${line}${fence}`;
}
