/** What the command's exit code means. */
export const exitCodes = {
  ok: 0,
  /** Something failed that options and scene file are not to blame for: a taken port, a crash. */
  failure: 1,
  /** Wrong options or a wrong scene file. */
  usage: 2,
  /** Of commands that speak to a host: it cannot be reached. */
  unreachable: 3,
  /** Of these: what was asked for is not there. */
  notFound: 4,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Ends the command with one line on standard error that says what is wrong and what to do. */
export class CliError extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CliError';
    this.exitCode = exitCode;
  }
}
