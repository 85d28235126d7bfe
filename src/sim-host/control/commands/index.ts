import type { CommandFamily } from '../command.js';
import { assetCommands } from './assets.js';
import { clockCommands } from './clock.js';
import { dialogCommands } from './dialogs.js';
import { hostCommands } from './host.js';
import { liveCommands } from './live.js';
import { logCommands } from './log.js';
import { networkCommands } from './network.js';
import { objectCommands } from './objects.js';
import { pairingCommands } from './pairing.js';
import { presetCommands } from './presets.js';
import { promptCommands } from './prompts.js';
import { sceneCommands } from './scenes.js';
import { stateCommands } from './state.js';

/** All command families; a new one is a file and a line here. */
export const commandFamilies = [
  stateCommands,
  clockCommands,
  hostCommands,
  logCommands,
  objectCommands,
  sceneCommands,
  assetCommands,
  liveCommands,
  presetCommands,
  dialogCommands,
  promptCommands,
  networkCommands,
  pairingCommands,
] as const satisfies readonly CommandFamily[];
