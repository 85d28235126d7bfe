import type { Json } from '../../service/common/json.js';
import { meantOrAvailable } from '../../service/common/nearest-name.js';
import { ApiError } from '../../service/http/errors.js';
import type { ControlCommand, ControlContext } from './command.js';
import type { ShapeInput } from './command-body.js';
import { commandFamilies } from './commands/index.js';

type Commands = ReturnType<(typeof commandFamilies)[number]>[number];

/** Body and answer of every command by name, derived from the table of commands. */
export type ControlCommands = {
  readonly [Command in Commands as Command['name']]: {
    readonly body: ShapeInput<Command['shape']>;
    readonly answer: Awaited<ReturnType<Command['run']>>;
  };
};

/** All commands of a host, by name. */
export class CommandTable {
  readonly #commands = new Map<string, ControlCommand>();

  constructor(context: ControlContext) {
    for (const family of commandFamilies) {
      for (const command of family(context)) this.#commands.set(command.name, command);
    }
  }

  get names(): readonly string[] {
    return [...this.#commands.keys()];
  }

  /**
   * Runs a command.
   * @throws ApiError `not-found` that names the nearest command, or all, ExposedError if the command is not possible
   */
  async run(name: string, body: Json | undefined): Promise<Json> {
    const command = this.#commands.get(name);
    if (command !== undefined) return command.run(body);
    throw new ApiError('not-found', `unknown command "${name}"${meantOrAvailable(name, this.names)}`);
  }
}
