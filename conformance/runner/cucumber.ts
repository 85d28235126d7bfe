import type { ISupportCodeLibrary } from '@cucumber/cucumber/api';
import { loadConfiguration, loadSupport, runCucumber } from '@cucumber/cucumber/api';
import type { Envelope } from '@cucumber/messages';
import { harnessRoot } from '../client/index.js';
import type { ConformanceOptions } from './options.js';
import type { Output } from './terminal.js';

/** The steps register themselves once per process, when they are first loaded. */
let steps: ISupportCodeLibrary | undefined;

/** Runs the features with the built steps; globs have slashes on every system. */
export async function runScenarios(
  options: ConformanceOptions,
  tags: string,
  take: (message: Envelope) => void,
  output: Output,
): Promise<void> {
  const { baseUrl, control, controlToken, token, seed, object, member, profile } = options;
  const parameters = { baseUrl, control, controlToken, token, seed, object, member, profile };
  const environment = { cwd: harnessRoot, stdout: output.errors, stderr: output.errors };
  const { runConfiguration } = await loadConfiguration(
    {
      file: false,
      provided: {
        paths: ['features/**/*.feature'],
        import: ['features/support/*.js', 'features/steps/*.js'],
        tags,
        format: [],
        // Scenarios on a shared host run one at a time, because they would interfere.
        parallel: options.parallel ?? (options.dryRun || baseUrl !== undefined ? 0 : 2),
        dryRun: options.dryRun ?? false,
        failFast: options.failFast ?? false,
        strict: true,
        worldParameters: Object.fromEntries(
          Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
        ),
      },
    },
    environment,
  );
  steps ??= await loadSupport(runConfiguration, environment);
  // Only the messages are needed, so formatters print nothing.
  const formats = { ...runConfiguration.formats, stdout: 'message' };
  try {
    await runCucumber(
      { ...runConfiguration, formats, support: steps },
      { ...environment, stdout: output.discarded },
      take,
    );
  } catch (error) {
    // Cucumber names the step that failed but not the reason.
    if (!(error as Error).message.includes('pickles:filter')) throw error;
    const message = '--tags must be an expression such as "@PRM-1 and not @own-host"';
    throw new Error(message, { cause: error });
  }
}
