import { type Command, Option } from 'commander';
import { connect, RemoteError, type RemoteErrorCode, type Studio } from '../../../client/index.js';
import { baseUrl, filled } from '../arguments.js';
import { CliError, type ExitCode, exitCodes } from '../exit-codes.js';

/** Options of all commands that speak to a host. */
export interface RemoteOptions {
  readonly url: string;
  readonly token?: string;
  readonly json?: true;
}

/** Adds a command that speaks to a host. */
export function addRemote(
  program: Command,
  usage: string,
  description: string,
  examples: string,
  codes = 'Exit codes: 0 done, 1 the host refused or failed, 2 wrong usage, 3 the host cannot be reached, 4 not found.',
): Command {
  return program
    .command(usage)
    .description(description)
    .addOption(
      new Option('--url <url>', 'the host; SIM_HOST_URL')
        .env('SIM_HOST_URL')
        .default('http://127.0.0.1:9095')
        .argParser(baseUrl),
    )
    .addOption(
      new Option('--token <secret>', 'the token that the host asks for; SIM_HOST_TOKEN')
        .env('SIM_HOST_TOKEN')
        .argParser(filled),
    )
    .option('--json', 'print JSON, one line for each thing')
    .helpOption('-h, --help', 'show this help')
    .configureHelp({ optionDescription: (option) => option.description })
    .addHelpText(
      'after',
      `
${codes}

Examples:
${examples}`,
    );
}

/** Connects, works, and lets go; what goes wrong is one line and an exit code. @throws CliError */
export async function withStudio<T>(
  options: RemoteOptions,
  work: (studio: Studio) => Promise<T>,
): Promise<T> {
  let studio: Studio | undefined;
  try {
    studio = await connect(options.url, { token: options.token });
    return await work(studio);
  } catch (error) {
    throw error instanceof RemoteError ? remoteFailure(error) : error;
  } finally {
    studio?.close();
  }
}

const codes: Partial<Record<RemoteErrorCode, ExitCode>> = {
  'not-found': exitCodes.notFound,
  unreachable: exitCodes.unreachable,
  'timed-out': exitCodes.unreachable,
};

/** What the command says, and ends with. */
export function remoteFailure(error: RemoteError, hint = ''): CliError {
  const more = {
    unreachable: '; is it running? Name another with --url or SIM_HOST_URL',
    unauthorized: '; name its token with --token or SIM_HOST_TOKEN',
  }[error.code as string];
  return new CliError(codes[error.code] ?? exitCodes.failure, `${error.message}${hint}${more ?? ''}`, {
    cause: error,
  });
}
