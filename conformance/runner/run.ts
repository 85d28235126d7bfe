import { requireStart } from '../client/index.js';
import { Collector } from './collector.js';
import { runScenarios } from './cucumber.js';
import { type ConformanceOptions, tagExpression } from './options.js';
import { profileNamed } from './profiles.js';
import { writeReports } from './reports.js';
import { readRules } from './rules.js';
import { type Output, printCatalogue, printFailure, printTable } from './terminal.js';
import { hostThatAnswers } from './the-host.js';
import { judge, type Results, summarise } from './verdicts.js';

/** Exit codes: all applicable rules pass, some fail, the run itself failed. */
export const exitCodes = { holds: 0, fails: 1, broken: 2 } as const;

/**
 * Runs the suite and reports.
 * @returns 0 if all applicable rules pass, 1 if some fail, a scenario without a rule failed, or the host crashed
 * @throws Error if the run itself failed: no host at the URL, none that starts, no scenario selected, nothing judged
 */
export async function runSuite(options: ConformanceOptions, output: Output): Promise<0 | 1> {
  const all = readRules();
  const unknown = (options.rule ?? []).filter((id) => !all.some((rule) => rule.id === id.toUpperCase()));
  if (unknown.length > 0) throw new Error(`unknown rule ${unknown.join(', ')}; --dry-run lists all`);
  const profile = options.profile === undefined ? undefined : profileNamed(options.profile);
  const rules = profile === undefined ? all : profile.rules(all);
  // With --fail-fast the first scenario reports it.
  if (options.baseUrl === undefined && !options.dryRun && !options.failFast) await requireStart();
  const about =
    options.baseUrl === undefined || options.dryRun
      ? { application: '', version: '' }
      : await hostThatAnswers(options.baseUrl, options.token);
  const startedAt = new Date();
  const collector = new Collector((result, done, count) => {
    if (result.status === 'failed') printFailure(result, output);
    output.progress(`${done} of ${count} scenarios`);
  });
  await runScenarios(options, tagExpression(options, rules), collector.take, output);
  output.progress('');
  if (collector.chosen.length === 0)
    throw new Error('no scenario is chosen; --dry-run without a filter lists all');
  if (options.dryRun) {
    printCatalogue(rules, collector.chosen, output);
    return exitCodes.holds;
  }
  const named = (options.rule ?? []).map((id) => id.toUpperCase());
  const areas = (options.area ?? []).map((area) => area.toUpperCase());
  const isFiltered = options.rule !== undefined || options.area !== undefined;
  const ruleResults = judge(rules, collector.results).filter(
    ({ id }) => !isFiltered || named.includes(id) || areas.includes(id.slice(0, 3)),
  );
  const last = collector.results.find(({ gone }) => gone !== undefined);
  const results: Results = {
    host: options.baseUrl ?? 'sim-host',
    ...about,
    ...(profile !== undefined && { profile: profile.name }),
    startedAt: startedAt.toISOString(),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
    rules: ruleResults,
    summary: summarise(ruleResults, collector.results),
    failures: collector.results.filter(({ status }) => status === 'failed'),
    ...(last !== undefined && { died: { after: `${last.name} (${last.place})`, message: last.gone! } }),
  };
  printTable(results, output);
  if (options.out !== undefined) await writeReports(options.out, results, collector.results);
  if (results.failures.length > 0 || last !== undefined) return exitCodes.fails;
  if (collector.results.every(({ status }) => status !== 'passed')) {
    const reasons = new Set(collector.results.map(({ reason }) => reason ?? 'it was left out'));
    throw new Error(`nothing was judged: ${[...reasons].join('; ')}`);
  }
  return exitCodes.holds;
}
