import { type Command, InvalidArgumentError, Option } from 'commander';

/** Adds an option, for which an environment variable stands: SIM_HOST_LOG_LEVEL for --log-level. */
export type AddOption = (
  flags: string,
  description: string,
  parse?: (value: string, before: never) => unknown,
  fallback?: unknown,
) => Option;

/** Kubernetes gives every pod SIM_HOST_PORT=tcp://10.96.12.7:9095 for a Service that is named sim-host. */
const serviceAddress = /^(tcp|udp|sctp):\/\//i;

/** Secrets: an empty one is an error, since the host would be open without it. */
const secrets = ['token', 'readToken'];

/**
 * Options of a command, each with a variable, over which the option itself wins. Variables are read when the command
 * runs, and only those that it uses.
 */
export function withVariables(
  command: Command,
  isUsed: (option: string, command: Command) => boolean = () => true,
): AddOption {
  const options: Option[] = [];
  command.hook('preAction', (_, acting) => {
    if (acting !== command) return;
    for (const option of options) if (isUsed(option.attributeName(), command)) readVariable(command, option);
  });
  return (flags, description, parse, fallback) => {
    const option = new Option(flags, description).default(fallback);
    if (parse !== undefined) option.argParser(parse as (value: string, before: unknown) => unknown);
    command.addOption(option);
    options.push(option);
    return option;
  };
}

/** The value of a variable; undefined where it is not set, or belongs to something else. */
export function variable(name: string, isSecret = false): string | undefined {
  const value = process.env[name];
  if (value === undefined || serviceAddress.test(value)) return undefined;
  return value === '' && !isSecret ? undefined : value;
}

function readVariable(command: Command, option: Option): void {
  const attribute = option.attributeName();
  const name = `SIM_HOST_${option.name().replaceAll('-', '_').toUpperCase()}`;
  const value = variable(name, secrets.includes(attribute));
  const source = command.getOptionValueSource(attribute);
  if (value === undefined || (source !== undefined && source !== 'default')) return;
  try {
    command.setOptionValueWithSource(attribute, option.parseArg?.(value, undefined) ?? value, 'env');
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    command.error(
      `error: option '${option.flags}' value '${value}' from env '${name}' is invalid. ${error.message}`,
      { code: error.code },
    );
  }
}
