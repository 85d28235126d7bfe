import { deserialize, serialize } from 'node:v8';
import type { Json } from '../../service/common/json.js';
import { ApiError, describeError } from '../../service/http/errors.js';
import type { CommandTable, ControlCommands } from '../control/command-table.js';

/** The body may be omitted if all its members are optional. */
type BodyOf<Name extends keyof ControlCommands> =
  Record<never, never> extends ControlCommands[Name]['body']
    ? [body?: ControlCommands[Name]['body']]
    : [body: ControlCommands[Name]['body']];

/**
 * Runs a command of the control channel in process: `control('object.spawn', { class: 'Lamp' })`. Bodies and answers
 * are those of docs/control-api.md.
 * @throws ControlError if the command is not possible; nothing is changed then
 */
export type Control = <Name extends keyof ControlCommands>(
  command: Name,
  ...body: BodyOf<Name>
) => Promise<ControlCommands[Name]['answer']>;

/** Thrown if a command fails, with the message and status of the control channel. */
export class ControlError extends Error {
  readonly command: string;
  /** 400 if it is not possible, 404 if something does not exist, 500 if it failed. */
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
      // A copy, as over the network: the caller may change its object later.
      return await commands.run(command, deserialize(serialize(body)) as Json | undefined);
    } catch (error) {
      throw new ControlError(command, error);
    }
  };
  return run as Control;
}
