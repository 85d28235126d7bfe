import { hostname } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { connect, RemoteError, type RemoteErrorCode, type RemoteHost } from '../../../client/index.js';
import { reasonOf } from '../../../service/common/exception-text.js';
import { printable } from '../../../service/common/printable.js';
import { baseUrl, nonEmpty } from '../arguments.js';
import { CliError, type ExitCode, exitCodes, usageError } from '../exit-codes.js';
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
  options: RemoteOptions,
  work: (host: RemoteHost) => Promise<T>,
): Promise<T> {
  let host: RemoteHost | undefined;
  try {
    host = await connectToHost({ ...options, url: hostUrl(options.url) });
    host.onError(({ message }) => console.error(`sim-host: ${printable(message)}`));
    return await work(host);
  } catch (error) {
    if (error instanceof RemoteError) throw remoteFailure(error);
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

function hostUrl(url: string): string {
  try {
    return baseUrl(url);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw usageError(`${url}: ${error.message}`, error);
  }
}

/** Connects and checks that a host responds. @throws CliError */
async function connectToHost({ url, token }: RemoteOptions): Promise<RemoteHost> {
  let host: RemoteHost | undefined;
  try {
    host = await connect(url, { token, clientId: commandClientId });
    // Another web server does not know the routes of a host.
    await host.status();
    return host;
  } catch (error) {
    host?.close();
    if (!(error instanceof RemoteError)) throw error;
    if (isOfAnotherServer(error)) throw notAHost(url, error);
    // uWebSockets.js waits for the rest of what looks like a TLS handshake.
    const hint = error.code === 'timed-out' && /^https:/i.test(url) ? '; does it take http:// alone?' : '';
    throw remoteFailure(error, hint);
  }
}

/** True for an error that no host returns for GET /api/status. */
function isOfAnotherServer({ code, status }: RemoteError): boolean {
  const isHosts = code === 'unauthorized' || code === 'forbidden' || code === 'busy';
  return !isHosts && (status === 200 || (status >= 400 && status < 500));
}

/** Returns the error for a server that is not a host. */
export function notAHost(url: string, cause?: unknown): CliError {
  return new CliError(
    exitCodes.unreachable,
    `${url} answers, but is not a host; name one with --url or SIM_HOST_URL`,
    cause,
  );
}

const codes: Partial<Record<RemoteErrorCode, ExitCode>> = {
  'not-found': exitCodes.notFound,
  unreachable: exitCodes.unreachable,
  'timed-out': exitCodes.unreachable,
};

/** Returns the error line and exit code for a failed request. */
export function remoteFailure(error: RemoteError, hint = ''): CliError {
  const more = {
    unreachable: `; ${unreachableFix(error)}`,
    unauthorized: '; name its token with --token or SIM_HOST_TOKEN',
  }[error.code as string];
  const message = printable(`${error.message}${hint}${more ?? ''}`);
  return new CliError(codes[error.code] ?? exitCodes.failure, message, error);
}

/** Returns the reason why a connection failed, and the fix. */
function unreachableFix({ cause, message: text }: RemoteError): string {
  const { code = '', message = '' } = ((cause as Error | undefined)?.cause ?? {}) as NodeJS.ErrnoException;
  if (/CERT|SELF_SIGNED|UNABLE_TO/.test(code))
    return `its certificate is not trusted (${message}); name the file of its CA in NODE_EXTRA_CA_CERTS`;
  if (/^ERR_SSL|EPROTO/.test(code)) return 'it speaks no TLS there; write http:// in place of https://';
  if (/^UND_ERR_SOCKET|^HPE_|ECONNRESET/.test(code))
    return `it ends the connection without an answer; does it take ${text.includes('https://') ? 'http' : 'https'}:// alone?`;
  if (code === 'ENOTFOUND') return 'unknown host name; set another with --url or SIM_HOST_URL';
  return 'is it running? Set another address with --url or SIM_HOST_URL';
}
