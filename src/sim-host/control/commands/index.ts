import type { CommandFamily } from '../command.js';
import { hostCommands } from './host.js';
import { liveCommands } from './live.js';
import { logCommands } from './log.js';
import { networkCommands } from './network.js';
import { objectCommands } from './objects.js';
import { promptCommands } from './prompts.js';
import { sceneCommands } from './scenes.js';

/** All command families. To add one, add its file and a line here. */
export const commandFamilies = [
  hostCommands,
  logCommands,
  objectCommands,
  sceneCommands,
  liveCommands,
  promptCommands,
  networkCommands,
] as const satisfies readonly CommandFamily[];
