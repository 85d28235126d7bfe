import { Writable } from 'node:stream';
import pc from 'picocolors';
import type { Rule } from './rules.js';
import type { Results, ScenarioResult, Verdict } from './verdicts.js';

/** Where a run prints: results on standard output, progress and failures beside it. */
export class Output {
  readonly errors: Writable;
  /** Swallows what formatters print. */
  readonly discarded = new Writable({ write: (_chunk, _encoding, done) => done() });
  readonly #stdout: Writable & { isTTY?: boolean };
  readonly #shows: boolean;
  readonly colors: ReturnType<typeof pc.createColors>;

  constructor(
    stdout: Writable & { isTTY?: boolean } = process.stdout,
    stderr: Writable & { isTTY?: boolean } = process.stderr,
  ) {
    this.#stdout = stdout;
    this.errors = stderr;
    this.#shows = stderr.isTTY === true;
    this.colors = pc.createColors(stdout.isTTY === true && pc.isColorSupported);
  }

  line(text = ''): void {
    this.#stdout.write(`${text}\n`);
  }

  /** One line that is written over, on terminals only. */
  progress(text: string): void {
    if (this.#shows) this.errors.write(`\r\x1b[2K${text}`);
  }
}

const symbols: Readonly<Record<Verdict, string>> = {
  holds: 'holds',
  fails: 'FAILS',
  'not-applicable': 'not applicable',
  'not-tested': 'not tested',
};

export function printFailure({ name, place, rules, failure }: ScenarioResult, output: Output): void {
  const { colors } = output;
  output.progress('');
  output.line(colors.red(`${rules.join(' ') || 'no rule'}: ${name}`) + colors.dim(`  ${place}`));
  if (failure === undefined) return;
  output.line(`  ${failure.step}`);
  for (const line of failure.message.split('\n').slice(0, 12)) output.line(`    ${line}`);
  for (const line of failure.exchange?.split('\n') ?? []) output.line(colors.dim(`    ${line}`));
}

/** The rules by area, those that do not hold with their sentence. */
export function printTable({ host, rules, summary, seconds }: Results, output: Output): void {
  const { colors } = output;
  const paint = {
    holds: colors.green,
    fails: colors.red,
    'not-applicable': colors.dim,
    'not-tested': colors.yellow,
  };
  output.line();
  output.line(colors.bold(`Conformance of ${host}`));
  const areas = new Map<string, typeof rules>();
  for (const rule of rules) {
    const area = rule.id.slice(0, 3);
    areas.set(area, [...(areas.get(area) ?? []), rule]);
  }
  for (const [area, own] of areas) {
    const marks = own.map(({ id, verdict }) =>
      paint[verdict](
        id.slice(4) + { holds: '', fails: '!', 'not-applicable': '-', 'not-tested': '?' }[verdict],
      ),
    );
    const held = own.filter(({ verdict }) => verdict === 'holds').length;
    output.line(
      `  ${area}  ${String(held).padStart(2)} of ${String(own.length).padStart(2)}  ${marks.join(' ')}`,
    );
  }
  output.line(colors.dim('  ! fails   - not applicable   ? not tested'));
  for (const { id, verdict, rule } of rules) {
    if (verdict === 'fails') output.line(`  ${colors.red(id)} ${symbols[verdict]}: ${rule}`);
  }
  const { scenarios } = summary;
  output.line(
    `${summary.holds} rules hold, ${summary.fails} fail, ${summary['not-applicable']} not applicable, ${summary['not-tested']} not tested; ` +
      `${scenarios.passed} scenarios passed, ${scenarios.failed} failed, ${scenarios.skipped} skipped in ${Math.round(seconds)} s`,
  );
}

/** The rules with the scenarios that would be run for each. */
export function printCatalogue(
  rules: readonly Rule[],
  chosen: readonly { readonly name: string; readonly place: string; readonly tags: readonly string[] }[],
  output: Output,
): void {
  for (const { id, rule, via, excuse } of rules) {
    const own = chosen.filter(({ tags }) => tags.includes(`@${id}`));
    if (own.length === 0 && excuse === undefined) continue;
    output.line(`${output.colors.bold(id)} (${via}) ${rule}`);
    if (own.length === 0) output.line(`    not tested: ${excuse}`);
    for (const place of new Set(own.map((scenario) => `${scenario.name}  ${scenario.place}`)))
      output.line(`    ${place}`);
  }
}
