/** Exit codes of the command. */
export const exitCodes = {
  ok: 0,
  /** A failure that options and scene file do not cause, such as a port in use. */
  failure: 1,
  /** Wrong options or a wrong scene file. */
  usage: 2,
  /** The host cannot be reached, for commands that need one. */
  unreachable: 3,
  /** The requested object or member does not exist on the host. */
  notFound: 4,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends the command with one line on standard error, which states the problem and the fix. */
export class CliError extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'CliError';
    this.exitCode = exitCode;
  }
}

/** Returns the error for wrong options, arguments or files. */
export function usageError(message: string, cause?: unknown): CliError {
  return new CliError(exitCodes.usage, message, cause);
}
