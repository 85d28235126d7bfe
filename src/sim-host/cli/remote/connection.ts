import { hostname } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { connect, RemoteError, type RemoteErrorCode, type RemoteHost } from '../../../client/index.js';
import { reasonOf } from '../../../service/common/exception-text.js';
import { didYouMean } from '../../../service/common/nearest-name.js';
import { printable } from '../../../service/common/printable.js';
import { baseUrl, nonEmpty } from '../arguments.js';
import { CliError, type ExitCode, exitCodes, usageError } from '../exit-codes.js';
import { keysOf } from '../exposed/keys.js';
import { withVariables } from '../variables.js';

/** Options of all commands that connect to a host. */
export interface RemoteOptions {
  readonly url: string;
  readonly token?: string;
  readonly json?: true;
}

/** One client id for all commands of a machine; separate ones would each count as a client for half a minute. */
export const commandClientId = `sim-host-command-${encodeURIComponent(hostname())}`;

/** Adds a command that connects to a host. */
export function addRemote(
  program: Command,
  usage: string,
  description: string,
  examples: string,
  codes = 'Exit codes: 0 done, 1 the host refused or failed, 2 wrong usage, 3 the host cannot be reached, 4 not found.',
): Command {
  const command = program.command(usage).description(description);
  const add = withVariables(command);
  // The URL is checked when it is used, since an argument may name the host instead.
  add('--url <url>', 'URL of the host; variable SIM_HOST_URL', nonEmpty, 'http://127.0.0.1:9095');
  add('--token <secret>', 'token of the host; variable SIM_HOST_TOKEN', nonEmpty);
  return command.option('--json', 'print JSON lines').addHelpText(
    'after',
    `
${codes}

Examples:
${examples}`,
  );
}

/** Connects, runs `work` and disconnects; an error becomes one line and an exit code. @throws CliError */
export async function withHost<T>(
  options: Pick<RemoteOptions, 'url' | 'token'>,
  work: (host: RemoteHost) => Promise<T>,
): Promise<T> {
  let host: RemoteHost | undefined;
  try {
    host = await connect(baseUrl(options.url), { token: options.token, clientId: commandClientId });
    // Another web server may answer too.
    await host.status();
    host.onError(({ message }) => console.error(`sim-host: ${printable(message)}`));
    return await work(host);
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw usageError(`${options.url}: ${error.message}`, error);
    if (error instanceof RemoteError) throw await remoteFailure(error, host);
    if (host !== undefined && (error instanceof TypeError || error instanceof RangeError))
      throw new CliError(
        exitCodes.failure,
        `${host.url} answers or tells what no host should, which cannot be shown: ${reasonOf(error)}`,
        error,
      );
    throw error;
  } finally {
    host?.close();
  }
}

const codes: Partial<Record<RemoteErrorCode, ExitCode>> = {
  'not-found': exitCodes.notFound,
  unreachable: exitCodes.unreachable,
  'timed-out': exitCodes.unreachable,
};

/** Returns the error line and exit code for a failed request, with the fix or the key that was probably meant. */
export async function remoteFailure(error: RemoteError, host: RemoteHost | undefined): Promise<CliError> {
  const key = /^Object not found: (.+?)(?: \(.*)?$/s.exec(error.message)?.[1];
  const keys = key === undefined ? [] : ((await host?.objects().then(keysOf, () => [])) ?? []);
  const fixes: Partial<Record<RemoteErrorCode, string>> = {
    'not-found': didYouMean(key ?? '', keys),
    unreachable: `; ${unreachableFix(error)}`,
    unauthorized: '; name its token with --token or SIM_HOST_TOKEN',
  };
  const message = printable(`${error.message}${fixes[error.code] ?? ''}`);
  return new CliError(codes[error.code] ?? exitCodes.failure, message, error);
}

/** Returns the reason why a connection failed, and the fix. */
function unreachableFix({ cause }: RemoteError): string {
  const { code = '', message = '' } = ((cause as Error | undefined)?.cause ?? {}) as NodeJS.ErrnoException;
  if (/CERT|SELF_SIGNED|UNABLE_TO/.test(code))
    return `its certificate is not trusted (${message}); name the file of its CA in NODE_EXTRA_CA_CERTS`;
  if (/^ERR_SSL|EPROTO|^UND_ERR_SOCKET|^HPE_|ECONNRESET/.test(code))
    return 'it ended the connection; is it http:// or https://?';
  return 'is it running? Set another address with --url or SIM_HOST_URL';
}
