import { closest } from 'fastest-levenshtein';
import type { ControlCommand, ControlContext } from './command.js';
import { commandFamilies } from './commands/index.js';

/** All commands of a control channel, by name. */
export class CommandTable {
  readonly #commands = new Map<string, ControlCommand>();

  constructor(context: ControlContext) {
    for (const family of commandFamilies) {
      for (const command of family(context)) this.#commands.set(command.name, command);
    }
  }

  find(name: string): ControlCommand | undefined {
    return this.#commands.get(name);
  }

  get names(): readonly string[] {
    return [...this.#commands.keys()];
  }

  /** What an unknown name probably means. */
  nearest(name: string): string {
    return closest(name, this.names);
  }
}
