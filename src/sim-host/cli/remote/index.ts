import type { Command } from 'commander';
import { addCompletion } from './completion.js';
import { addDiff } from './diff.js';
import { addFiles } from './files.js';
import { addPrompts } from './prompts.js';
import { addReading } from './read.js';
import { addTypes } from './types.js';
import { addWatch } from './watch.js';
import { addWriting } from './write.js';

/** Adds the commands that connect to a running host through `sim-host/client`. */
export function addRemoteCommands(program: Command, onExitCode: (code: number) => void): void {
  addReading(program);
  addWriting(program);
  addWatch(program);
  addPrompts(program);
  addFiles(program);
  addTypes(program);
  addDiff(program, onExitCode);
  addCompletion(program);
}
