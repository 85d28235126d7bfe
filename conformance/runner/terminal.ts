import { Writable } from 'node:stream';
import pc from 'picocolors';
import { claimsOf, ruleOf } from './claims.js';
import type { Rule } from './rules.js';
import { summaryLine } from './summary.js';
import type { Results, RuleResult, ScenarioResult } from './verdicts.js';

/** The outputs of a run: results on standard output, progress and failures on standard error. */
export class Output {
  readonly errors: Writable;
  /** Discards the output of formatters. */
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
    this.#stdout.write(`${shown(text)}\n`);
  }

  /** Writes a line that the next one overwrites; on terminals only. */
  progress(text: string): void {
    if (this.#shows) this.errors.write(`\r\x1b[2K${text}`);
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const colour = /\u001b\[\d{1,2}m/.source;
const acting =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/.source;
const coloured = new RegExp(`${colour}|${acting}`, 'g');

/** Shows host output without control characters. */
function shown(text: string): string {
  return text.replace(coloured, (found) =>
    found.length > 1 ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const marks = { holds: '', fails: '!', partly: '~', 'not-applicable': '-', 'not-tested': '?' } as const;

export function printFailure(result: ScenarioResult, output: Output): void {
  const { name, place, claims, failure } = result;
  const { colors } = output;
  const blamed = claims.filter(({ status }) => status === 'failed').map(({ claim }) => claim);
  output.progress('');
  output.line(colors.red(`${blamed.join(' ') || 'no rule'}: ${name}`) + colors.dim(`  ${place}`));
  if (failure === undefined) return;
  output.line(`  ${failure.step}`);
  for (const line of failure.message.split('\n').slice(0, 12)) output.line(`    ${line}`);
  for (const line of failure.exchange?.split('\n') ?? []) output.line(colors.dim(`    ${line}`));
}

/** Prints the rules by area, failed ones with their sentence, and the reasons why others do not apply. */
export function printTable(results: Results, output: Output): void {
  const { host, rules, profile, died, summary, failures } = results;
  const { colors } = output;
  const paint = {
    holds: colors.green,
    fails: colors.red,
    partly: colors.cyan,
    'not-applicable': colors.dim,
    'not-tested': colors.yellow,
  };
  output.line();
  const what = [results.application, results.version].filter((text) => text !== '').join(' ');
  output.line(
    colors.bold(`Conformance of ${host}`) +
      (what === '' ? '' : `: ${what}`) +
      (profile === undefined ? '' : `, profile ${profile}`),
  );
  const areas = new Map<string, RuleResult[]>();
  for (const rule of rules) {
    const area = rule.id.slice(0, 3);
    areas.set(area, [...(areas.get(area) ?? []), rule]);
  }
  for (const [area, own] of areas) {
    const ids = own.map(({ id, verdict }) => paint[verdict](id.slice(4) + marks[verdict]));
    const held = own.filter(({ verdict }) => verdict === 'holds').length;
    output.line(
      `  ${area}  ${String(held).padStart(2)} of ${String(own.length).padStart(2)}  ${ids.join(' ')}`,
    );
  }
  output.line(colors.dim('  ! fails   ~ in part   - not applicable   ? not tested'));
  for (const { id, verdict, rule, parts = [] } of rules) {
    if (verdict === 'fails') output.line(`  ${colors.red(id)} FAILS: ${rule}`);
    if (verdict !== 'fails' && verdict !== 'partly') continue;
    for (const part of parts)
      if (part.verdict !== 'holds')
        output.line(
          `    ${paint[part.verdict](`${part.id} ${part.verdict.replace('-', ' ')}`)}: ${part.says}`,
        );
  }
  printReasons(rules, output);
  if (died !== undefined)
    output.line(colors.red(`The host does not answer any more since: ${died.after}: ${died.message}`));
  const blameless = failures.filter(
    ({ gone, claims }) => !gone && claims.every(({ status }) => status !== 'failed'),
  );
  if (summary.fails === 0 && blameless.length > 0)
    output.line(`No rule fails, but ${blameless.length} scenarios that prove none: see above.`);
  output.line(summaryLine(results));
}

/** Prints the reasons why rules do not apply, without duplicates. */
function printReasons(rules: readonly RuleResult[], output: Output): void {
  const reasons = new Map<string, Set<string>>();
  for (const { id, verdict, scenarios } of rules) {
    if (verdict !== 'not-applicable' && verdict !== 'partly') continue;
    for (const { reason } of scenarios)
      if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? new Set()).add(id));
  }
  for (const [reason, ids] of reasons) {
    const shown = [...ids].slice(0, 6).join(', ');
    const more = ids.size > 6 ? ` and ${ids.size - 6} more` : '';
    output.line(output.colors.dim(`  not applicable: ${reason} (${shown}${more})`));
  }
}

/** Prints the rules with their selected scenarios. */
export function printCatalogue(
  rules: readonly Rule[],
  chosen: readonly { readonly name: string; readonly place: string; readonly tags: readonly string[] }[],
  output: Output,
): void {
  for (const { id, rule, via } of rules) {
    const own = chosen.filter(({ tags }) => claimsOf(tags).some((claim) => ruleOf(claim) === id));
    if (own.length === 0) continue;
    output.line(`${output.colors.bold(id)} (${via}) ${rule}`);
    for (const place of new Set(own.map((scenario) => `${scenario.name}  ${scenario.place}`)))
      output.line(`    ${place}`);
  }
}
