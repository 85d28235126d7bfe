import { type Command, InvalidArgumentError, type Option } from 'commander';

/** Adds an option and the environment variable that stands for it. */
export type AddOption = (variable: string, option: Option) => void;

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
  const variables = new Map<string, Option>();
  command.hook('preAction', (_, acting) => {
    if (acting !== command) return;
    for (const [name, option] of variables)
      if (isUsed(option.attributeName(), command)) readVariable(command, name, option);
  });
  return (variable, option) => {
    command.addOption(option);
    variables.set(`SIM_HOST_${variable}`, option);
  };
}

/** The value of a variable; undefined where it is not set, or belongs to something else. */
export function variable(name: string, isSecret = false): string | undefined {
  const value = process.env[name];
  if (value === undefined || serviceAddress.test(value)) return undefined;
  return value === '' && !isSecret ? undefined : value;
}

function readVariable(command: Command, name: string, option: Option): void {
  const attribute = option.attributeName();
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
