import { type Command, InvalidArgumentError, Option } from 'commander';

/** Adds an option with an environment variable, such as SIM_HOST_LOG_LEVEL for --log-level. */
export type AddOption = (
  flags: string,
  description: string,
  parse?: (value: string, before: never) => unknown,
  fallback?: unknown,
) => Option;

/** Kubernetes sets SIM_HOST_PORT=tcp://10.96.12.7:9095 in every pod if a Service is named sim-host. */
const serviceAddress = /^(tcp|udp|sctp):\/\//i;

/** Options whose empty value is an error, because the host would be unprotected. */
const secrets = ['token', 'readToken'];

/**
 * Adds options with environment variables, which options override. Only the variables of the command that runs are
 * read.
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

/** Returns the value of a variable; undefined if it is not set or set by Kubernetes. */
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
