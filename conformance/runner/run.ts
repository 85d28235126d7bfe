import { loadConfiguration, runCucumber } from '@cucumber/cucumber/api';
import { HttpClient, harnessRoot, requireStart } from '../client/index.js';
import { Collector } from './collector.js';
import { type ConformanceOptions, tagExpression } from './options.js';
import { writeReports } from './reports.js';
import { readRules } from './rules.js';
import { type Output, printCatalogue, printFailure, printTable } from './terminal.js';
import { judge, type Results, summarise } from './verdicts.js';

/** All applicable rules hold, some do not, the run itself failed. */
export const exitCodes = { holds: 0, fails: 1, broken: 2 } as const;

/**
 * Runs the suite and reports.
 * @returns 0 when all applicable rules hold, 1 when some do not
 * @throws Error when the run itself failed: no host at the URL, none that starts, no scenario chosen
 */
export async function runSuite(options: ConformanceOptions, output: Output): Promise<0 | 1> {
  const rules = readRules();
  const unknown = (options.rule ?? []).filter((id) => !rules.some((rule) => rule.id === id.toUpperCase()));
  if (unknown.length > 0) throw new Error(`there is no rule ${unknown.join(', ')}; --dry-run lists them`);
  // With --fail-fast the first scenario says it.
  if (options.baseUrl === undefined && !options.dryRun && !options.failFast) await requireStart();
  if (options.baseUrl !== undefined && !options.dryRun) await requireHost(options.baseUrl, options.token);
  const startedAt = new Date();
  const collector = new Collector((result, done, all) => {
    if (result.status === 'failed') printFailure(result, output);
    output.progress(`${done} of ${all} scenarios`);
  });
  const ids = rules.map(({ id }) => id);
  await cucumber(options, tagExpression(options, ids), collector, output);
  output.progress('');
  if (collector.chosen.length === 0)
    throw new Error('no scenario is chosen; --dry-run without a filter lists all');
  if (options.dryRun) {
    printCatalogue(rules, collector.chosen, output);
    return exitCodes.holds;
  }
  const isChosen = (id: string) => options.rule?.includes(id) || options.area?.includes(id.slice(0, 3));
  const isFiltered = options.rule !== undefined || options.area !== undefined;
  const ruleResults = judge(rules, collector.results).filter(({ id }) => !isFiltered || isChosen(id));
  const results: Results = {
    host: options.baseUrl ?? 'sim-host',
    startedAt: startedAt.toISOString(),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
    rules: ruleResults,
    summary: summarise(ruleResults, collector.results),
    failures: collector.results.filter(({ status }) => status === 'failed'),
  };
  printTable(results, output);
  if (options.out !== undefined) await writeReports(options.out, results, collector.results);
  return results.failures.length > 0 ? exitCodes.fails : exitCodes.holds;
}

async function requireHost(baseUrl: string, token: string | undefined): Promise<void> {
  const client = new HttpClient(baseUrl, token);
  try {
    await client.request('GET', '/exposed/objects', { limitMs: 10_000 });
  } catch (error) {
    throw new Error(`no host answers at ${baseUrl}: ${(error as Error).message}`, { cause: error });
  } finally {
    client.close();
  }
}

/** The features and what is built of their steps; globs have slashes on every system. */
async function cucumber(
  options: ConformanceOptions,
  tags: string,
  collector: Collector,
  output: Output,
): Promise<void> {
  const { baseUrl, control, controlToken, token, seed } = options;
  const environment = { cwd: harnessRoot, stdout: output.errors, stderr: output.errors };
  const { runConfiguration } = await loadConfiguration(
    {
      file: false,
      provided: {
        paths: ['features/**/*.feature'],
        import: ['features/support/*.js', 'features/steps/*.js'],
        tags,
        format: [],
        // Scenarios share a host that runs already, and would get in each other's way.
        parallel: options.parallel ?? (options.dryRun || baseUrl !== undefined ? 0 : 2),
        dryRun: options.dryRun ?? false,
        failFast: options.failFast ?? false,
        strict: true,
        worldParameters: {
          ...(baseUrl !== undefined && { baseUrl }),
          ...(control !== undefined && { control }),
          ...(controlToken !== undefined && { controlToken }),
          ...(token !== undefined && { token }),
          ...(seed !== undefined && { seed }),
        },
      },
    },
    environment,
  );
  // Formatters print; the messages are all that is wanted.
  await runCucumber(
    { ...runConfiguration, formats: { ...runConfiguration.formats, stdout: 'message' } },
    { ...environment, stdout: output.discarded },
    collector.take,
  );
}
