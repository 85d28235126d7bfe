import { deserialize, serialize } from 'node:v8';
import type { Json } from '../../service/common/json.js';
import { ApiError, describeError } from '../../service/http/errors.js';
import type { CommandTable, ControlCommands } from '../control/command-table.js';

/** The body is left out where no member of it is needed. */
type BodyOf<Name extends keyof ControlCommands> =
  Record<never, never> extends ControlCommands[Name]['body']
    ? [body?: ControlCommands[Name]['body']]
    : [body: ControlCommands[Name]['body']];

/**
 * Runs a command of the control channel in process: `control('object.spawn', { class: 'Lamp' })`. Bodies and answers are
 * those of docs/control-api.md. @throws ControlError for what cannot be done; nothing is changed then.
 */
export type Control = <Name extends keyof ControlCommands>(
  command: Name,
  ...body: BodyOf<Name>
) => Promise<ControlCommands[Name]['answer']>;

/** A command that was refused; message and status are those that the control channel answers with. */
export class ControlError extends Error {
  readonly command: string;
  /** 400 for what cannot be done, 404 for what does not exist, 500 for what failed. */
  readonly status: number;

  constructor(command: string, cause: unknown) {
    const { status, message } = describeError(cause);
    super(`${command}: ${message}`, { cause });
    this.name = 'ControlError';
    this.command = command;
    this.status = status;
  }
}

export function createControl(commands: CommandTable, isStopped: () => boolean): Control {
  const run = async (command: string, body?: object): Promise<unknown> => {
    try {
      if (isStopped()) throw new ApiError('invalid-request', 'the host is stopped; start another');
      // Copied, as the network would: what the caller does with its object later is not the host's affair.
      return await commands.run(command, deserialize(serialize(body)) as Json | undefined);
    } catch (error) {
      throw new ControlError(command, error);
    }
  };
  return run as Control;
}
