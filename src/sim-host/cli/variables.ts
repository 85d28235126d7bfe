import { type Command, Option } from 'commander';
import { yesOrNo } from './arguments.js';

/**
 * Adds an option with an environment variable, such as SIM_HOST_LOG_LEVEL for --log-level, which the option overrides.
 * `[yes|no]` in the flags makes it a switch.
 */
export type AddOption = (
  flags: string,
  description: string,
  parse?: (value: string, before: never) => unknown,
  fallback?: unknown,
) => Option;

export function withVariables(command: Command): AddOption {
  return (flags, description, parse, fallback) => {
    const option = new Option(flags, description).default(fallback);
    if (flags.endsWith('[yes|no]')) option.preset('yes').argParser(yesOrNo);
    if (parse !== undefined) option.argParser(parse as (value: string, before: unknown) => unknown);
    command.addOption(option.env(`SIM_HOST_${option.name().replaceAll('-', '_').toUpperCase()}`));
    return option;
  };
}

/** Kubernetes sets SIM_HOST_PORT=tcp://10.96.12.7:9095 in every pod if a Service is named sim-host. */
const serviceAddress = /^(tcp|udp|sctp):\/\//i;

/** Removes the variables that help or `--check` do not use, those of Kubernetes, and empty ones. */
export function dropUnusedVariables(args: readonly string[]): void {
  const isHelp = args[0] === 'help' || args.some((each) => each === '--help' || each === '-h');
  const isCheck = args.some((each) => /^--check(=|$)/.test(each));
  for (const [name, value = ''] of Object.entries(process.env)) {
    if (!name.startsWith('SIM_HOST_')) continue;
    // An empty token is an error, because the host would be unprotected.
    const isEmpty = value === '' && !name.endsWith('TOKEN');
    const isUnused = isHelp || (isCheck && !/_(SCENE|JSON)$/.test(name));
    if (isEmpty || isUnused || serviceAddress.test(value)) delete process.env[name];
  }
}
