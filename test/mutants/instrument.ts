import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Mutant as StrykerMutant } from '@stryker-mutator/api/core';
import { commonTokens } from '@stryker-mutator/api/plugin';
import { createInstrumenter } from '@stryker-mutator/instrumenter';
import { createInjector } from 'typed-inject';
import { builtCode } from './built-code.js';
import { byHand } from './by-hand.js';
import { folderOf, type Mutant, serviceFolder } from './mutant.js';
import { hashOfSurroundings } from './surroundings.js';

/** Texts and literals are left out: what they change is mostly the words of messages. */
const operators = new Set([
  'ArithmeticOperator',
  'ArrayDeclaration',
  'ArrowFunction',
  'AssignmentOperator',
  'BlockStatement',
  'BooleanLiteral',
  'ConditionalExpression',
  'EqualityOperator',
  'LogicalOperator',
  'MethodExpression',
  'OptionalChaining',
  'UnaryOperator',
  'UpdateOperator',
]);

/** What hosts and unit tests read. */
const copied = [
  'package.json',
  'tsconfig.json',
  'bin',
  'dist',
  'scenes',
  'docs',
  'deploy',
  'src',
  'test/support',
  'test/oracle',
  'test/relays',
  'test/soak',
  'test/tls',
  'conformance',
  'scripts',
  'features/fixtures',
];

/**
 * Puts a sim-host into `folder` whose service holds all mutants at once, each asleep: its sources with their tests, what is built of
 * them, and the node_modules of the repository.
 */
export async function instrument(folder: string): Promise<readonly Mutant[]> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const each of copied) cpSync(each, join(folder, each), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'dir');
  const files = sources(serviceFolder).map((name) => ({
    name,
    mutate: true,
    content: readFileSync(name, 'utf8'),
  }));
  const instrumenter = createInjector()
    .provideValue(commonTokens.logger, quiet)
    .injectFunction(createInstrumenter);
  const options = { excludedMutations: [], ignorers: [], noHeader: false, plugins: null };
  const { files: instrumented, mutants } = await instrumenter.instrument(files, options);
  for (const { name, content: forOne } of instrumented) {
    const content = forOne.replace('ns.activeMutant === id', 'ns.activeMutant === id || ns.awake?.has(id)');
    if (content === forOne && forOne.includes('activeMutant'))
      throw new Error('the instrumenter writes another code than the one that several awake mutants need');
    writeFileSync(join(folder, name), content);
    writeBuilt(folder, name, content);
  }
  const texts = new Map(files.map(({ name, content }) => [name, content.split('\n')]));
  const generated = mutants.filter(({ mutatorName }) => operators.has(mutatorName));
  return [...named(generated, texts), ...byHand(join(folder, 'by-hand'))];
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('.d.ts') ? [path] : [];
  });
}

function writeBuilt(folder: string, name: string, content: string): void {
  const path = join(folder, 'dist', relative('src', name)).replace(/\.ts$/, '.js');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, builtCode(content));
}

function named(mutants: readonly StrykerMutant[], texts: ReadonlyMap<string, readonly string[]>): Mutant[] {
  const seenAt = counter();
  const twins = counter();
  return mutants.map(({ id, fileName, location, mutatorName, replacement = '' }) => {
    const { start, end } = location;
    const place = `${fileName}:${start.line + 1}:${start.column + 1} ${mutatorName}`;
    const before = seenAt(place);
    const lines = texts.get(fileName) ?? [];
    const original = textBetween(lines, start, end);
    return {
      id,
      name: before === 0 ? place : `${place} ${before + 1}`,
      folder: folderOf(fileName),
      file: fileName,
      line: start.line + 1,
      lastLine: end.line + 1,
      operator: mutatorName,
      original,
      replacement,
      surroundings: hashOfSurroundings(lines, start.line, end.line),
      twinsBefore: twins([fileName, mutatorName, original, replacement].join('\0')),
    };
  });
}

/** Tells of each key how often it came before. */
function counter(): (key: string) => number {
  const counts = new Map<string, number>();
  return (key) => {
    const before = counts.get(key) ?? 0;
    counts.set(key, before + 1);
    return before;
  };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

function textBetween(lines: readonly string[], start: Position, end: Position): string {
  if (start.line === end.line) return lines[start.line]?.slice(start.column, end.column) ?? '';
  return [
    lines[start.line]?.slice(start.column),
    ...lines.slice(start.line + 1, end.line),
    lines[end.line]?.slice(0, end.column),
  ].join('\n');
}

const nothing = (): void => {};
const no = (): boolean => false;
/** As Stryker's own logger, which the instrumenter wants. */
const quiet = {
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
};
