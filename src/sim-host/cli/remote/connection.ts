import { type Command, Option } from 'commander';
import { connect, RemoteError, type RemoteErrorCode, type Studio } from '../../../client/index.js';
import { reasonOf } from '../../../service/exception-text.js';
import { baseUrl, filled } from '../arguments.js';
import { CliError, type ExitCode, exitCodes } from '../exit-codes.js';
import { printable } from '../terminal/text.js';

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
  const stray = strayError();
  try {
    studio = await connect(options.url, { token: options.token });
    studio.onError(({ message }) => console.error(`sim-host: ${printable(message)}`));
    return await Promise.race([work(studio), stray.thrown]);
  } catch (error) {
    if (error instanceof RemoteError) throw remoteFailure(error);
    if (studio !== undefined && (error instanceof TypeError || error instanceof RangeError))
      throw new CliError(
        exitCodes.failure,
        `${studio.url} answers or tells what no host should, which cannot be shown: ${reasonOf(error)}`,
        { cause: error },
      );
    throw error;
  } finally {
    stray.end();
    studio?.close();
  }
}

/** What a listener throws that is told of an event: nobody else would say it in a line. */
function strayError(): { readonly thrown: Promise<never>; readonly end: () => void } {
  let end = () => {};
  const thrown = new Promise<never>((_, reject) => {
    process.on('uncaughtException', reject);
    end = () => process.off('uncaughtException', reject);
  });
  thrown.catch(() => {});
  return { thrown, end };
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
